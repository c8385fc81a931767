import type { JsonObject } from "../../server/domain/json.ts";
import type { Chance } from "../flows/walk/chance.ts";

/** One transaction to ask for, and the money that it moves when it succeeds, in whole units. */
export interface Step {
  readonly merchant: string;
  readonly order: string;
  readonly transaction: string;
  readonly body: JsonObject;
  readonly captured: number;
  readonly refunded: number;
}

/** A transaction that was acknowledged, with the bytes of its answer. */
export interface Acknowledged {
  readonly step: Step;
  readonly text: string;
}

/** An order and everything of it that was acknowledged. */
export interface KeptOrder {
  readonly merchant: string;
  readonly order: string;
  readonly transactions: readonly Acknowledged[];
}

/** Everything that the callers were told is so. */
export interface Ledger {
  /** False: it was acknowledged before, with another answer. */
  readonly add: (acknowledged: Acknowledged) => boolean;
  /** One of those that were acknowledged last; undefined: none was. */
  readonly recent: (chance: Chance) => Acknowledged | undefined;
  /** Oldest first. */
  readonly orders: () => readonly KeptOrder[];
  readonly transactions: () => number;
}

const RECENT = 50;

/** Only the newest so many orders are remembered. */
export function createLedger(ordersMax = Infinity): Ledger {
  const orders = new Map<string, Acknowledged[]>();
  const latest: Acknowledged[] = [];
  let count = 0;
  return {
    recent: (chance) => (latest.length === 0 ? undefined : chance.pick(latest)),
    add: (acknowledged) => {
      const { merchant, order, transaction } = acknowledged.step;
      const key = `${merchant} ${order}`;
      const own = orders.get(key) ?? [];
      orders.set(key, own);
      const before = own.find(({ step }) => step.transaction === transaction);
      if (before !== undefined) return before.text === acknowledged.text;
      own.push(acknowledged);
      latest[count % RECENT] = acknowledged;
      count += 1;
      const [oldest] = orders.keys();
      if (orders.size > ordersMax && oldest !== undefined) orders.delete(oldest);
      return true;
    },
    orders: () =>
      [...orders.values()].flatMap((transactions) => {
        const [first] = transactions;
        if (first === undefined) return [];
        return [{ merchant: first.step.merchant, order: first.step.order, transactions }];
      }),
    transactions: () => count,
  };
}

export function nameOf({
  merchant,
  order,
  transaction,
}: Pick<Step, "merchant" | "order" | "transaction">): string {
  return `${merchant} ${order} ${transaction}`;
}
