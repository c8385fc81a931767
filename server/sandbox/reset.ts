import type { ResetPart } from "../domain/merchant.ts";
import { isoTime } from "../domain/time.ts";
import type { Clocks } from "../gateway/time/clocks.ts";
import type { SandboxWaits } from "../gateway/time/waits.ts";
import type { AppParts } from "../http/parts.ts";
import { ORDERS_AND_THEIR_RECORDS, type Store } from "../store/store.ts";
import type { Fellows } from "./fellows.ts";
import type { Journaling } from "./journaling.ts";

/** What memory holds of a merchant. */
type InMemory = Extract<ResetPart, "coverage" | "journal" | "orders">;

export interface ResetWork {
  readonly store: Pick<Store, "reset">;
  readonly clocks: Pick<Clocks, "set">;
  readonly fellows: Fellows | undefined;
  /** Breaks off what waits before its commit, so that it is not stored behind the reset. */
  readonly breakOff: (merchantId: string) => void;
  /** Forgets the rules that were armed for the merchant, and what its payers do by themselves. */
  readonly disarm: (merchantId: string) => Promise<void>;
  /** Forgets what memory holds of the merchant. */
  readonly here: Readonly<Record<InMemory, (merchantId: string) => void>>;
  /** The same for a reset by another process, which was at this time: what has come since stays. */
  readonly before: Readonly<Record<InMemory, (merchantId: string, time: string) => void>>;
}

/** What each part of a reset does. */
export function createReset({
  store,
  clocks,
  fellows,
  breakOff,
  disarm,
  here,
  before,
}: ResetWork): AppParts["reset"] {
  // What the store keeps stands first: when it cannot write, nothing of the rest is gone.
  const table: Readonly<Record<ResetPart, (merchantId: string) => unknown>> = {
    orders: async (merchantId) => {
      breakOff(merchantId);
      await store.reset(merchantId, ORDERS_AND_THEIR_RECORDS);
      here.orders(merchantId);
    },
    counters: (merchantId) => store.reset(merchantId, { orders: false, kinds: ["sequence"] }),
    clock: (merchantId) => clocks.set(merchantId, { mode: "real" }),
    journal: here.journal,
    armed: disarm,
    coverage: here.coverage,
  };
  fellows?.on("reset", (value, merchantId = "") => {
    const { parts, at } = value as unknown as ResetNews;
    for (const part of IN_MEMORY) if (parts.includes(part)) before[part](merchantId, at);
  });
  return async (merchantId, parts) => {
    const doing = Object.entries(table).filter(([part]) => parts.some((named) => named === part));
    for (const [, forget] of doing) await forget(merchantId);
    fellows?.tell("reset", merchantId, { parts, at: isoTime(new Date().getTime()) } satisfies ResetNews);
  };
}

/** In the order in which they are forgotten: coverage is counted anew from what the journal still has. */
const IN_MEMORY: readonly InMemory[] = ["orders", "journal", "coverage"];

/** What the other processes are told of a reset. */
interface ResetNews {
  readonly parts: readonly ResetPart[];
  readonly at: string;
}

type Tally = Pick<AppParts["tally"], "forget" | "record">;

interface ForgettingParts {
  readonly journaling: Pick<Journaling, "forgetBefore" | "journal">;
  /** Forgets what was owed and told of the merchant's orders. */
  readonly forgetSent: (merchantId: string) => void;
  readonly waits: Pick<SandboxWaits, "breakOff">;
}

/** What another process has reset is forgotten here as far as it is older. */
export function forgettingBefore(
  { journaling, forgetSent, waits }: ForgettingParts,
  tallies: readonly Tally[],
): ResetWork["before"] {
  return {
    orders: (merchantId) => {
      waits.breakOff(merchantId);
      forgetSent(merchantId);
    },
    journal: journaling.forgetBefore,
    coverage: (merchant, time) => {
      const kept = journaling.journal
        .list({ filter: { merchant, since: time }, limit: Infinity })
        .toReversed();
      for (const { forget, record } of tallies) {
        forget(merchant);
        kept.forEach(record);
      }
    },
  };
}
