import { NO_LINES, type Link } from "../lines/log-chain.ts";
import { createFile, readIfThere, type LogPlace } from "./log-files.ts";
import type { LogFormat } from "../lines/log-format.ts";
import { formatLine, parseLine } from "../lines/log-line.ts";

/**
 * How far the log went when it was closed in order. The log only grows, and what replaces it says how far it went: so
 * it goes at least as far for ever, and a stop later than this one need not be told.
 */
export const STOP_NAME = "stop.json";

export async function writeStop(place: LogPlace, after: Link): Promise<void> {
  const line = formatLine({ kind: "stop", after });
  await createFile(place, STOP_NAME, (append) => append(line));
}

/** "damaged" when it does not say. */
export async function readStop(place: LogPlace, format: LogFormat): Promise<Link | "damaged"> {
  const bytes = await readIfThere(place, STOP_NAME);
  if (bytes === undefined) return NO_LINES;
  const nowhere = { slab: { bytes, file: undefined, position: 0 }, start: 0 };
  const { line } = parseLine(bytes.subarray(0, -1), nowhere, { version: format.version, format }) ?? {};
  return line?.kind === "stop" ? line.after : "damaged";
}
