import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { FSWatcher, watch } from "chokidar";
import { codeOf } from "../domain/thrown.ts";
import type { Log } from "./log.ts";
import { isScenarioFile } from "../scenario/library/scenario-folder.ts";
import type { LibraryState, ScenarioLibrary } from "../scenario/library/library.ts";

export interface ScenarioWatch {
  readonly close: () => Promise<void>;
}

/** The first requests come before it. What changes until then is seen, as a watch begins by looking at everything. */
const BEGIN_AFTER_MS = 250;

/** Has the library read the folder again whenever a file of it changes, and once at first. */
export function watchScenarios({ folder, reload }: ScenarioLibrary, log: Log): ScenarioWatch {
  const place = resolve(folder);
  const complain = (error: unknown): void => {
    log("warn", "scenario-folder-not-watched", { error: codeOf(error) ?? "unknown" });
  };
  const look = (): void => {
    reload().then(follow).catch(complain);
  };
  const open = async (): Promise<void> => {
    const { watch } = await import("chokidar");
    if (isClosed) return;
    const before = watched;
    watched = { identity: identityOf(place), watcher: watcherOf(place, { watch, look, complain }) };
    await before?.watcher.close();
  };
  const follow = async (): Promise<void> => {
    if (identityOf(place) !== watched?.identity) await open();
  };
  let isClosed = false;
  let watched: Watched | undefined;
  const beginning = setTimeout(() => void open().catch(complain), BEGIN_AFTER_MS).unref();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(beginning);
      await watched?.watcher.close();
    },
  };
}

interface Watched {
  readonly watcher: FSWatcher;
  readonly identity: string | undefined;
}

interface WatchParts {
  readonly watch: typeof watch;
  readonly look: () => void;
  readonly complain: (error: unknown) => void;
}

/** Watches the files of the folder; where there is none, the folder above it, until it is put there. */
function watcherOf(place: string, { watch, look, complain }: WatchParts): FSWatcher {
  const parent = dirname(place);
  const ignored = (path: string): boolean => {
    const known = resolve(path);
    const isFile = dirname(known) === place && isScenarioFile(known);
    return !isFile && known !== place && known !== parent;
  };
  const watcher = watch(identityOf(place) === undefined ? parent : place, { depth: 1, ignored });
  return watcher.on("all", look).on("error", complain);
}

/**
 * Tells a folder from another one that took its place: a watcher goes on with the one that is gone, and is not always
 * told of its end. Undefined: there is none.
 */
function identityOf(place: string): string | undefined {
  const found = statSync(place, { bigint: true, throwIfNoEntry: false });
  return found && [found.dev, found.ino, found.birthtimeNs].join(":");
}

/** How many mistakes of one change are logged; the control API has all of them. */
const LOGGED_MAX = 20;

/** Tells what a reload came to. */
export function logReload(log: Log): (state: LibraryState) => void {
  return ({ revision, problems, isTaken }) => {
    if (problems.length === 0) {
      log("info", "scenarios-reloaded", { revision });
      return;
    }
    for (const { file, line, column, message } of problems.slice(0, LOGGED_MAX))
      log("warn", "scenario-file-broken", { file, line, column, message });
    if (isTaken) log("info", "scenarios-reloaded", { revision, problems: problems.length });
    else log("warn", "scenarios-not-reloaded", { revision, problems: problems.length });
  };
}
