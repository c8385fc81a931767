import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { basename, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf } from "../../domain/thrown.ts";
import type { FileProblem } from "../../document/file-problem.ts";

/** What makes a file of the folder a scenario file, in small letters or capitals. */
const EXTENSIONS = [".yaml", ".yml", ".json"];

export interface ScenarioFolder {
  readonly path: string;
  /** As problems call it: a path as it was given, the built-in folder by its own name. */
  readonly shown: string;
}

export interface FileText {
  /** With its extension. */
  readonly file: string;
  readonly text: string;
}

/** The scenario files of a folder as they stood at one moment. */
export interface FolderTexts {
  readonly shown: string;
  /** What the files are called without their extensions; undefined when the folder cannot be read. */
  readonly names: readonly string[] | undefined;
  /** By name. */
  readonly files: readonly FileText[];
  /** What could not be read, or appears twice. */
  readonly problems: readonly FileProblem[];
  /** Changes with every change of any of it. */
  readonly digest: string;
}

export function scenarioFolder(folder: URL | string): ScenarioFolder {
  return typeof folder === "string"
    ? { path: folder, shown: folder.replace(/[\\/]+$/, "") }
    : { path: fileURLToPath(folder), shown: basename(fileURLToPath(folder)) };
}

export function readTexts({ path, shown }: ScenarioFolder): FolderTexts {
  const listed = attempt(() => scenarioFiles(path));
  if ("fault" in listed) {
    const problem = whole(shown, `the folder cannot be read: ${folderFault(listed.fault)}`);
    return { shown, names: undefined, files: [], problems: [problem], digest: digestOf([problem]) };
  }
  const read = listed.value.map((file) => ({ file, ...attempt(() => textOf(join(path, file))) }));
  const files = read.flatMap((it) => ("value" in it ? [{ file: it.file, text: it.value }] : []));
  const unread = read.flatMap((it) =>
    "fault" in it ? [whole(`${shown}/${it.file}`, fileFault(it.fault))] : [],
  );
  const names = [...new Set(listed.value.map((file) => parse(file).name))];
  const problems = [
    ...doubledFiles(shown, names, listed.value),
    ...unnamable(shown, listed.value),
    ...unread,
  ];
  return { shown, names, files, problems, digest: digestOf([files, problems]) };
}

/** Changes with every write to any of the files, without reading them. */
export function stampOf({ path }: ScenarioFolder): string {
  const listed = attempt(() =>
    scenarioFiles(path).map((file) => {
      const { ino, size, mtimeNs, ctimeNs } = statSync(join(path, file), { bigint: true });
      return [file, ...[ino, size, mtimeNs, ctimeNs].map(String)];
    }),
  );
  return JSON.stringify(listed);
}

export function digestOf(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 12);
}

/** A problem of a file or folder as a whole. */
export function whole(file: string, message: string): FileProblem {
  return { file, line: 0, column: 0, message };
}

/** Hidden files are what editors and deployments leave behind. */
export function isScenarioFile(path: string): boolean {
  const { base, ext } = parse(path);
  return EXTENSIONS.includes(ext.toLowerCase()) && !base.startsWith(".");
}

function scenarioFiles(path: string): readonly string[] {
  return readdirSync(path).filter(isScenarioFile).sort();
}

function doubledFiles(
  shown: string,
  names: readonly string[],
  files: readonly string[],
): readonly FileProblem[] {
  return names.flatMap((name) => {
    const same = files.filter((file) => parse(file).name === name);
    const message = `the scenario "${name}" is defined in both ${same.join(" and ")}: keep one`;
    return same.length > 1 ? [whole(shown, message)] : [];
  });
}

/** What schemas/scenario.json takes behind `extends`; lists of names have commas between them. */
const NAMABLE = /^[^/\\.#,][^/\\#,]{0,79}$/;

function unnamable(shown: string, files: readonly string[]): readonly FileProblem[] {
  return files
    .filter((file) => !NAMABLE.test(parse(file).name))
    .map((file) => whole(`${shown}/${file}`, UNNAMABLE));
}

const UNNAMABLE =
  'settings cannot name this file: rename it to at most 80 characters before the extension, without "#", "," and "\\"';

function textOf(path: string): string {
  // Reading a FIFO or a device would wait for ever, or never end.
  const found = statSync(path);
  if (!found.isFile() && !found.isDirectory()) throw new NotAFile();
  return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
}

function attempt<T>(read: () => T): { readonly value: T } | { readonly fault: unknown } {
  try {
    return { value: read() };
  } catch (error) {
    return { fault: error };
  }
}

/** Why a folder could not be listed, in words and with the system's own. */
function folderFault(error: unknown): string {
  return explained(error, {
    ENOENT: "it does not exist",
    ENOTDIR: "it is a file, specify its folder instead",
    EACCES: "permission denied",
  });
}

/** A device, a socket or a FIFO. */
class NotAFile extends Error {}

/** Why a file of the folder could not be read. */
function fileFault(error: unknown): string {
  if (error instanceof NotAFile) return "is a device, a socket or a FIFO, not a file: remove it";
  if (codeOf(error) === NO_TEXT) return "is not UTF-8 text: save it as UTF-8";
  const why = explained(error, {
    EISDIR: "it is a folder, and subfolders are not searched: rename it",
    ENOENT: "it is a broken link",
    EACCES: "permission denied",
  });
  return `cannot be read: ${why}`;
}

/** Of a TextDecoder. */
const NO_TEXT = "ERR_ENCODING_INVALID_ENCODED_DATA";

function explained(error: unknown, words: Readonly<Record<string, string>>): string {
  const code = codeOf(error);
  return code === undefined ? String(error) : `${words[code] ?? "the system reports an error"} (${code})`;
}
