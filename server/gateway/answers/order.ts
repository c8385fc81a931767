import type { Json, JsonObject } from "../../domain/json.ts";
import { isObject } from "../../domain/json.ts";
import { currentTransactions } from "../../domain/order.ts";
import type { Order } from "../../domain/order.ts";
import { ownMembersOfGroups } from "./defaults.ts";
import { ECHO_GROUPS } from "./echo-groups.ts";
import { historyOf } from "./history.ts";
import { membersOf } from "./members.ts";
import type { Profile } from "./order-group.ts";
import { valueOf } from "./pick.ts";
import { renderOrderGroup, renderTransaction } from "./transaction.ts";

export interface OrderAnswerOptions {
  /** The version that the order is asked for in. */
  readonly version: number;
  readonly merchant: Profile;
}

/**
 * The answer of retrieving an order: the order's members at the top level in the asked version, and every
 * transaction as it was answered, each in the version of its request (assumption A88).
 */
export function renderOrder(order: Order, { version, merchant }: OrderAnswerOptions): JsonObject {
  const has = membersOf(version);
  const history = historyOf(order, order.transactions.length - 1);
  const own = ownMembersOfGroups(history, has);
  const members = renderOrderGroup(history, merchant, has);
  // Each transaction once, by the entry that stands for it.
  const transaction = currentTransactions(order).map((entry) =>
    renderTransaction(order, order.transactions.indexOf(entry), {
      merchant,
      correlationId: undefined,
      orderAsOf: "then",
    }),
  );
  const echoed = Object.entries(ECHO_GROUPS).map(([name, [scope, kind]]) => {
    const isOfOrder = scope !== "transaction";
    return [name, isOfOrder ? valueOf(kind, name, history.requests[scope], own[name]) : undefined] as const;
  });
  const answered = Object.entries({ merchant: order.merchantId, result: "SUCCESS", transaction });
  return sorted([...Object.entries(isObject(members) ? members : {}), ...echoed, ...answered]);
}

function sorted(members: readonly (readonly [name: string, value: Json | undefined])[]): JsonObject {
  const present = members.filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.sort(([one], [other]) => (one < other ? -1 : 1)));
}
