import { join } from "node:path";
import { createFile, type LogPlace } from "./log-files.ts";
import type { DamagedLine } from "./log-replay.ts";
import type { StoreLog } from "./store-log.ts";

/** How many line numbers one log line names. */
const NAMED_LINES = 50;

/** Copies damaged lines to a file of their own beside the log, and says so loudly. */
export async function setAside(
  place: LogPlace,
  file: string,
  lines: readonly DamagedLine[],
  log: StoreLog,
): Promise<void> {
  const taken = new Set(await place.files.list(place.folder));
  let number = 1;
  while (taken.has(nameOf(number))) number += 1;
  await createFile(place, nameOf(number), async (append) => {
    await append(Buffer.concat(lines.flatMap((line) => [line.bytes, Buffer.from("\n")])));
  });
  log("error", "store-damaged-lines", {
    file: join(place.folder, file),
    lines: lines
      .slice(0, NAMED_LINES)
      .map((line) => line.number)
      .join(", "),
    count: lines.length,
    setAsideIn: join(place.folder, nameOf(number)),
  });
}

function nameOf(number: number): string {
  return `damaged-${number}.ndjson`;
}
