import { setTimeout as pause } from "node:timers/promises";

/** A payment that came meanwhile is over in this time: it takes several turns of the event loop. */
const PAUSE_MS = 5;

/** Between the steps of what takes long: payments wait for one step, and not for the whole. */
export const stepPause = (): Promise<void> => pause(PAUSE_MS);
