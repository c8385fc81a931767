import type { ResetPart } from "../domain/reset-part.ts";
import type { Clocks } from "../gateway/time/clocks.ts";
import type { AppParts } from "../http/parts.ts";
import type { Journal } from "../journal/journal.ts";
import { ORDERS_AND_THEIR_RECORDS, type Store } from "../store/store.ts";

export interface ResetWork {
  readonly store: Pick<Store, "reset">;
  readonly journal: Pick<Journal, "forget">;
  readonly clocks: Pick<Clocks, "set">;
  /** Breaks off what waits before its commit, so that it is not stored behind the reset. */
  readonly breakOff: (merchantId: string) => void;
  /** Sends nothing more of what the merchant's orders owed. */
  readonly silence: (merchantId: string) => void;
  /** Forgets the rules that were armed for the merchant. */
  readonly disarm: (merchantId: string) => void;
  /** Forgets which rules and contracts the merchant's requests have met. */
  readonly forgetCoverage: (merchantId: string) => void;
}

/** What each part of a reset does. */
export function createReset(work: ResetWork): AppParts["reset"] {
  const { store, journal, clocks, breakOff, silence, disarm, forgetCoverage } = work;
  // What the store keeps stands first: when it cannot write, nothing of the rest is gone.
  const table: Readonly<Record<ResetPart, (merchantId: string) => unknown>> = {
    orders: async (merchantId) => {
      breakOff(merchantId);
      await store.reset(merchantId, ORDERS_AND_THEIR_RECORDS);
      silence(merchantId);
    },
    counters: (merchantId) => store.reset(merchantId, { orders: false, kinds: ["sequence"] }),
    clock: (merchantId) => clocks.set(merchantId, { mode: "real" }),
    journal: journal.forget,
    armed: disarm,
    coverage: forgetCoverage,
  };
  return async (merchantId, parts) => {
    const doing = Object.entries(table).filter(([part]) => parts.some((named) => named === part));
    for (const [, forget] of doing) await forget(merchantId);
  };
}
