import { CHARGE_TYPE } from "../../../domain/request/charge.ts";
import { amountAt } from "../../../domain/request/instruction.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { subtract, toNumber } from "../../../domain/money.ts";
import type { Order } from "../../../domain/order/order.ts";
import { textOf } from "../history.ts";

const NET = "order.netAmount";

/**
 * What the gateway added to the newest net amount; undefined when none of the order's groups has one (interface
 * section 2.6).
 */
export function merchantChargeOf(
  { transactions }: Order,
  groups: readonly JsonObject[],
): JsonObject | undefined {
  if (textOf(groups, "netAmount") === undefined) return undefined;
  const newest = transactions.findLast((it) => amountAt(it.request, NET) !== undefined);
  const net = newest && amountAt(newest.request, NET);
  // A verification moves nothing, so that nothing is charged.
  if (newest === undefined || net === undefined || newest.amount < net) return undefined;
  return { amount: toNumber(subtract(newest.amount, net)), type: CHARGE_TYPE };
}
