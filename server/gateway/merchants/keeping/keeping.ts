import type { Store } from "../../../store/store.ts";
import { createClocks } from "../../time/clocks.ts";
import { KEPT_SESSIONS } from "../../sessions/kept-sessions.ts";
import { KEPT_TOKENS } from "../../tokens/kept-tokens.ts";
import type { Evictable } from "./evictions.ts";
import { createKeptOrders } from "./kept-orders.ts";
import type { KeepingStore, KeptOrdersLimits } from "./kept-orders.ts";
import { createKeptRecords } from "./kept-records.ts";
import type { LookoutParts } from "./lookouts.ts";

/** What is kept of a merchant. */
export interface KeptLimits extends KeptOrdersLimits {
  /** The newest so many are kept, but for those in use; undefined: all. */
  readonly sessionsKept: number | undefined;
  readonly tokensKept: number | undefined;
}

export interface KeepingParts extends LookoutParts {
  readonly store: Store;
  readonly limitsOf: (merchantId: string) => KeptLimits;
  /** Is told what was evicted. */
  readonly evicted: (merchantId: string, what: Evictable, count: number) => void;
}

/** The store, which keeps of each merchant only so much. */
export function createKeeping(parts: KeepingParts): KeepingStore {
  const { limitsOf } = parts;
  const { now } = createClocks(parts);
  const told = (what: Evictable) => (merchantId: string, count: number) => {
    parts.evicted(merchantId, what, count);
  };
  const orders = createKeptOrders({ ...parts, evicted: told("orders") });
  const sessions = createKeptRecords(
    {
      ...{ ...parts, store: orders.store, now, evicted: told("sessions") },
      limitOf: (merchantId) => limitsOf(merchantId).sessionsKept,
    },
    KEPT_SESSIONS,
  );
  const tokens = createKeptRecords(
    {
      ...{ ...parts, store: sessions.store, now, evicted: told("tokens") },
      limitOf: (merchantId) => limitsOf(merchantId).tokensKept,
    },
    KEPT_TOKENS,
  );
  return {
    store: tokens.store,
    sweep: async () => {
      for (const { sweep } of [orders, sessions, tokens]) await sweep();
    },
  };
}
