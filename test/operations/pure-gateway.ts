import { readInstruction } from "../../server/domain/request/instruction.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import type { Merchant, Privilege } from "../../server/domain/merchant.ts";
import { isTransactionOperation } from "../../server/domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import { refundApprovalRules } from "../../server/domain/operations/refund.ts";
import type { GatewayCode } from "../../server/domain/order/outcome.ts";
import { currentTransactions } from "../../server/domain/order/order.ts";
import type { Order, Transaction } from "../../server/domain/order/order.ts";
import type { Refusal } from "../../server/domain/record/refusal.ts";
import { contextOf } from "../../server/domain/request/rule.ts";
import type { RuleContext } from "../../server/domain/request/rule.ts";
import { isOpenRequest } from "../../server/domain/order/status.ts";
import { MERCHANT_DEFAULTS } from "../../server/gateway/merchants/merchants.ts";
import { orderOf, outcomeOf, transactionOf } from "../support/orders.ts";

/** What the domain makes of a body: the rule that refused it, or the transaction and the order with it. */
export type Taken =
  | { readonly rule: string; readonly refusal: Refusal }
  | { readonly rule: undefined; readonly made: Transaction; readonly order: Order };

/** A merchant with the default settings but for its privileges. */
export function merchantWith(...privileges: readonly Privilege[]): Merchant {
  return { ...MERCHANT_DEFAULTS, id: "TESTORDERS", passwords: ["secret"], privileges };
}

/** The version that a context is of, and what its contract has a place for; everything unless said otherwise. */
export interface Carrier {
  readonly version: number;
  readonly carries: (path: string) => boolean;
}

export function contextFor(
  body: JsonObject,
  order: Order | undefined,
  merchant: Merchant,
  carrier: Carrier = { version: 57, carries: () => true },
): RuleContext {
  const operation = body["apiOperation"];
  if (!isTransactionOperation(operation)) throw new Error(`no operation: ${JSON.stringify(operation)}`);
  const ids = { orderId: "order-1", transactionId: String((order?.transactions.length ?? 0) + 1) };
  const fingerprintOf = (number: string): string => `print of ${number}`;
  return contextOf(
    readInstruction({
      traits: OPERATION_DEFINITIONS[operation],
      ...carrier,
      ...ids,
      body,
      fingerprintOf,
      merchant,
    }),
    merchant,
    order,
    Date.parse("2030-01-15T10:20:30.400Z"),
  );
}

/** One request through the rules and the plan of its operation, with nothing around it; the issuer says the code. */
export function take(
  body: JsonObject,
  order: Order | undefined,
  merchant = merchantWith(),
  code: GatewayCode = "APPROVED",
): Taken {
  const context = contextFor(body, order, merchant);
  const { operation, transactionId: id } = context.instruction;
  const definition = OPERATION_DEFINITIONS[operation];
  for (const rule of definition.rules) {
    const refusal = rule.refuses(context);
    if (refusal) return { rule: rule.id, refusal };
  }
  const plan = definition.plan(context);
  const outcome = outcomeOf(plan.type === "REFUND_REQUEST" ? "SUBMITTED" : code);
  const made = transactionOf({ id, operation, request: body, outcome, ...plan });
  return { rule: undefined, made, order: orderOf(...(order?.transactions ?? []), made) };
}

/** The order with its oldest refund request approved; undefined when it has none, or the rules refuse it. */
export function approve(order: Order, merchant: Merchant): Taken | undefined {
  const request = currentTransactions(order).find(isOpenRequest);
  if (request === undefined) return undefined;
  const { standalone } = request;
  const context = {
    ...contextFor({ ...request.request, apiOperation: "REFUND" }, order, merchant),
    standalone,
  };
  if (refundApprovalRules.some((rule) => rule.refuses(context) !== undefined)) return undefined;
  const made = { ...request, type: "REFUND", outcome: outcomeOf("APPROVED") } as const;
  return { rule: undefined, made, order: orderOf(...order.transactions, made) };
}

/** The order after bodies that must all be taken. */
export function orderAfter(merchant: Merchant, ...bodies: readonly JsonObject[]): Order | undefined {
  return bodies.reduce<Order | undefined>((order, body) => {
    const taken = take(body, order, merchant);
    if (taken.rule !== undefined) throw new Error(`${taken.rule}: ${taken.refusal.explanation}`);
    return taken.order;
  }, undefined);
}
