import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { FileError } from "../../document/file-problem.ts";
import { nearest } from "../../domain/nearest.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { codeOf, reasonOf } from "../../domain/thrown.ts";
import { isoTime } from "../../domain/time.ts";
import { createJournalIndex, isReadAgain } from "../../journal/journal-file.ts";
import type { JournalIndex } from "../../journal/journal-file.ts";
import { reportPieces } from "../../report/formats.ts";
import { REPORT_FORMATS } from "../../report/report.ts";
import type { Presentation, Report, ReportFormat } from "../../report/report.ts";
import { UsageError } from "./command.ts";
import type { Invocation, Terminal } from "./command.ts";
import { fromRepositoryRoot } from "./repository.ts";

/** One report that was asked for, and where it goes. */
export interface ReportTarget {
  readonly format: ReportFormat;
  /** Undefined: standard output. */
  readonly path: string | undefined;
}

/** Where reports go that name no file. */
export interface ReportOut extends Presentation {
  readonly print: (text: string) => void;
}

/** What is read beside a repository, and not in the folder of the command. */
const OF_REPOSITORIES: readonly ReportFormat[] = ["github", "sarif"];

/** A file is read by anybody, and not in this terminal. */
const FILE_WIDTH = 100;

/** The reports that a command is asked for, by either flag. */
export function readReports({ given }: Pick<Invocation, "given">): readonly ReportTarget[] {
  return readReportTargets([...(given.get("report") ?? []), ...(given.get("format") ?? [])]);
}

/** Reads the values of `--report`: `format` or `format=path`, where `-` is standard output. Without any: text. */
export function readReportTargets(values: readonly string[]): readonly ReportTarget[] {
  if (values.length === 0) return [{ format: "text", path: undefined }];
  const targets = values.map(targetOf);
  const places = targets.map(({ path }) => path);
  const twice = places.find((place, index) => places.indexOf(place) < index);
  if (twice !== undefined) throw new UsageError(`--report has the file ${twice} twice`);
  if (places.filter((place) => place === undefined).length > 1)
    throw new UsageError(
      "only one --report can go to standard output; write the others to a file: html=report.html",
    );
  return targets;
}

function targetOf(value: string): ReportTarget {
  const end = value.includes("=") ? value.indexOf("=") : value.length;
  const format = formatOf(value.slice(0, end));
  if (end === value.length) return { format, path: undefined };
  const path = value.slice(end + 1);
  if (path === "") throw new UsageError(`--report ${value} has no file after the =`);
  return { format, path: path === "-" ? undefined : path };
}

function formatOf(word: string): ReportFormat {
  const format = REPORT_FORMATS.find((name) => name === word);
  if (format !== undefined) return format;
  const near = nearest(word, REPORT_FORMATS);
  const question = near === undefined ? "." : `; did you mean ${near}?`;
  throw new UsageError(`'${word}' is not a report format${question} Use one of ${REPORT_FORMATS.join(", ")}`);
}

/** Writes every report that was asked for, dated now. */
export function writeReports(targets: readonly ReportTarget[], report: Report, terminal: Terminal): void {
  const dated = { ...report, at: isoTime(terminal.now()) };
  for (const target of targets) writeReport(target, dated, terminal);
}

/** Writes one report, piece by piece; folders on the way to its file are made. */
export function writeReport({ format, path }: ReportTarget, given: Report, out: ReportOut): void {
  const report = OF_REPOSITORIES.includes(format) ? fromRepositoryRoot(given, process.cwd()) : given;
  if (path === undefined) {
    for (const piece of reportPieces(format, report, out)) out.print(piece);
    return;
  }
  writeReportFile(path, reportPieces(format, report, { ...out, width: FILE_WIDTH, isColoured: false }));
}

/** The journal file for a command that goes through it once; HAR goes through what is wanted of it again. */
export function indexFor(
  file: string,
  targets: readonly ReportTarget[],
  isWanted: (exchange: Exchange) => boolean,
): JournalIndex {
  if (targets.some(({ format }) => format === "har") && !isReadAgain(file))
    throw new UsageError(`har reads the journal twice, but ${file} is not a regular file`);
  return createJournalIndex(file, isWanted);
}

/**
 * Writes the text as its pieces come; folders on the way to the file are made. Only the user can read the file, and a
 * symbolic link is not followed: whoever can put one into a shared folder could have any file of the user overwritten.
 * Throws a FileError that says why it cannot be written.
 */
export function writeReportFile(path: string, pieces: Iterable<string>): void {
  orFileError(path, () => {
    makeFolder(dirname(resolve(path)));
    const file = openSync(path, NEW_FILE, OWNER_ONLY);
    try {
      // A report of an earlier run keeps the mode that it was made with.
      if (fstatSync(file).isFile()) fchmodSync(file, OWNER_ONLY);
      for (const text of gathered(pieces)) writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
  });
}

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
const OWNER_ONLY = 0o600;

/** So much is written at a time: a call of the system for every piece takes longer than the pieces. */
const WRITE_LENGTH = 1 << 18;

function* gathered(pieces: Iterable<string>): Generator<string, void, undefined> {
  let text = "";
  for (const piece of pieces) {
    text += piece;
    if (text.length < WRITE_LENGTH) continue;
    yield text;
    text = "";
  }
  yield text;
}

/** Makes the folders, and throws the same before there is anything to write, so that a slip does not cost a run. */
export function prepareReportFile(path: string): void {
  orFileError(path, () => {
    makeFolder(dirname(resolve(path)));
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) throw new Obstacle(SYMBOLIC_LINK);
    if (found?.isDirectory() === true) throw new Obstacle("it is a folder");
    accessSync(found === undefined ? dirname(resolve(path)) : path, constants.W_OK);
  });
}

const SYMBOLIC_LINK = "it is a symbolic link";

/** What the system itself has no code for. */
class Obstacle extends Error {}

/** One folder after the other: made at once, they never come to an end where the system takes none (/proc). */
function makeFolder(folder: string): void {
  const missing: string[] = [];
  let nearest = folder;
  while (!isThere(nearest)) {
    missing.unshift(nearest);
    nearest = dirname(nearest);
  }
  if (!statSync(nearest).isDirectory()) throw new Obstacle(`${nearest} is not a folder`);
  for (const each of missing) mkdirSync(each);
}

/** Behind a file there is nothing, either; dirname ends at the root, which is always there. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (codeOf(error) === "ENOTDIR") return false;
    throw error;
  }
}

function orFileError(file: string, work: () => void): void {
  try {
    work();
  } catch (cause) {
    // What the report is made of may be a file, too.
    if (cause instanceof FileError) throw cause;
    const message = `not writable: ${obstacleOf(cause)}`;
    throw new FileError([{ file, line: 0, column: 0, message }], { cause });
  }
}

function obstacleOf(cause: unknown): string {
  const code = codeOf(cause) ?? reasonOf(cause);
  return REASONS[code] ?? code;
}

const REASONS: Readonly<Record<string, string>> = {
  ELOOP: SYMBOLIC_LINK,
  ENOENT: "its folder cannot be created",
  EISDIR: "it is a folder",
  EACCES: "permission denied",
  EROFS: "the disk is read-only",
  ENOSPC: "the disk is full",
};
