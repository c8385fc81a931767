import type { JsonObject } from "../../domain/json.ts";
import { currentTransactions } from "../../domain/order/order.ts";
import type { Order } from "../../domain/order/order.ts";
import { withPublicNames } from "../../domain/request/public-names.ts";
import type { PublicNames } from "../../domain/request/public-names.ts";
import type { Echoes } from "./defaults.ts";
import { assembled, knownTop, place, topLevelOf } from "./assembly.ts";
import { nothingFound } from "./members/found.ts";
import { historyOf, publicNamesOf } from "./history.ts";
import type { Profile } from "./history.ts";
import { byVersion, membersOf } from "./members/members.ts";
import { authenticationOfOrder } from "./groups/used-authentication.ts";
import { renderOrderGroup } from "./groups/order-group.ts";
import { ORDER } from "./shapes/order.ts";
import { renderTransaction } from "./transaction.ts";

export interface OrderAnswerOptions {
  /** The version that the order is asked for in. */
  readonly version: number;
  readonly merchant: Profile;
}

/** The members of the order group stand at the top level here. */
const ANSWER = topLevelOf(
  [
    ...ORDER.members.map(({ name }) => name),
    "3dsAcsEci",
    "authenticationVersion",
    "merchant",
    "result",
    "transaction",
  ],
  ["order", "funds"],
);
const TOP = byVersion((version) => knownTop(ANSWER, version));

/**
 * The answer of retrieving an order: the order's members at the top level, and every transaction as it was answered, all
 * of it in the asked version, which need know nothing of what others wrote (assumption A88).
 */
export function renderOrder(order: Order, { version, merchant }: OrderAnswerOptions): JsonObject {
  const has = membersOf(version);
  const history = historyOf(order, order.transactions.length - 1);
  const top = TOP(has);
  const echoes: Echoes = new Map();
  // Each transaction once, by the entry that stands for it.
  const transaction = currentTransactions(order).map((entry) =>
    renderTransaction(order, order.transactions.indexOf(entry), {
      merchant,
      correlationId: undefined,
      orderAsOf: "then",
      version,
      echoes,
    }),
  );
  const found = nothingFound(ANSWER);
  place(found, top, renderOrderGroup(history, merchant, has) ?? {});
  place(found, top, authenticationOfOrder(history, has));
  place(found, top, { merchant: order.merchantId, result: "SUCCESS", transaction });
  const answer = assembled(top, found, { history, has, merchant, echoes });
  const names = publicNamesOf(order);
  return names === undefined ? answer : withPublicNames(answer, atTopLevel(names));
}

function atTopLevel(names: PublicNames): PublicNames {
  return Object.fromEntries(
    Object.entries(names).map(([path, name]) => [path.replace(/^order\./, ""), name]),
  );
}
