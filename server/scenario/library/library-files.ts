import { parse } from "node:path";
import type { FileProblem } from "../../document/file-problem.ts";
import { offsetOf, placeAt } from "../../document/yaml-place.ts";
import { problemAt } from "../../document/yaml-source.ts";
import type { YamlSource } from "../../document/yaml-source.ts";
import { isObject } from "../../domain/json.ts";
import { createScenarioReader, doubledNames } from "../reading/scenario-reader.ts";
import type { Reading, TakenName } from "../reading/scenario-reader.ts";
import { absence } from "../reading/set-names.ts";
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
  const shipped = shippedReading();
  if (texts.digest === shipped.digest) return shipped;
  const behind = shipped.files.filter(({ name }) => texts.names?.includes(name) !== true);
  const digests = new Set(shipped.files.map(({ digest }) => digest));
  const { files, problems } = reading(texts, readFiles(texts), {
    behind,
    isShipped: (it) => digests.has(it),
  });
  return { files: [...files, ...behind], problems };
}

type ShippedLibrary = LibraryReading & Pick<FolderTexts, "digest">;
let known: ShippedLibrary | undefined;

/** What the package's own files come to, read once where no build has put that in. */
function shippedReading(): ShippedLibrary {
  known ??= SHIPPED === undefined ? readShippedLibrary() : { ...SHIPPED, problems: [] };
  return known;
}

function readShippedLibrary(): ShippedLibrary {
  const texts = shippedTexts();
  const { digest } = texts;
  return { digest, ...reading(texts, readShipped(), { behind: [], isShipped: () => true }) };
}

interface Beside {
  /** The files of the package that no file of the folder takes the name of. */
  readonly behind: readonly LibraryFile[];
  readonly isShipped: (digest: string) => boolean;
}

/** The files that are in order, and what is wrong with the others. */
function reading(
  texts: FolderTexts,
  read: readonly ReadFile[],
  { behind, isShipped }: Beside,
): LibraryReading {
  const problems = [...texts.problems, ...problemsOf(read, behind)];
  const faulty = new Set(problems.map(({ file }) => file));
  const sound = read.filter(({ source }) => !faulty.has(source.file));
  return { files: libraryFiles(sound, isShipped), problems };
}

const shippedTexts = (): FolderTexts =>
  readTexts(scenarioFolder(new URL("../../../scenarios/", import.meta.url)));

let shippedRead: readonly ReadFile[] | undefined;

/** The files of the package with what it takes to find their lines, read once. */
export function readShipped(): readonly ReadFile[] {
  shippedRead ??= readFiles(shippedTexts());
  return shippedRead;
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

/** A file of the folder with the names that it extends, as far as they could be read. */
interface Extending {
  /** Without its extension. */
  readonly name: string;
  readonly source: YamlSource;
  readonly extends: readonly string[];
}

/** The names behind `extends`, whether one or a list was written; none where the file is no scenario file. */
function extendedBy(data: unknown): readonly string[] {
  const written = isObject(data) ? data["extends"] : undefined;
  const names: readonly unknown[] = Array.isArray(written) ? written : [written];
  return names.filter((name) => typeof name === "string");
}

/** Names that are neither a file of the folder nor one behind it, and circles, each told where it closes. */
export function extendsProblems(
  files: readonly Extending[],
  behind: readonly string[] = [],
): readonly FileProblem[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const unknown = files.flatMap((file) =>
    file.extends.flatMap((name, index) =>
      byName.has(name) || behind.includes(name)
        ? []
        : [at(file, index, absence(name, { own: [...byName.keys()], behind }))],
    ),
  );
  return [...unknown, ...circles(files, byName)];
}

function circles(
  files: readonly Extending[],
  byName: ReadonlyMap<string, Extending>,
): readonly FileProblem[] {
  const problems: FileProblem[] = [];
  const done = new Set<string>();
  const walk = (file: Extending, path: readonly string[]): void => {
    const through = [...path, file.name];
    for (const [index, name] of file.extends.entries()) {
      const next = byName.get(name);
      const begin = through.indexOf(name);
      if (begin >= 0) {
        const circle = [...through.slice(begin), name].join(" > ");
        problems.push(at(file, index, `circular extends: ${circle}`));
      } else if (next !== undefined && !done.has(name)) walk(next, through);
    }
    done.add(file.name);
  };
  for (const file of files) if (!done.has(file.name)) walk(file, []);
  return problems;
}

function at({ source }: Extending, index: number, message: string): FileProblem {
  const entry = placeAt(source.document, `/extends/${index}`);
  const place = entry.value === undefined ? placeAt(source.document, "/extends") : entry;
  return problemAt(source, offsetOf(place), message);
}
