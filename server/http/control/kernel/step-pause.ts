import { setTimeout as pause } from "node:timers/promises";
import type { Steps } from "../../../domain/steps.ts";

/** Steps that take longer together are followed by a pause: payments wait about as long. */
const TURN_MS = 10;
/** A payment that came meanwhile is over in this time: it takes several turns of the event loop. */
const PAUSE_MS = 5;

/** Gives the way free where one has been going for too long; called between the steps of what takes long. */
export function createGivingWay(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await pause(PAUSE_MS);
    since = performance.now();
  };
}

/** Payments wait for a few steps, and not for all of them. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  const giveWay = createGivingWay();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await giveWay();
  }
}
