import { rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { LogFolder } from "./log-folder.ts";

const LOG = "log-1.ndjson";
const SNAPSHOT = "snapshot-2.ndjson";

/** The line with another text and the checksum that it needs. */
function resealed(line: string): string {
  const body = line.slice(0, -SEAL_LENGTH).replace("EUR", "USD");
  return `${body},"crc":"${crc32(Buffer.from(body, "latin1")).toString(16).padStart(8, "0")}"}`;
}
const SEAL_LENGTH = ',"crc":"00000000"}'.length;

export interface Damage {
  readonly what: string;
  /** Whether the folder is one that was compacted. */
  readonly hasSnapshot?: true;
  /** Whether the sandbox was killed, so that only the files themselves can tell. */
  readonly isKilled: boolean;
  readonly harm: (folder: LogFolder) => Promise<void>;
  /** As health shows it. */
  readonly told: readonly string[];
  /** Orders that are still there. */
  readonly orders: string;
}

/** What may happen to a folder of the orders a to d, or compacted, with e and f behind them. */
export const DAMAGES: readonly Damage[] = [
  {
    what: "a line in the middle is missing",
    isKilled: true,
    harm: (folder) => folder.rewrite(LOG, (lines) => lines.toSpliced(2, 1)),
    told: ["log-1.ndjson: one line is missing before its line 3"],
    orders: "acd",
  },
  {
    what: "lines at two places are missing",
    isKilled: true,
    harm: (folder) => folder.rewrite(LOG, (lines) => [0, 2, 4].map((line) => lines[line] ?? "")),
    told: [
      "log-1.ndjson: one line is missing before its line 2",
      "log-1.ndjson: one line is missing before its line 3",
    ],
    orders: "bd",
  },
  {
    what: "two lines have changed places",
    isKilled: true,
    harm: (folder) => folder.rewrite(LOG, ([head = "", a = "", b = "", ...rest]) => [head, b, a, ...rest]),
    told: ["log-1.ndjson: one line is missing before its line 2", "log-1.ndjson: its line 3 is damaged"],
    orders: "bcd",
  },
  {
    what: "a line is there twice",
    isKilled: true,
    harm: (folder) => folder.rewrite(LOG, (lines) => lines.toSpliced(2, 0, lines[1] ?? "")),
    told: ["log-1.ndjson: its line 3 is damaged"],
    orders: "abcd",
  },
  {
    what: "a line says something else, with a checksum that fits",
    isKilled: true,
    harm: (folder) => folder.rewrite(LOG, (lines) => lines.with(2, resealed(lines[2] ?? ""))),
    told: ["log-1.ndjson: one line is missing before its line 4"],
    orders: "abcd",
  },
  {
    what: "a bit of the last whole line is flipped",
    isKilled: true,
    harm: (folder) =>
      folder.rewrite(LOG, (lines) => lines.with(-1, (lines.at(-1) ?? "").replace("EUR", "EUS"))),
    told: ["log-1.ndjson: its line 5 is damaged"],
    orders: "abc",
  },
  {
    what: "the log is emptied",
    isKilled: true,
    harm: (folder) => truncate(join(folder.path, LOG), 0),
    told: ["log-1.ndjson has lost its first line"],
    orders: "",
  },
  {
    what: "the log is cut within its first line",
    isKilled: true,
    harm: (folder) => truncate(join(folder.path, LOG), 40),
    told: ["log-1.ndjson has lost its first line"],
    orders: "",
  },
  {
    what: "the log has lost its first line",
    isKilled: true,
    harm: (folder) => folder.rewrite(LOG, (lines) => lines.slice(1)),
    told: ["log-1.ndjson has lost its first line"],
    orders: "abcd",
  },
  {
    what: "the log is deleted",
    isKilled: true,
    harm: (folder) => rm(join(folder.path, LOG)),
    told: ["log-1.ndjson is missing"],
    orders: "",
  },
  {
    what: "the log is cut at a line's end",
    isKilled: false,
    harm: (folder) => folder.rewrite(LOG, (lines) => lines.slice(0, 3)),
    told: ["log-1.ndjson: 2 lines are missing at its end"],
    orders: "ab",
  },
  {
    what: "the log is cut within its last line",
    isKilled: false,
    harm: async (folder) => truncate(join(folder.path, LOG), (await folder.read(LOG)).length - 10),
    told: ["log-1.ndjson: one line is missing at its end"],
    orders: "abc",
  },
  {
    what: "the note of the last stop is damaged",
    isKilled: false,
    harm: (folder) => writeFile(join(folder.path, "stop.json"), "{}\n"),
    told: ["stop.json is damaged"],
    orders: "abcd",
  },
  {
    what: "the log behind a snapshot is emptied",
    hasSnapshot: true,
    isKilled: true,
    harm: (folder) => truncate(join(folder.path, "log-2.ndjson"), 0),
    told: ["log-2.ndjson has lost its first line"],
    orders: "abcd",
  },
  {
    what: "the log behind a snapshot is deleted",
    hasSnapshot: true,
    isKilled: true,
    harm: (folder) => rm(join(folder.path, "log-2.ndjson")),
    told: ["log-2.ndjson is missing"],
    orders: "abcd",
  },
  {
    what: "the log behind a snapshot has lost the line after its first",
    hasSnapshot: true,
    isKilled: true,
    harm: (folder) => folder.rewrite("log-2.ndjson", (lines) => lines.toSpliced(1, 1)),
    told: ["log-2.ndjson: one line is missing before its line 2"],
    orders: "abcdf",
  },
  {
    what: "a line of a snapshot is missing",
    hasSnapshot: true,
    isKilled: true,
    harm: (folder) => folder.rewrite(SNAPSHOT, (lines) => lines.toSpliced(2, 1)),
    told: ["snapshot-2.ndjson: one line is missing before its line 3"],
    orders: "acdef",
  },
  {
    what: "the last order of a snapshot is missing",
    hasSnapshot: true,
    isKilled: true,
    harm: (folder) => folder.rewrite(SNAPSHOT, (lines) => lines.toSpliced(4, 1)),
    told: ["snapshot-2.ndjson: one line is missing before its line 5"],
    orders: "abcef",
  },
  {
    what: "a snapshot and its log are deleted",
    hasSnapshot: true,
    isKilled: false,
    harm: async (folder) => {
      for (const name of [SNAPSHOT, "log-2.ndjson"]) await rm(join(folder.path, name));
    },
    told: ["log-1.ndjson is missing", "log-1.ndjson: 8 lines are missing at its end"],
    orders: "",
  },
];
