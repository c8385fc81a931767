import { GATEWAY_CODE_NAMES, RESULTS } from "../../../domain/order/outcome.ts";
import { TRANSACTION_OPERATIONS } from "../../../domain/request/operation.ts";
import { text } from "../kernel/endpoint.ts";
import type { Given, Judged } from "../kernel/endpoint.ts";
import { TRANSACTION } from "./order-views.ts";
import { STORED_PAGE } from "./search.ts";

export const TRANSACTION_QUERY = {
  type: "object",
  additionalProperties: false,
  properties: {
    order: { ...text, description: "Only those of the order with this id." },
    operation: { ...text, description: "Only those of this operation.", enum: TRANSACTION_OPERATIONS },
    result: { ...text, description: "Only those with this result.", enum: RESULTS },
    outcome: { ...text, description: "Only those with this gateway code.", enum: GATEWAY_CODE_NAMES },
    since: {
      ...text,
      description: "Only those since this time (with a time zone), by the merchant's clock.",
    },
    ...STORED_PAGE,
  },
} as const;

export type TransactionPageQuery = Given<typeof TRANSACTION_QUERY>;

export const TRANSACTION_ROW = {
  type: "object",
  required: ["order", ...TRANSACTION.required],
  properties: { order: { ...text, description: "The id of its order." }, ...TRANSACTION.properties },
} as const;

export type TransactionRow = Judged<typeof TRANSACTION_ROW>;

export interface TransactionPage {
  readonly transactions: readonly TransactionRow[];
  /** Set after to this to get the next page. */
  readonly next?: string | undefined;
}
