import { setTimeout as timeout } from "node:timers/promises";
import { createHolds } from "./holds.ts";
import type { HeldRequest, HoldEnd, Holds } from "./holds.ts";

/** All the waiting that scenarios ask for. */
export interface Patience {
  /** Resolves after so long, or at once when the sandbox stops. */
  delay: (ms: number) => Promise<void>;
  hold: (request: HeldRequest) => Promise<HoldEnd>;
}

export interface SandboxPatience extends Patience {
  readonly holds: Holds;
  /** Whoever waits goes on at once, so that a stop gives everybody an answer. */
  close: () => void;
}

export function createPatience(): SandboxPatience {
  const closing = new AbortController();
  const holds = createHolds();
  return {
    holds,
    hold: holds.hold,
    delay: async (ms) => {
      await timeout(ms, undefined, { signal: closing.signal }).catch((error: unknown) => {
        if (!closing.signal.aborted) throw error;
      });
    },
    close: () => {
      closing.abort();
      holds.close();
    },
  };
}

/** Of explanations: nobody waits for what would have been waited for. */
export const NO_PATIENCE: Patience = {
  delay: () => Promise.resolve(),
  hold: () => Promise.resolve("released"),
};
