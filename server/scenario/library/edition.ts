import type { FileProblem } from "../../document/file-problem.ts";
import type { KnownNames } from "../reading/set-names.ts";
import { lastOf, setOrder, SPECIFICATION } from "../reading/set-names.ts";
import type { ActiveScenario, LibraryFile } from "../scenario-file.ts";
import { digestOf } from "./scenario-folder.ts";
import { createScenarios } from "../scenarios.ts";
import type { Scenarios } from "../scenarios.ts";

/** The files of a folder as they stood at one moment, all of them in order. Never changes. */
export interface Edition {
  readonly files: readonly LibraryFile[];
  readonly names: KnownNames;
  /** The digest of the texts it was made of. */
  readonly revision: string;
  /** What was wrong with files that were left as they had been. */
  readonly problems: readonly FileProblem[];
  /** Milliseconds since 1970. */
  readonly loadedAt: number;
  /** The files of these names with what they extend, as one set; undefined when one is not there. */
  readonly setOf: (names: readonly string[]) => Scenarios | undefined;
  /** Sets that have been asked for, by their names. */
  readonly sets: ReadonlyMap<string, Scenarios>;
}

interface EditionParts {
  readonly files: readonly LibraryFile[];
  /** Names of the files of the folder; the others stand behind them. */
  readonly own: readonly string[];
  readonly problems: readonly FileProblem[];
  readonly revision: string;
  readonly loadedAt: number;
  /** Of the edition before: those whose files are still the same are kept. */
  readonly sets: ReadonlyMap<string, Scenarios>;
}

/** Every merchant may have a set of its own; those that nobody asks for any more are built again when one does. */
const SETS_MAX = 500;

export function createEdition(parts: EditionParts): Edition {
  const { files, own, problems, revision, loadedAt, sets: before } = parts;
  const filesOf = setFilesOf(files);
  const sets = new Map(
    [...before].filter(([key, set]) => set.revision === revisionOf(filesOf(namesIn(key)))),
  );
  const build = (key: string, names: readonly string[]): Scenarios | undefined => {
    const found = filesOf(names);
    if (found === undefined) return undefined;
    const built = createScenarios(contentsOf(found.named), revisionOf(found) ?? "", contentsOf(found.last));
    if (sets.size >= SETS_MAX) sets.delete(sets.keys().next().value ?? "");
    sets.set(key, built);
    return built;
  };
  // Nearly all requests ask for the set of the settings, by the very same list.
  let last: { readonly names: readonly string[]; readonly set: Scenarios | undefined } | undefined;
  return {
    files,
    names: {
      own: own.filter((name) => files.some((file) => file.name === name)),
      behind: files.flatMap(({ name }) => (own.includes(name) ? [] : [name])),
    },
    problems,
    revision,
    loadedAt,
    sets,
    setOf: (names) => {
      if (last?.names !== names) {
        const key = JSON.stringify(names);
        last = { names, set: sets.get(key) ?? build(key, names) };
      }
      return last.set;
    },
  };
}

/** The files of a set in the order they are asked. */
interface SetFiles {
  readonly named: readonly LibraryFile[];
  readonly last: readonly LibraryFile[];
}

/** Undefined when one of the names is no file. */
function setFilesOf(files: readonly LibraryFile[]): (names: readonly string[]) => SetFiles | undefined {
  const last = lastOf(files);
  const byName = new Map(files.map((file) => [file.name, file]));
  return (names) => {
    const whole = setOrder(names, (name) => byName.get(name)?.extends ?? []);
    // It is behind all others in any case, so that naming it changes nothing.
    const order = whole.filter((name) => name !== SPECIFICATION);
    const named = order.flatMap((name) => byName.get(name) ?? []);
    return named.length === order.length ? { named, last } : undefined;
  };
}

function contentsOf(files: readonly LibraryFile[]): readonly ActiveScenario[] {
  return files.map(({ scenario, isShipped }) => ({ ...scenario, isShipped }));
}

/** Changes with every change of one of the files, and with their order. */
function revisionOf(found: SetFiles | undefined): string | undefined {
  return found && digestOf([...found.named, ...found.last].map(({ digest }) => digest));
}

function namesIn(key: string): readonly string[] {
  return JSON.parse(key) as readonly string[];
}
