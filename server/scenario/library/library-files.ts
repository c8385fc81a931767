import { parse } from "node:path";
import type { FileProblem } from "../../document/file-problem.ts";
import { extendedBy, extendsProblems } from "./extends.ts";
import { createScenarioReader, doubledNames } from "../reading/scenario-reader.ts";
import type { Reading, TakenName } from "../reading/scenario-reader.ts";
import type { LibraryFile } from "../scenario-file.ts";
import { digestOf, readTexts, scenarioFolder } from "./scenario-folder.ts";
import type { FolderTexts } from "./scenario-folder.ts";
import { SHIPPED } from "./shipped-reading.ts";

/** What came of a folder. */
export interface LibraryReading {
  /**
   * Those that are in order, and behind them those that ship with the sandbox and that
   * no file of the folder takes the name of (assumption A270).
   */
  readonly files: readonly LibraryFile[];
  /** In the order of the files and their lines. */
  readonly problems: readonly FileProblem[];
}

/** A file as it was read, in order or not, with what it takes to find its lines. */
export interface ReadFile extends Reading {
  readonly file: string;
  readonly digest: string;
  readonly extends: readonly string[];
}

/** Reads and checks every file; the whole folder is judged, whatever of it is active. */
export function readLibrary(texts: FolderTexts): LibraryReading {
  const read = readFiles(texts);
  const shipped = shippedFiles();
  const behind = shipped.filter(({ name }) => texts.names?.includes(name) !== true);
  const problems = [...texts.problems, ...problemsOf(read, behind)];
  const faulty = new Set(problems.map(({ file }) => file));
  const digests = new Set(shipped.map(({ digest }) => digest));
  const sound = libraryFiles(
    read.filter(({ source }) => !faulty.has(source.file)),
    (digest) => digests.has(digest),
  );
  return { files: [...sound, ...behind], problems };
}

let known: readonly LibraryFile[] | undefined;

/** The files of the package, read once where no build has put them in. */
function shippedFiles(): readonly LibraryFile[] {
  known ??= SHIPPED?.files ?? libraryFiles(readShipped(), () => true);
  return known;
}

/** The files of the package with what it takes to find their lines. */
export function readShipped(): readonly ReadFile[] {
  return readFiles(readTexts(scenarioFolder(new URL("../../../scenarios/", import.meta.url))));
}

function libraryFiles(
  read: readonly ReadFile[],
  isShipped: (digest: string) => boolean,
): readonly LibraryFile[] {
  return read.flatMap(({ file, scenario, extends: names, digest }) =>
    scenario === undefined
      ? []
      : [{ name: parse(file).name, file, scenario, extends: names, digest, isShipped: isShipped(digest) }],
  );
}

export function readFiles({ shown, files }: Pick<FolderTexts, "files" | "shown">): readonly ReadFile[] {
  const read = createScenarioReader();
  return files.map(({ file, text }) => {
    const reading = read(`${shown}/${file}`, text);
    return { ...reading, file, extends: extendedBy(reading.data), digest: digestOf([file, text]) };
  });
}

function problemsOf(read: readonly ReadFile[], behind: readonly LibraryFile[]): readonly FileProblem[] {
  const named = read.map((it) => ({ ...it, fileName: parse(it.file).name }));
  // Two files of one file name are told already.
  const single = named.filter(
    ({ fileName }, index) => named.findIndex((it) => it.fileName === fileName) === index,
  );
  const extending = single.map(({ fileName, ...it }) => ({ ...it, name: fileName }));
  const between = [
    ...doubledNames(
      single,
      behind.map(({ file, scenario }) => takenByShipped(file, scenario.name)),
    ),
    ...extendsProblems(
      extending,
      behind.map(({ name }) => name),
    ),
  ];
  return read.flatMap(({ source, problems }) => {
    const own = [...problems, ...between.filter(({ file }) => file === source.file)];
    return own.toSorted((one, other) => one.line - other.line || one.column - other.column);
  });
}

/** The name that a scenario has in reports is its own, also when it ships with the sandbox. */
export function takenByShipped(file: string, name: string): TakenName {
  return { name, by: `${file}, which ships with the sandbox` };
}
