import { setTimeout as pause } from "node:timers/promises";
import { digestOf, readTexts, stampOf, whole } from "./scenario-folder.ts";
import type { FolderTexts, ScenarioFolder } from "./scenario-folder.ts";

/** How long no file may have changed before the folder is read: half a file can be a file in order. */
const QUIET_MS = 100;

/** How often the folder is looked at before it is given up: ten seconds. */
const LOOKS_MAX = 100;

type Settle = (use: (texts: FolderTexts) => Promise<void>) => Promise<void>;

/**
 * Reads a folder when nobody writes to it, and one reading at a time: whoever asks while one waits for quiet gets
 * that one, whoever asks while one is under way gets the next. Nothing runs when nobody asks.
 */
export function createSettling(folder: ScenarioFolder): Settle {
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return (use) => {
    waiting ??= last = last
      .catch(() => undefined)
      .then(async () => {
        const texts = await quietTexts(folder);
        waiting = undefined;
        await use(texts);
      });
    return waiting;
  };
}

async function quietTexts(folder: ScenarioFolder): Promise<FolderTexts> {
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const stamp = stampOf(folder);
    await pause(QUIET_MS, undefined, { ref: false });
    const texts = stampOf(folder) === stamp ? readTexts(folder) : undefined;
    if (texts !== undefined && stampOf(folder) === stamp) return texts;
  }
  return restlessTexts(folder);
}

function restlessTexts({ shown }: ScenarioFolder): FolderTexts {
  const problems = [whole(shown, "the files change constantly, so they cannot be loaded")];
  return { shown, names: undefined, files: [], problems, digest: digestOf(problems) };
}
