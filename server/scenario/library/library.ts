import { FileError } from "../../document/file-problem.ts";
import type { FileProblem } from "../../document/file-problem.ts";
import { activeFaults, extendable, nameFaults, SPECIFICATION } from "../reading/set-names.ts";
import type { LibraryFile } from "../scenario-file.ts";
import type { Scenarios } from "../scenarios.ts";
import { createEdition } from "./edition.ts";
import type { Edition } from "./edition.ts";
import type { LibraryReading } from "./library-files.ts";
import { readInWorker } from "./read-in-worker.ts";
import { readTexts, scenarioFolder, whole } from "./scenario-folder.ts";
import type { FolderTexts, ScenarioFolder } from "./scenario-folder.ts";
import { createSettling } from "./settling.ts";
import { SHIPPED } from "./shipped-reading.ts";

export interface LibraryState {
  /** Of all files of the last good set; each set of files has a revision of its own besides. */
  readonly revision: string;
  /** When the last good set was read, in milliseconds since 1970. */
  readonly loadedAt: number;
  /** What is wrong with the files as they are now; empty when nothing is. */
  readonly problems: readonly FileProblem[];
  /**
   * Whether the files as they are now are in use, all but those with problems, which nobody is answered by and which
   * stay as they were. False: the last good set stays whole.
   */
  readonly isTaken: boolean;
}

/** The scenario files of a folder, always a set of them that is in order as a whole. */
export interface ScenarioLibrary {
  readonly folder: string;
  /** Names of the files that decide for whoever has no others; they are always there. */
  readonly active: readonly string[];
  /** The files of these names, in this order, with what they extend; undefined when one is not there. */
  readonly setOf: (names: readonly string[]) => Scenarios | undefined;
  /** What keeps these names from being a set, in sentences; nothing when they are one. */
  readonly faultsOf: (names: readonly string[]) => readonly string[];
  readonly names: () => readonly string[];
  readonly files: () => readonly LibraryFile[];
  /** Reads and checks the files as they are now, and takes all of them or none. */
  readonly reload: () => Promise<LibraryState>;
  readonly state: () => LibraryState;
  /** Ends a reading that is under way; nothing is read any more. */
  readonly close: () => void;
}

export interface LibraryParts {
  /** Names that have to be there, from the start on. */
  readonly active: readonly string[];
  /** Other sets that a change must not break, with what they are called in a problem. */
  readonly inUse: () => readonly NamedSet[];
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Called after a reload that changed anything: the files in use, or what is wrong with the folder. */
  readonly onChange: (state: LibraryState) => void;
}

export interface NamedSet {
  readonly owner: string;
  readonly names: readonly string[];
}

/** Rejects with a FileError that tells every mistake of every file of the folder. */
export async function openLibrary(folder: URL | string, parts: LibraryParts): Promise<ScenarioLibrary> {
  const place = scenarioFolder(folder);
  const texts = readTexts(place);
  return libraryOf({ place, texts, first: await readingOf(texts) }, parts);
}

/**
 * Most sandboxes have the scenarios that ship, and those were read and checked when they were built; what reads others,
 * the library for YAML first of all, is loaded for those only.
 */
async function readingOf(texts: FolderTexts): Promise<LibraryReading> {
  if (texts.digest === SHIPPED?.digest) return { files: SHIPPED.files, problems: [] };
  const { readLibrary } = await import("./library-files.ts");
  return readLibrary(texts);
}

/** A folder that has been read. */
interface ReadFolder {
  readonly place: ScenarioFolder;
  readonly texts: FolderTexts;
  readonly first: LibraryReading;
}

/** Throws a FileError that tells every mistake of every file of the folder. */
export function libraryOf({ place, texts, first }: ReadFolder, parts: LibraryParts): ScenarioLibrary {
  const problems = [...first.problems, ...missing(texts, first, [{ owner: "", names: parts.active }])];
  if (problems.length > 0) throw new FileError(problems);
  const edition = editionOf(texts, first, { loadedAt: parts.clock(), before: undefined });
  const stop = new AbortController();
  const current: Current = { edition, tried: texts.digest, problems: [], isTaken: true, stop: stop.signal };
  const settle = createSettling(place);
  return {
    folder: place.path,
    active: parts.active,
    setOf: (names) => current.edition.setOf(names),
    faultsOf: (names) => nameFaults(names, current.edition.names),
    names: () => current.edition.names.own,
    files: () => current.edition.files,
    state: () => stateOf(current),
    reload: () => settle((settled) => take(current, settled, parts)).then(() => stateOf(current)),
    close: () => {
      stop.abort();
    },
  };
}

