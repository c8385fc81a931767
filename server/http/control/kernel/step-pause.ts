import { setTimeout as pause } from "node:timers/promises";
import type { Steps } from "../../../domain/steps.ts";

/** A payment that came meanwhile is over in this time: it takes several turns of the event loop. */
const PAUSE_MS = 5;

/** Between the steps of what takes long: payments wait for one step, and not for the whole. */
export const stepPause = (): Promise<void> => pause(PAUSE_MS);

/** Payments wait for one step, and not for all of them. */
export async function inTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await stepPause();
  }
}
