import type { Json } from "../domain/json.ts";
import type { ResetPart } from "../domain/merchant.ts";
import type { Clocks } from "../gateway/time/clocks.ts";
import type { AppParts } from "../http/parts.ts";
import { ORDERS_AND_THEIR_RECORDS, type Store } from "../store/store.ts";
import type { Fellows } from "./fellows.ts";

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
  readonly memory: Readonly<Record<InMemory, (merchantId: string) => void>>;
}

/** What each part of a reset does. It is over when the other processes of the store have forgotten it as well. */
export function createReset({
  store,
  clocks,
  fellows,
  breakOff,
  disarm,
  memory,
}: ResetWork): AppParts["reset"] {
  const stored: Readonly<Record<Exclude<ResetPart, "coverage" | "journal">, Forget>> = {
    orders: async (merchantId) => {
      breakOff(merchantId);
      await store.reset(merchantId, ORDERS_AND_THEIR_RECORDS);
    },
    counters: (merchantId) => store.reset(merchantId, { orders: false, kinds: ["sequence"] }),
    clock: (merchantId) => clocks.set(merchantId, { mode: "real" }),
    armed: disarm,
  };
  const forgetHere = (merchantId: string, parts: readonly ResetPart[]): void => {
    for (const part of IN_MEMORY) if (parts.includes(part)) memory[part](merchantId);
  };
  fellows?.on("reset", (value, merchantId = "") => {
    const parts = partsOf(value);
    if (parts.includes("orders")) breakOff(merchantId);
    forgetHere(merchantId, parts);
  });
  return async (merchantId, parts) => {
    // What the store keeps stands first: when it cannot write, nothing of the rest is gone.
    const doing = Object.entries(stored).filter(([part]) => parts.some((named) => named === part));
    for (const [, forget] of doing) await forget(merchantId);
    const heard = fellows?.announce("reset", merchantId, { parts });
    forgetHere(merchantId, parts);
    await heard;
  };
}

type Forget = (merchantId: string) => unknown;

/** In the order in which they are forgotten. */
const IN_MEMORY: readonly InMemory[] = ["orders", "journal", "coverage"];

/** Whether this part of the merchant was reset, and the process that tells something of it has not heard so yet. */
export function isForgotten(fellows: Fellows, part: InMemory, process: string, merchantId: string): boolean {
  return fellows.unheardBy("reset", process, merchantId).some((value) => partsOf(value).includes(part));
}

function partsOf(value: Json): readonly ResetPart[] {
  return (value as unknown as { readonly parts: readonly ResetPart[] }).parts;
}
