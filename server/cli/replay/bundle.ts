import { BUNDLE_FORMAT, isBundle } from "../../verdict/bundle/bundle.ts";
import type { Bundle } from "../../verdict/bundle/bundle.ts";
import { readJson } from "../kernel/files.ts";
import { UsageError } from "../kernel/usage-error.ts";

/** Reads a bundle that can be played; throws a UsageError that says why it cannot be. */
export function readBundle(file: string): Bundle {
  const content: unknown = readJson(file);
  if (!isBundle(content))
    throw new UsageError(
      `${file}: it is no bundle of format ${BUNDLE_FORMAT}; the control API gives one at /v1/exchanges/<id>/bundle`,
    );
  const { isPossible, obstacles } = content.replay;
  if (!isPossible) throw new UsageError(`${file}: it cannot be played again. ${obstacles.join(" ")}`);
  return content;
}
