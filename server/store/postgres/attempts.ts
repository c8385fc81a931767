import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { StoreBusy } from "../store.ts";

/** So often something is done again because others changed what it saw; then they are told to come back later. */
const ATTEMPTS_MAX = 40;
/** What the pauses between attempts grow to, in milliseconds. */
const PAUSE_MAX = 20;

/** Tries until an attempt gives a result; undefined: others were in its way, and nothing was changed. */
export async function undisturbed<R>(attempt: () => Promise<{ readonly result: R } | undefined>): Promise<R> {
  for (let count = 0; count < ATTEMPTS_MAX; count += 1) {
    const ended = await attempt();
    if (ended !== undefined) return ended.result;
    // The first attempts fail for reasons that are over; later ones make room for others.
    if (count > 1) await pause(Math.min(count, PAUSE_MAX));
  }
  throw new StoreBusy("too many others change the same");
}

/** As `undisturbed`, of what the error says was refused for another reason than what it is. */
export function unless<R>(
  isInTheWay: (error: unknown) => boolean,
  doing: () => Promise<R>,
): Promise<{ readonly result: R } | undefined> {
  return doing().then(
    (result) => ({ result }),
    (error: unknown) => {
      if (isInTheWay(error)) return undefined;
      throw error;
    },
  );
}

/** A commit found that what it saw is another by now: the column of its version takes no null. */
export function isConflict(error: unknown): boolean {
  return codeIn(error) === "23502";
}

/**
 * Two transactions in each other's way: nothing was changed, and the same again may succeed. PostgreSQL says so of deadlocks,
 * and of more where transactions are serializable, as they are in engines that spread over machines.
 */
export function isToBeRepeated(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeIn(error) ?? "");
}

function codeIn(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}
