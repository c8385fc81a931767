import type { JsonObject } from "../../domain/json.ts";
import type { Expected, SmokeStep } from "./step.ts";

/** The published number with the expiry and security code that the usual scenarios approve. */
export const SMOKE_CARD = {
  number: "5123450000000008",
  expiry: { month: "01", year: "39" },
  securityCode: "100",
};
export const FUNDS = { type: "CARD", provided: { card: SMOKE_CARD } };
export const MONEY = { amount: "12.34", currency: "USD" };

export function approved(status: string, more: Expected = {}): Expected {
  return { result: "SUCCESS", "response.gatewayCode": "APPROVED", "order.status": status, ...more };
}

export function refused(field: string, more: Expected = {}): Expected {
  return { result: "ERROR", "error.cause": "INVALID_REQUEST", "error.field": field, ...more };
}

type Place = Pick<SmokeStep, "method" | "path" | "status">;

/** A transaction of an order of this run. */
export function transaction(order: string, name: string, id = "1"): Place {
  return { method: "PUT", path: `order/${order}-${name}/transaction/${id}`, status: 201 };
}

const PAY: JsonObject = { apiOperation: "PAY", order: MONEY, sourceOfFunds: FUNDS };

/** The refund of a merchant with `refundApproval`. */
const REFUND_WAITS: Expected = {
  result: "PENDING",
  "response.gatewayCode": "SUBMITTED",
  "order.status": "REFUND_REQUESTED",
  "order.totalRefundedAmount": 0,
};

/** An authorization with all that follows. */
export function authorizationSteps(order: string): readonly SmokeStep[] {
  return [
    {
      name: "authorize",
      ...transaction(order, "auth"),
      body: { ...PAY, apiOperation: "AUTHORIZE" },
      expected: approved("AUTHORIZED", { "order.totalAuthorizedAmount": 12.34 }),
    },
    {
      name: "capture",
      ...transaction(order, "auth", "2"),
      body: { apiOperation: "CAPTURE", transaction: MONEY },
      expected: approved("CAPTURED", { "order.totalCapturedAmount": 12.34 }),
    },
    {
      name: "refund in part",
      ...transaction(order, "auth", "3"),
      body: { apiOperation: "REFUND", transaction: { amount: "2.34", currency: "USD" } },
      expected: approved("PARTIALLY_REFUNDED", { "order.totalRefundedAmount": 2.34 }),
      orElse: REFUND_WAITS,
    },
    {
      name: "retrieve the order",
      method: "GET",
      path: `order/${order}-auth`,
      status: 200,
      expected: { status: "PARTIALLY_REFUNDED", totalCapturedAmount: 12.34, totalRefundedAmount: 2.34 },
      orElse: { status: "REFUND_REQUESTED", totalCapturedAmount: 12.34, totalRefundedAmount: 0 },
    },
    {
      name: "retrieve the capture",
      method: "GET",
      path: `order/${order}-auth/transaction/2`,
      status: 200,
      expected: { "transaction.type": "CAPTURE", "transaction.amount": 12.34 },
    },
  ];
}

/** A payment, sent again, sent otherwise, voided; and one that is refused. */
export function paymentSteps(order: string): readonly SmokeStep[] {
  return [
    {
      name: "pay",
      ...transaction(order, "pay"),
      body: PAY,
      expected: approved("CAPTURED", { "sourceOfFunds.provided.card.number": "512345xxxxxx0008" }),
    },
    {
      name: "the same request again",
      ...transaction(order, "pay"),
      body: PAY,
      status: 200,
      expected: approved("CAPTURED", { "order.totalCapturedAmount": 12.34 }),
    },
    {
      name: "another request under its id",
      ...transaction(order, "pay"),
      body: { ...PAY, order: { amount: "99.00", currency: "USD" } },
      status: 400,
      expected: refused("transaction.id"),
    },
    {
      name: "void",
      ...transaction(order, "pay", "2"),
      body: { apiOperation: "VOID", transaction: { targetTransactionId: "1" } },
      expected: { result: "SUCCESS", "order.status": "CANCELLED" },
    },
    lostStep(order, "card", { p2pe: { ...LOST, keySerialNumber: "F".repeat(20), payload: "0".repeat(32) } }),
    lostStep(order, "PIN", { pin: { ...LOST, keySerialNumber: "F".repeat(20), payload: "0".repeat(16) } }),
    {
      name: "a request without its currency",
      ...transaction(order, "bad"),
      body: { ...PAY, order: { amount: "12.34" } },
      status: 400,
      expected: refused("order.currency", { "error.validationType": "MISSING" }),
    },
  ];
}

const LOST = { encryptionState: "INVALID" };

/** What a terminal sends of a card or PIN that it knows nobody can read; no key is needed. */
function lostStep(order: string, what: "card" | "PIN", encrypted: JsonObject): SmokeStep {
  const [group = ""] = Object.keys(encrypted);
  return {
    name: `a ${what} whose encryption is lost`,
    ...transaction(order, `lost-${group}`),
    body: { ...PAY, sourceOfFunds: { type: "CARD", provided: { card: { ...SMOKE_CARD, ...encrypted } } } },
    expected: {
      result: "FAILURE",
      "response.gatewayCode": "DECLINED",
      [`sourceOfFunds.provided.card.${group}.encryptionState`]: "INVALID",
    },
  };
}