/** What is in force, and what the last attempt came to. */
interface Current {
  edition: Edition;
  /** Digest of the texts that were tried last. */
  tried: string;
  problems: readonly FileProblem[];
  isTaken: boolean;
  readonly stop: AbortSignal;
}

function stateOf({ edition, problems, isTaken }: Current): LibraryState {
  return { revision: edition.revision, loadedAt: edition.loadedAt, problems, isTaken };
}

/** Everything up to the change of editions happens beside the requests; the change itself is one step. */
async function take(current: Current, texts: FolderTexts, parts: LibraryParts): Promise<void> {
  if (texts.digest === current.tried) return;
  current.tried = texts.digest;
  Object.assign(current, await tried(current, texts, parts).catch(failed(current.edition, texts)));
  parts.onChange(stateOf(current));
}

type Tried = Pick<Current, "edition" | "isTaken" | "problems">;

/** The edition before stays when a file in use is broken, and when the texts are its own again. */
async function tried(
  { edition: before, stop }: Current,
  texts: FolderTexts,
  parts: LibraryParts,
): Promise<Tried> {
  if (texts.digest === before.revision) return { edition: before, problems: before.problems, isTaken: true };
  const reading = await readInWorker(texts, stop);
  const inUse = [{ owner: "", names: parts.active }, ...parts.inUse()];
  const lost = missing(texts, reading, inUse);
  const problems = [...reading.problems, ...lost];
  if (lost.length > 0 || isAnyBroken(texts, reading, inUse))
    return { edition: before, problems, isTaken: false };
  const edition = editionOf(texts, reading, { loadedAt: parts.clock(), before });
  // Built now, so that no request waits for them.
  for (const { names } of inUse) edition.setOf(names);
  return { edition, problems, isTaken: true };
}

/** Whether something is wrong with the folder as a whole, or with a file that somebody is answered by. */
function isAnyBroken(
  { shown }: FolderTexts,
  { files, problems }: LibraryReading,
  inUse: readonly NamedSet[],
): boolean {
  const sound = new Set(extendable(files).map(({ name }) => name));
  const used = [SPECIFICATION, ...inUse.flatMap(({ names }) => names)];
  return problems.some(({ file }) => file === shown) || used.some((name) => !sound.has(name));
}

function failed(edition: Edition, { shown }: FolderTexts): (error: unknown) => Tried {
  return (error) => ({
    edition,
    problems: [whole(shown, `the files could not be checked: ${String(error)}`)],
    isTaken: false,
  });
}

interface Standing {
  readonly loadedAt: number;
  readonly before: Edition | undefined;
}

/** Of files that are broken now the edition has what they were before, as long as what they extend is there. */
function editionOf(
  { digest, names: own = [] }: FolderTexts,
  { files, problems }: LibraryReading,
  { loadedAt, before }: Standing,
): Edition {
  const sound = new Set(files.map(({ name }) => name));
  const kept = before?.files.filter(({ name }) => own.includes(name) && !sound.has(name)) ?? [];
  const all = extendable([...files, ...kept]);
  return createEdition({
    files: all,
    own,
    problems,
    revision: digest,
    loadedAt,
    sets: before?.sets ?? new Map(),
  });
}

/** Those of the settings have no owner. */
function missing(
  { shown, names: own }: FolderTexts,
  { files }: LibraryReading,
  inUse: readonly NamedSet[],
): readonly FileProblem[] {
  if (own === undefined) return [];
  const behind = files.flatMap(({ name }) => (own.includes(name) ? [] : [name]));
  return inUse.flatMap(({ owner, names }) =>
    owner === ""
      ? activeFaults(names, { own, behind }).map((fault) => whole(shown, fault))
      : nameFaults(names, { own, behind }).map((fault) => whole(shown, `${owner}: ${fault}`)),
  );
}
