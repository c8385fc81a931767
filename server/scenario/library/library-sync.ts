import { libraryOf } from "./library.ts";
import type { LibraryParts, ScenarioLibrary } from "./library.ts";
import { readLibrary } from "./library-files.ts";
import { readTexts, scenarioFolder } from "./scenario-folder.ts";
import type { Scenarios } from "../scenarios.ts";

const ALONE: LibraryParts = { active: [], inUse: () => [], clock: () => 0, onChange: () => undefined };

/** A library in one call, for those who start no sandbox. Throws a FileError as that would reject with. */
export function openScenarioLibrary(folder: URL | string, parts: LibraryParts = ALONE): ScenarioLibrary {
  const place = scenarioFolder(folder);
  const texts = readTexts(place);
  return libraryOf({ place, texts, first: readLibrary(texts) }, parts);
}

/** The named files alone, for those that do not watch them. */
export function loadScenarios(folder: URL | string, names: readonly string[]): Scenarios {
  const set = openScenarioLibrary(folder, { ...ALONE, active: names }).setOf(names);
  if (set === undefined) throw new Error("the library lacks the files that it was opened for");
  return set;
}
