import { setTimeout as timeout } from "node:timers/promises";
import { createHolds, HOLD_MS_MAX } from "./holds.ts";
import type { HeldRequest, HoldListener, HoldEnd, Holds } from "./holds.ts";

/** Why a delay is over. */
export type DelayEnd = "over" | "closing" | "reset";

/** All the waiting that scenarios ask for. */
export interface Waits {
  /** Resolves after so long, or at once when the sandbox stops or the merchant is reset. */
  delay: (merchantId: string, ms: number) => Promise<DelayEnd>;
  hold: (request: HeldRequest) => Promise<HoldEnd>;
}

export interface SandboxWaits extends Waits {
  readonly holds: Holds;
  /** Whoever waits for an answer to the merchant goes on at once, to learn that it is reset. */
  breakOff: (merchantId: string) => void;
  /** Whoever waits goes on at once, so that a stop gives everybody an answer. */
  close: () => void;
}

export function createWaits(listener?: HoldListener): SandboxWaits {
  const holds = createHolds(HOLD_MS_MAX, listener);
  const delays = createDelays();
  return {
    holds,
    hold: holds.hold,
    delay: delays.delay,
    breakOff: (merchantId) => {
      delays.end((delayed) => delayed === merchantId, "reset");
      holds.breakOff(merchantId);
    },
    close: () => {
      delays.close();
      holds.close();
    },
  };
}

interface Delays {
  readonly delay: Waits["delay"];
  readonly end: (isMeant: (merchantId: string) => boolean, why: DelayEnd) => void;
  readonly close: () => void;
}

function createDelays(): Delays {
  const running = new Map<AbortController, string>();
  let isClosed = false;
  const end: Delays["end"] = (isMeant, why) => {
    for (const [ending, merchantId] of running) if (isMeant(merchantId)) ending.abort(why);
  };
  return {
    delay: async (merchantId, ms) => {
      if (isClosed) return "closing";
      const ending = new AbortController();
      running.set(ending, merchantId);
      await timeout(ms, undefined, { signal: ending.signal }).catch((error: unknown) => {
        if (!ending.signal.aborted) throw error;
      });
      running.delete(ending);
      return ending.signal.aborted ? (ending.signal.reason as DelayEnd) : "over";
    },
    end,
    close: () => {
      isClosed = true;
      end(() => true, "closing");
    },
  };
}

/** Of explanations: nobody waits for what would have been waited for. */
export const NO_WAITS: Waits = {
  delay: () => Promise.resolve("over"),
  hold: () => Promise.resolve("released"),
};
