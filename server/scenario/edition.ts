import { setOrder } from "./set-order.ts";
import type { LibraryFile } from "./library-files.ts";
import { digestOf } from "./scenario-folder.ts";
import { createScenarios } from "./scenario-set.ts";
import type { Scenarios } from "./scenarios.ts";

/** The files of a folder as they stood at one moment, all of them in order. Never changes. */
export interface Edition {
  readonly files: readonly LibraryFile[];
  readonly names: readonly string[];
  /** The digest of the texts it was made of. */
  readonly revision: string;
  /** Milliseconds since 1970. */
  readonly loadedAt: number;
  /** The files of these names with what they extend, as one set; undefined when one is not there. */
  readonly setOf: (names: readonly string[]) => Scenarios | undefined;
  /** Sets that have been asked for, by their names. */
  readonly sets: ReadonlyMap<string, Scenarios>;
}

export interface EditionParts {
  readonly files: readonly LibraryFile[];
  readonly revision: string;
  readonly loadedAt: number;
  /** Of the edition before: those whose files are still the same are kept. */
  readonly sets: ReadonlyMap<string, Scenarios>;
}

/** Every merchant may have a set of its own; those that nobody asks for any more are built again when one does. */
const SETS_MAX = 500;

export function createEdition({ files, revision, loadedAt, sets: before }: EditionParts): Edition {
  const byName = new Map(files.map((file) => [file.name, file]));
  const filesOf = (names: readonly string[]): readonly LibraryFile[] | undefined => {
    const order = setOrder(names, (name) => byName.get(name)?.extends ?? []);
    const found = order.flatMap((name) => byName.get(name) ?? []);
    return found.length === order.length ? found : undefined;
  };
  const sets = new Map(
    [...before].filter(([key, set]) => set.revision === revisionOf(filesOf(namesIn(key)))),
  );
  const build = (key: string, names: readonly string[]): Scenarios | undefined => {
    const found = filesOf(names);
    if (found === undefined) return undefined;
    const built = createScenarios(
      found.map(({ scenario }) => scenario),
      revisionOf(found) ?? "",
    );
    if (sets.size >= SETS_MAX) sets.delete(sets.keys().next().value ?? "");
    sets.set(key, built);
    return built;
  };
  // Nearly all requests ask for the set of the settings, by the very same list.
  let last: { readonly names: readonly string[]; readonly set: Scenarios | undefined } | undefined;
  return {
    files,
    names: [...byName.keys()],
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

/** Changes with every change of one of the files, and with their order. */
function revisionOf(files: readonly LibraryFile[] | undefined): string | undefined {
  return files && digestOf(files.map(({ digest }) => digest));
}

function namesIn(key: string): readonly string[] {
  return JSON.parse(key) as readonly string[];
}
