import { CHARGE_TYPE } from "../../domain/charge.ts";
import { amountAt } from "../../domain/instruction.ts";
import type { JsonObject } from "../../domain/json.ts";
import { subtract, toNumber } from "../../domain/money.ts";
import type { Order } from "../../domain/order.ts";

const NET = "order.netAmount";

/** What the gateway added to the newest net amount; undefined when no net amount was given (interface section 2.6). */
export function merchantChargeOf({ transactions }: Order): JsonObject | undefined {
  const newest = transactions.findLast((it) => amountAt(it.request, NET) !== undefined);
  const net = newest && amountAt(newest.request, NET);
  // A verification moves nothing, so that nothing is charged.
  if (newest === undefined || net === undefined || newest.amount < net) return undefined;
  return { amount: toNumber(subtract(newest.amount, net)), type: CHARGE_TYPE };
}
