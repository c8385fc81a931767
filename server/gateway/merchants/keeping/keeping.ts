import { KEPT } from "../../../domain/kept.ts";
import type { Kept, KeptLimit } from "../../../domain/kept.ts";
import { StoreUnavailable } from "../../../store/store.ts";
import type { Store } from "../../../store/store.ts";
import { KEPT_CHECKS } from "../../authentication/kept-checks.ts";
import { KEPT_ASSESSMENTS } from "../../card-requests/kept-assessments.ts";
import { createFingerprints } from "../../secrets/fingerprints.ts";
import { KEPT_SESSIONS } from "../../sessions/kept-sessions.ts";
import { createClocks } from "../../time/clocks.ts";
import { KEPT_TOKENS } from "../../tokens/kept-tokens.ts";
import { createKeptOrders } from "./kept-orders.ts";
import type { KeepingStore } from "./kept-orders.ts";
import { createKeptPages } from "./kept-pages.ts";
import { createKeptRecords } from "./kept-records.ts";
import type { KeptKind, KeptRecords } from "./kept-records.ts";
import type { LookoutParts } from "./lookouts.ts";

export interface KeepingParts extends LookoutParts {
  readonly store: Store;
  /** Undefined: there is no such limit. */
  readonly limitOf: (merchantId: string, limit: KeptLimit) => number | undefined;
  /** Is told what was evicted. */
  readonly evicted: (merchantId: string, what: Kept, count: number) => void;
}

/** What stands beside the orders; their pages go with them. */
const KINDS: Readonly<Record<KeptRecords, KeptKind>> = {
  sessions: KEPT_SESSIONS,
  tokens: KEPT_TOKENS,
  riskAssessments: KEPT_ASSESSMENTS,
  enrollmentChecks: KEPT_CHECKS,
};

/** Neither fails: the next time does what could not be done. */
export interface Keeping extends KeepingStore {
  /** Forgets pages that are about nothing. */
  readonly forgetStrays: () => Promise<void>;
}

/** The store, which keeps of each merchant only so much, and forgets the pages of what it forgets. */
export function createKeeping(parts: KeepingParts): Keeping {
  const { limitOf } = parts;
  const { now } = createClocks(parts);
  const pages = createKeptPages({ store: parts.store, fingerprints: createFingerprints(parts.store.secret) });
  const orders = createKeptOrders({
    ...{ ...parts, pages },
    evicted: (merchantId, count) => {
      parts.evicted(merchantId, "orders", count);
    },
  });
  const all = [orders];
  let { store } = orders;
  for (const [named, kind] of Object.entries(KINDS) as [KeptRecords, KeptKind][]) {
    const records = createKeptRecords(
      {
        ...{ ...parts, store, now, named },
        limitOf: (merchantId) => limitOf(merchantId, KEPT[named].limits[0]),
        evicted: (merchantId, count) => {
          parts.evicted(merchantId, named, count);
        },
      },
      kind,
    );
    all.push(records);
    ({ store } = records);
  }
  return {
    store: {
      ...store,
      reset: async (merchantId, scope) => {
        if (scope.orders) await pages.forgetAll(merchantId);
        await store.reset(merchantId, scope);
      },
    },
    sweep: async () => {
      for (const { sweep } of all) await sweep().catch(reportBugOf(parts));
    },
    forgetStrays: () => pages.forgetStrays().catch(reportBugOf(parts)),
  };
}

function reportBugOf({ reportBug }: KeepingParts) {
  return (error: unknown): void => {
    if (!(error instanceof StoreUnavailable)) reportBug(error);
  };
}
