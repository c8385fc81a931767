import { join } from "node:path";
import {
  createFile,
  FIRST_GENERATION,
  logName,
  readIfThere,
  type LogFiles,
  type LogPlace,
} from "./log-files.ts";
import type { DamagedLine, Replayed } from "./log-replay.ts";
import type { StoreLog } from "../store-log.ts";
import { StoreUnusable } from "../store.ts";

/** One thing that is wrong with a file of the data folder, where it should be as the store left it. */
export interface Damage {
  readonly event: string;
  readonly file: string;
  /** For people, without the file's name. */
  readonly what: string;
  /** Numbers for the log, by name. */
  readonly counts: Readonly<Record<string, number>>;
  /** To be set aside. */
  readonly lines: readonly DamagedLine[];
}

export interface ReadFile extends Replayed {
  readonly name: string;
  readonly kind: "snapshot" | "log";
}

/** What is wrong with the files that were read; `missing` lines should stand behind the last of them. */
export function damageIn(found: LogFiles, read: readonly ReadFile[], missing: number): readonly Damage[] {
  const lastLog = read.findLast((file) => file.kind === "log");
  return [
    ...found.missing.map((generation) => plain("store-file-missing", logName(generation), "is missing")),
    ...read.flatMap((file) => damageOfFile(file, file === lastLog)),
    ...(missing === 0
      ? []
      : [linesMissing(lastLog?.name ?? logName(FIRST_GENERATION), missing, "at its end", {})]),
  ];
}

function damageOfFile(file: ReadFile, isLastLog: boolean): readonly Damage[] {
  const { name, kind, begins, complete, gaps } = file;
  const lines = damagedLines(file, isLastLog);
  return [
    ...(begins ? [] : [plain("store-first-line-missing", name, "has lost its first line")]),
    ...gaps.map(({ line, count }) => linesMissing(name, count, `before its line ${line}`, { line })),
    ...(lines.length === 0 ? [] : [{ ...plain("store-damaged-lines", name, damagedWords(lines)), lines }]),
    ...(kind === "snapshot" && !complete ? [plain("store-snapshot-cut", name, "is cut")] : []),
  ];
}

/** Only the log that was being written can end in a cut line; anywhere else it is damage. */
function damagedLines({ cut, damaged }: ReadFile, isLastLog: boolean): readonly DamagedLine[] {
  return isLastLog || cut === undefined ? damaged : [...damaged, cut];
}

/** Damage that has no more to say. */
export function plain(event: string, file: string, what: string): Damage {
  return { event, file, what, counts: {}, lines: [] };
}

function linesMissing(file: string, count: number, where: string, counts: Damage["counts"]): Damage {
  const words = count === 1 ? "one line is" : `${count} lines are`;
  return {
    event: "store-lines-missing",
    file,
    what: `${words} missing ${where}`,
    counts: { ...counts, count },
    lines: [],
  };
}

function damagedWords(lines: readonly DamagedLine[]): string {
  return lines.length === 1
    ? `its line ${lines[0]?.number ?? 0} is damaged`
    : `${lines.length} of its lines are damaged`;
}

function sentenceOf({ file, what }: Damage): string {
  return `${file} ${what}`.replace(/^(\S+) (its|one|\d)/, "$1: $2");
}

/** What was found wrong and nobody has acknowledged yet, over all starts. */
export interface DamageNotes {
  /** Sentences for people, which name files and quote nothing of them. */
  list(): readonly string[];
  /** Sets damaged lines aside, notes the damage on disk, and says so loudly. */
  add(found: readonly Damage[]): Promise<void>;
  acknowledge(): Promise<void>;
}

const NOTES = "damage.json";
/** More are counted and not told. */
const NOTES_MAX = 50;

export async function openDamageNotes(place: LogPlace, log: StoreLog): Promise<DamageNotes> {
  let notes = notesIn(await readIfThere(place, NOTES));
  return {
    list: () => notes,
    add: async (found) => {
      if (found.length === 0) return;
      for (const damage of found) await tell(place, damage, log);
      notes = [...notes, ...found.map(sentenceOf)].slice(0, NOTES_MAX);
      const bytes = Buffer.from(`${JSON.stringify(notes, undefined, 2)}\n`);
      await createFile(place, NOTES, (append) => append(bytes));
    },
    acknowledge: async () => {
      await place.files.remove(join(place.folder, NOTES));
      await place.files.syncFolder(place.folder);
      if (notes.length > 0) log("info", "store-damage-acknowledged", { count: notes.length });
      notes = [];
    },
  };
}

function notesIn(bytes: Buffer | undefined): readonly string[] {
  if (bytes === undefined) return [];
  try {
    const notes: unknown = JSON.parse(bytes.toString());
    if (Array.isArray(notes)) return notes.map(String);
  } catch {
    // What was noted is lost; that something was is not.
  }
  return [`${NOTES} cannot be read`];
}

/** The start ends here, and leaves every file as it is. */
export function refusalFor(
  folder: string,
  found: readonly Damage[],
  notes: readonly string[],
): StoreUnusable {
  const [first = "", ...more] = [...notes, ...found.map(sentenceOf)];
  const others = more.length === 0 ? "" : `, and ${more.length} more`;
  return new StoreUnusable(
    `the data folder ${folder} is damaged: ${first}${others}; restore it from a backup, or start once with ` +
      "SANDBOX_ON_DAMAGE=report and acknowledge the damage",
  );
}

/** How many line numbers one log line names. */
const NAMED_LINES = 50;

async function tell(place: LogPlace, { event, file, counts, lines }: Damage, log: StoreLog): Promise<void> {
  const path = join(place.folder, file);
  if (lines.length === 0) {
    log("error", event, { file: path, ...counts });
    return;
  }
  log("error", event, {
    file: path,
    lines: lines
      .slice(0, NAMED_LINES)
      .map((line) => line.number)
      .join(", "),
    count: lines.length,
    setAsideIn: join(place.folder, await setAside(place, lines)),
  });
}

/** Copies the lines to a file of their own beside the log; returns its name. */
async function setAside(place: LogPlace, lines: readonly DamagedLine[]): Promise<string> {
  const taken = new Set(await place.files.list(place.folder));
  let number = 1;
  while (taken.has(nameOf(number))) number += 1;
  await createFile(place, nameOf(number), async (append) => {
    await append(Buffer.concat(lines.flatMap((line) => [line.bytes, Buffer.from("\n")])));
  });
  return nameOf(number);
}

function nameOf(number: number): string {
  return `damaged-${number}.ndjson`;
}
