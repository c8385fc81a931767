import { maskId } from "../../../domain/card/card.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { Merchant } from "../../../domain/merchant.ts";
import { formatAmount, subtract, toNumber, ZERO } from "../../../domain/money.ts";
import type { Amount } from "../../../domain/money.ts";
import type { Order, Transaction } from "../../../domain/order/order.ts";
import { EXAMPLE } from "../../../domain/operations/operation-definition.ts";
import { currencyOf, statusOf } from "../../../domain/order/status.ts";
import { COUNTS_IN, isVoided, liveTransactions, totalsOf } from "../../../domain/order/totals.ts";
import { amountAt } from "../../../domain/request/instruction.ts";
import { VERSION_MAX } from "../../../domain/request/operation.ts";
import type { TransactionOperation } from "../../../domain/request/operation.ts";
import { isoTime } from "../../../domain/time.ts";
import { createDryRun } from "../../gateway/dry-run.ts";
import type { AppParts } from "../../parts.ts";
import type { NextStep, OrderDetail, OrderEvent } from "./order-views.ts";

/** What a merchant may try on an order that is there; the last two begin once more. */
const STEPS = [
  "CAPTURE",
  "REFUND",
  "VOID",
  "UPDATE_AUTHORIZATION",
  "PAY",
  "AUTHORIZE",
] as const satisfies readonly TransactionOperation[];

type Step = (typeof STEPS)[number];

type Detail = Pick<OrderDetail, "history" | "next">;

/** Tells what became of an order, and tries without effect what may be done next. */
export function orderDetail(parts: AppParts): (merchant: Merchant, order: Order) => Promise<Detail> {
  const explained = createDryRun(parts);
  return async (merchant, order) => ({
    history: order.transactions.map((transaction, index) => eventOf(order, transaction, index)),
    next: await Promise.all(
      STEPS.map(async (operation): Promise<NextStep> => {
        const { path, body, isExampleAmount } = requestOf(operation, order);
        const { refusal } = await explained(merchant, { method: "PUT", path, headers: {}, body });
        return {
          operation,
          isAllowed: refusal === undefined,
          why: refusal?.explanation,
          method: "PUT",
          path,
          body,
          ...(isExampleAmount === true && { isExampleAmount }),
        };
      }),
    ),
  });
}

/** What an entry of the order did, by its place among them. */
export function eventOf(order: Order, transaction: Transaction, index: number): OrderEvent {
  const { id, operation, type, version, amount, currency, outcome, at } = transaction;
  const { targetTransactionId, ruleKey, standalone } = transaction;
  return {
    id: maskId(id),
    ...{ operation, type, version, currency, standalone },
    amount: formatAmount(amount),
    result: outcome.result,
    gatewayCode: outcome.gatewayCode,
    target: targetTransactionId === undefined ? undefined : maskId(targetTransactionId),
    rule: ruleKey,
    at: isoTime(at),
    statusAfter: statusOf({ ...order, transactions: order.transactions.slice(0, index + 1) }),
    isVoided: isVoided(order, id),
  };
}

interface StepRequest extends Pick<NextStep, "isExampleAmount" | "path"> {
  readonly body: JsonObject;
}

/** The request that does all that is left to do, or pays the same with the card of the examples. */
function requestOf(operation: Step, order: Order): StepRequest {
  const { merchantId, id, transactions } = order;
  const version = transactions.at(-1)?.version ?? VERSION_MAX;
  const [merchant, orderId] = [merchantId, id].map(encodeURIComponent);
  const path = `/api/rest/version/${version}/merchant/${merchant ?? ""}/order/${orderId ?? ""}/transaction/${freeId(order)}`;
  if (operation !== "PAY" && operation !== "AUTHORIZE") {
    return { path, body: { apiOperation: operation, transaction: memberOf(operation, order) } };
  }
  const { sourceOfFunds, order: usual } = EXAMPLE;
  const amount = transactions.map(amountOf).findLast((it) => it > 0);
  const money = {
    amount: amount === undefined ? usual.amount : formatAmount(amount),
    currency: currencyOf(order) ?? usual.currency,
  };
  const body = { apiOperation: operation, order: money, sourceOfFunds };
  return { path, body, isExampleAmount: amount === undefined };
}

/** What it moved, or at least was about, as a check of a card may say. */
function amountOf({ amount, request }: Transaction): Amount {
  return amount > 0 ? amount : (amountAt(request, "order.amount") ?? ZERO);
}

function memberOf(operation: Exclude<Step, "AUTHORIZE" | "PAY">, order: Order): JsonObject {
  const { authorized, captured, refunded } = totalsOf(order);
  const money = (left: Amount, whole: Amount): JsonObject => ({
    amount: formatAmount(toNumber(left) > 0 ? left : whole),
    currency: currencyOf(order) ?? "",
  });
  switch (operation) {
    case "CAPTURE":
      return money(subtract(authorized, captured), authorized);
    case "REFUND": {
      const given = liveTransactions(order).filter(({ type }) => COUNTS_IN[type].includes("captured"));
      const last = given.at(-1);
      const left = subtract(captured, refunded);
      if (last === undefined || given.length === 1) return money(left, captured);
      return { ...money(last.amount < left ? last.amount : left, captured), targetTransactionId: last.id };
    }
    case "UPDATE_AUTHORIZATION":
      return money(authorized, authorized);
    case "VOID": {
      const last = liveTransactions(order).at(-1) ?? order.transactions.at(-1);
      return { targetTransactionId: last?.id ?? "" };
    }
  }
}

/** A number that no transaction of the order has as its id. */
function freeId({ transactions }: Order): string {
  const taken = new Set(transactions.map(({ id }) => id));
  let number = taken.size + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}
