import { ORDER_STATUSES } from "../../../domain/order/status.ts";
import { flag, number, open, text, time } from "../kernel/endpoint.ts";
import type { Given, Judged } from "../kernel/endpoint.ts";
import { STORED_PAGE } from "./search.ts";

export const ORDER_QUERY = {
  type: "object",
  additionalProperties: false,
  properties: {
    search: { ...text, description: "Only those whose id, reference or description contains this text." },
    status: { ...text, description: "Only those with this status.", enum: ORDER_STATUSES },
    ...STORED_PAGE,
  },
} as const;

export type OrderPageQuery = Given<typeof ORDER_QUERY>;

const TOTALS = {
  type: "object",
  required: ["authorized", "captured", "refunded", "disbursed"],
  properties: { authorized: text, captured: text, refunded: text, disbursed: text },
} as const;

export const ORDER_ROW = {
  type: "object",
  required: ["id", "status", "totals", "amount", "transactions", "createdAt", "changedAt"],
  properties: {
    id: text,
    status: { ...text, enum: ORDER_STATUSES },
    ...{ reference: text, currency: text },
    amount: { ...text, description: "As order.amount of the gateway's answers says it." },
    totals: TOTALS,
    transactions: number,
    createdAt: { ...time, description: "By the merchant's clock." },
    changedAt: { ...time, description: "By the merchant's clock." },
  },
} as const;

export type OrderRow = Judged<typeof ORDER_ROW>;
export interface OrderPage {
  readonly orders: readonly OrderRow[];
  /** Set after to this to get the next page. */
  readonly next?: string | undefined;
}

export const TRANSACTION = {
  type: "object",
  required: [
    ...["id", "operation", "type", "version", "amount", "currency", "result", "gatewayCode"],
    ...["at", "statusAfter", "isVoided", "standalone"],
  ],
  properties: {
    ...{ id: text, operation: text, type: text, version: { type: "integer" } },
    ...{ amount: text, currency: text, result: text, gatewayCode: text },
    target: { ...text, description: "The transaction that it reverses." },
    rule: { ...text, description: "scenario#id of the rule that decided." },
    at: { ...time, description: "By the merchant's clock." },
    statusAfter: { ...text, enum: ORDER_STATUSES, description: "The order's status from then on." },
    isVoided: flag,
    standalone: flag,
  },
} as const;

const STEP = {
  type: "object",
  required: ["operation", "isAllowed", "method", "path", "body"],
  properties: {
    operation: text,
    isAllowed: flag,
    why: { ...text, description: "Why not; absent if it is allowed." },
    method: { ...text, enum: ["PUT"] },
    path: { ...text, description: "Where the gateway takes it." },
    body: { ...open, description: "A request that does it." },
    isExampleAmount: {
      ...flag,
      description: "true: no request of the order had an amount, so the body has that of the examples.",
    },
  },
} as const;

export const ORDER_DETAIL = {
  type: "object",
  description: "An order as in the list, its transactions, oldest first, and what may be done next.",
  required: ["id", "status", "history", "next"],
  properties: {
    ...{ id: text, status: text },
    history: {
      type: "array",
      items: TRANSACTION,
      description: "A transaction whose outcome came later has two entries.",
    },
    next: { type: "array", items: STEP },
  },
} as const;

export type OrderEvent = Judged<typeof TRANSACTION>;
export type NextStep = Judged<typeof STEP>;

/** An order with what became of it. */
export interface OrderDetail extends OrderRow {
  readonly history: readonly OrderEvent[];
  readonly next: readonly NextStep[];
}
