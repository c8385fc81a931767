import { dirname, resolve } from "node:path";
import { watch } from "chokidar";
import type { Log } from "./log.ts";
import { isScenarioFile } from "./scenario/scenario-folder.ts";
import type { LibraryState, ScenarioLibrary } from "./scenario/library.ts";

export interface ScenarioWatch {
  readonly close: () => Promise<void>;
}

/** Has the library read the folder again whenever a file of it changes, and once at first. */
export function watchScenarios({ folder, reload }: ScenarioLibrary, log: Log): ScenarioWatch {
  const place = resolve(folder);
  const parent = dirname(place);
  const isElsewhere = (path: string): boolean => {
    const known = resolve(path);
    const isFile = dirname(known) === place && isScenarioFile(known);
    return !isFile && known !== place && known !== parent;
  };
  const watcher = watch(place, { depth: 1, ignored: isElsewhere });
  const complain = (error: unknown): void => {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    log("warn", "scenario folder not watched", { error: code });
  };
  watcher.on("all", (event, path) => {
    // What was taken away whole may be put back whole.
    if (event === "unlinkDir" && resolve(path) === place) watcher.add(parent);
    reload().catch(complain);
  });
  watcher.on("error", complain);
  return { close: () => watcher.close() };
}

/** How many mistakes of one change are logged; the control API has all of them. */
const LOGGED_MAX = 20;

/** Tells what a reload came to. */
export function logReload(log: Log): (state: LibraryState) => void {
  return ({ revision, problems }) => {
    if (problems.length === 0) {
      log("info", "scenarios reloaded", { revision });
      return;
    }
    for (const { file, line, column, message } of problems.slice(0, LOGGED_MAX))
      log("warn", "scenario file broken", { file, line, column, message });
    log("warn", "scenarios not reloaded", { revision, problems: problems.length });
  };
}
