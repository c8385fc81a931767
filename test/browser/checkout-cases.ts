import type { JsonObject } from "../../server/domain/json.ts";
import type { ValidationType } from "../../server/domain/record/refusal.ts";
import { authorize } from "../support/requests.ts";
import type { checkoutOf } from "./checkout-client.ts";

/** One refusal of beginning a checkout; `before` is done on the same order first. */
export interface CheckoutCase {
  readonly refuses: string;
  /** The rule's id in the exchange; empty: another step refuses. */
  readonly rule: string;
  readonly before?: JsonObject;
  readonly values: Parameters<typeof checkoutOf>[1];
  readonly version?: number;
  readonly merchant?: "LIMITED";
  readonly field: string;
  readonly type: ValidationType;
  readonly says: string;
}

export const CHECKOUT_CASES: readonly CheckoutCase[] = [
  {
    refuses: "the older name from version 63 on",
    rule: "",
    version: 63,
    values: { apiOperation: "CREATE_CHECKOUT_SESSION" },
    field: "apiOperation",
    type: "INVALID",
    says: "starts a checkout with INITIATE_CHECKOUT",
  },
  {
    refuses: "the newer name below version 63",
    rule: "",
    version: 62,
    values: {},
    field: "apiOperation",
    type: "INVALID",
    says: "starts a checkout with CREATE_CHECKOUT_SESSION",
  },
  {
    refuses: "a checkout without an operation",
    rule: "",
    values: { "interaction.operation": undefined },
    field: "interaction.operation",
    type: "MISSING",
    says: "interaction.operation",
  },
  ...["2035-13-06T13:16:23.123Z", "2035-02-31T13:16:23Z", "2035-08-06", "tomorrow"].map(
    (expiryDateTime): CheckoutCase => ({
      refuses: `a payment link that ends at ${expiryDateTime}`,
      rule: "",
      values: { checkoutMode: "PAYMENT_LINK", paymentLink: { expiryDateTime } },
      field: "paymentLink.expiryDateTime",
      type: "INVALID",
      says: "YYYY-MM-DDThh:mm:ss.SSSZ, an existing date and time in UTC",
    }),
  ),
  {
    refuses: "a checkout of an order that looks like a card number",
    rule: "",
    values: { "order.id": "5123450000000008" },
    field: "order.id",
    type: "INVALID",
    says: "card number",
  },
  {
    refuses: "a purchase by a merchant that may only authorize",
    rule: "operation-permitted",
    merchant: "LIMITED",
    values: {},
    field: "apiOperation",
    type: "INVALID",
    says: "Pay request not permitted",
  },
  {
    refuses: "a purchase under a recurring agreement that does not say how its amounts vary",
    rule: "amount-variability-given",
    values: { agreement: { id: "A1", type: "RECURRING" } },
    field: "agreement.amountVariability",
    type: "MISSING",
    says: "A recurring agreement needs it",
  },
  {
    refuses: "a purchase of an order that is authorized",
    rule: "order-takes-initial-transaction",
    before: authorize(),
    values: {},
    field: "order.id",
    type: "INVALID",
    says: "The order is AUTHORIZED and takes no further payment; use a new order id",
  },
  ...["returnUrl", "cancelUrl", "timeoutUrl", "redirectMerchantUrl"].map((name): CheckoutCase => ({
    refuses: `${name} that is not of the web`,
    rule: "",
    values: { [`interaction.${name}`]: "ftp://x/y", "interaction.retryAttemptCount": 1 },
    field: `interaction.${name}`,
    type: "INVALID",
    says: "begins with http:// or https://",
  })),
  {
    refuses: "a currency that does not exist",
    rule: "currency-accepted",
    values: { "order.currency": "ZZZ", "interaction.operation": "NONE" },
    field: "order.currency",
    type: "INVALID",
    says: "not an ISO 4217 currency",
  },
  {
    refuses: "more decimals than the currency has",
    rule: "decimals-of-currency",
    values: { "order.currency": "JPY", "order.amount": "1.5", "interaction.operation": "VERIFY" },
    field: "order.amount",
    type: "INVALID",
    says: "Too many decimal places",
  },
  {
    refuses: "a purchase of nothing",
    rule: "amount-above-zero",
    values: { "order.amount": "0.00" },
    field: "order.amount",
    type: "INVALID",
    says: "greater than zero",
  },
  {
    refuses: "sub-totals that do not add up",
    rule: "sub-totals-add-up",
    values: { "order.itemAmount": "90.00" },
    field: "order.amount",
    type: "INVALID",
    says: "must equal",
  },
];
