import { readFile } from "node:fs/promises";
import { BUNDLE_FORMAT, isBundle } from "../verdict/bundle.ts";
import type { Bundle } from "../verdict/bundle.ts";
import { UsageError } from "./usage-error.ts";

/** Reads a bundle that can be played; throws a UsageError that says why it cannot be. */
export async function readBundle(file: string): Promise<Bundle> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new UsageError(`${file}: it cannot be read`, { cause });
  });
  const content = parsed(text);
  if (!isBundle(content)) throw new UsageError(`${file}: it is no bundle of format ${BUNDLE_FORMAT}`);
  const { isPossible, obstacles } = content.replay;
  if (!isPossible) throw new UsageError(`${file}: it cannot be played again. ${obstacles.join(" ")}`);
  return content;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
