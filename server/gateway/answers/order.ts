import type { JsonObject } from "../../domain/json.ts";
import { currentTransactions } from "../../domain/order.ts";
import type { Order } from "../../domain/order.ts";
import { place, topLevelOf } from "./assembly.ts";
import { assembledAfter, nothingEchoed } from "./echoed.ts";
import { nothingFound } from "./found.ts";
import { historyOf } from "./history.ts";
import { membersOf } from "./members.ts";
import { renderOrderGroup } from "./order-group.ts";
import type { Profile } from "./order-group.ts";
import { ORDER } from "./shapes/order.ts";
import { renderTransaction } from "./transaction.ts";

export interface OrderAnswerOptions {
  /** The version that the order is asked for in. */
  readonly version: number;
  readonly merchant: Profile;
}

/** The members of the order group stand at the top level here. */
const ANSWER = topLevelOf(
  [...ORDER.members.map(({ name }) => name), "merchant", "result", "transaction"],
  ["order", "funds"],
);

/**
 * The answer of retrieving an order: the order's members at the top level in the asked version, and every
 * transaction as it was answered, each in the version of its request (assumption A88).
 */
export function renderOrder(order: Order, { version, merchant }: OrderAnswerOptions): JsonObject {
  const has = membersOf(version);
  const history = historyOf(order, order.transactions.length - 1);
  const echoed = nothingEchoed(ANSWER);
  // Each transaction once, by the entry that stands for it.
  const transaction = currentTransactions(order).map((entry) =>
    renderTransaction(order, order.transactions.indexOf(entry), {
      merchant,
      correlationId: undefined,
      orderAsOf: "then",
      echoed,
    }),
  );
  const found = nothingFound(ANSWER);
  place(found, ANSWER, renderOrderGroup(history, merchant, has) ?? {});
  place(found, ANSWER, { merchant: order.merchantId, result: "SUCCESS", transaction });
  return assembledAfter(echoed, ANSWER, found, { history, has });
}
