import { parse } from "node:path";
import type { FileProblem } from "../document/file-problem.ts";
import { extendedBy, extendsProblems } from "./extends.ts";
import { createScenarioReader, doubledNames } from "./scenario-reader.ts";
import type { Reading } from "./scenario-reader.ts";
import type { ActiveScenario } from "./scenario-file.ts";
import { digestOf } from "./scenario-folder.ts";
import type { FolderTexts } from "./scenario-folder.ts";

/** A scenario file that is in order. Plain data, so that a worker can hand it over. */
export interface LibraryFile {
  /** Without its extension: what settings, `extends` and requests call it. */
  readonly name: string;
  /** With its extension. */
  readonly file: string;
  readonly scenario: ActiveScenario;
  readonly extends: readonly string[];
  /** Changes with every change of its name or text. */
  readonly digest: string;
}

/** What came of a folder: every file of it, or everything that is wrong with it. */
export interface LibraryReading {
  /** None when there are problems. */
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
  const problems = [...texts.problems, ...problemsOf(read)];
  if (problems.length > 0) return { files: [], problems };
  const files = read.flatMap(({ file, scenario, extends: names, digest }) =>
    scenario === undefined ? [] : [{ name: parse(file).name, file, scenario, extends: names, digest }],
  );
  return { files, problems };
}

export function readFiles({ shown, files }: FolderTexts): readonly ReadFile[] {
  const read = createScenarioReader();
  return files.map(({ file, text }) => {
    const reading = read(`${shown}/${file}`, text);
    return { ...reading, file, extends: extendedBy(reading.data), digest: digestOf([file, text]) };
  });
}

function problemsOf(read: readonly ReadFile[]): readonly FileProblem[] {
  const named = read.map((it) => ({ ...it, fileName: parse(it.file).name }));
  // Two files of one file name are told already.
  const single = named.filter(
    ({ fileName }, index) => named.findIndex((it) => it.fileName === fileName) === index,
  );
  const extending = single.map(({ fileName, ...it }) => ({ ...it, name: fileName }));
  const between = [...doubledNames(single), ...extendsProblems(extending)];
  return read.flatMap(({ source, problems }) => {
    const own = [...problems, ...between.filter(({ file }) => file === source.file)];
    return own.toSorted((one, other) => one.line - other.line || one.column - other.column);
  });
}
