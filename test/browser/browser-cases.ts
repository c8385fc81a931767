import type { JsonObject } from "../../server/domain/json.ts";
import type { ValidationType } from "../../server/domain/record/refusal.ts";
import { authorize, pay } from "../support/requests.ts";
import { AT_MERCHANT, confirm, initiate, initiate18 } from "./browser-requests.ts";

/** One refusal of a browser payment: what came before under id 1, what the payer chose, and what is sent. */
export interface BrowserCase {
  readonly refuses: string;
  readonly rule: string;
  readonly before?: JsonObject;
  readonly chosen?: string;
  readonly body: JsonObject;
  readonly version?: number;
  readonly transaction?: string;
  /** LIMITED may only pay by card; SECURE, in mode gateway, sends no payer back over http. */
  readonly merchant?: "LIMITED" | "SECURE";
  readonly field: string;
  readonly type: ValidationType;
  readonly says: string;
}

const APPLIES = { field: "apiOperation", type: "INVALID" } as const;
const BANK = "sourceOfFunds.provided.providerB.bankIdentifier";

export const BROWSER_CASES: readonly BrowserCase[] = [
  {
    refuses: "an initiation that the merchant may not make",
    rule: "operation-permitted",
    merchant: "LIMITED",
    body: initiate(),
    ...APPLIES,
    says: "Initiate browser payment request not permitted",
  },
  {
    refuses: "a second initiation while one is open",
    rule: "order-takes-browser-payment",
    before: initiate(),
    transaction: "2",
    body: initiate(),
    ...APPLIES,
    says: "The order is INITIATED",
  },
  {
    refuses: "an initiation on an order that is authorized",
    rule: "order-takes-browser-payment",
    before: authorize(),
    transaction: "2",
    body: initiate(),
    ...APPLIES,
    says: "The order is AUTHORIZED",
  },
  {
    refuses: "a payment by card while a browser payment is open",
    rule: "order-takes-initial-transaction",
    before: initiate(),
    transaction: "2",
    body: pay(),
    ...APPLIES,
    says: "The order is INITIATED",
  },
  {
    refuses: "a currency that does not exist",
    rule: "currency-accepted",
    body: initiate({ "order.currency": "ZZZ" }),
    field: "order.currency",
    type: "INVALID",
    says: "not an ISO 4217 currency",
  },
  {
    refuses: "more decimals than the currency has",
    rule: "decimals-of-currency",
    body: initiate({ "order.currency": "JPY", "order.amount": "1.5" }),
    field: "order.amount",
    type: "INVALID",
    says: "Too many decimal places",
  },
  {
    refuses: "an amount of nothing",
    rule: "amount-above-zero",
    body: initiate({ "order.amount": "0.00" }),
    field: "order.amount",
    type: "INVALID",
    says: "greater than zero",
  },
  {
    refuses: "sub-totals that do not add up",
    rule: "sub-totals-add-up",
    body: initiate({ "order.itemAmount": "90.00" }),
    field: "order.amount",
    type: "INVALID",
    says: "must equal",
  },
  {
    refuses: "version 18 of provider A without the provider's operation",
    rule: "browser-operation-given",
    version: 18,
    body: initiate18({ "browserPayment.providerA": undefined }),
    field: "browserPayment.providerA.operation",
    type: "MISSING",
    says: "It must be AUTHORIZE or PAY",
  },
  {
    refuses: "an http address of this machine to return to, for a merchant that takes none",
    rule: "return-url-is-https",
    merchant: "SECURE",
    version: 61,
    body: initiate({ "browserPayment.returnUrl": "http://127.0.0.1:3000/back" }),
    field: "browserPayment.returnUrl",
    type: "INVALID",
    says: "It must begin with https",
  },
  ...[61, 100].flatMap((version) =>
    ["PROVIDER_B", "PROVIDER_C"].map((provider) => ({
      refuses: `version ${version} of ${provider} without a return URL`,
      rule: "return-url-given",
      version,
      body: initiate({ "sourceOfFunds.type": provider, "browserPayment.returnUrl": undefined }),
      field: "browserPayment.returnUrl",
      type: "MISSING" as const,
      says: "mandatory for all providers except PROVIDER_A",
    })),
  ),
  {
    refuses: "an initiation under a recurring agreement that does not say how its amounts vary",
    rule: "amount-variability-given",
    body: initiate({ agreement: { id: "A1", type: "RECURRING" } }),
    field: "agreement.amountVariability",
    type: "MISSING",
    says: "A recurring agreement needs it",
  },
  {
    refuses: "an initiation under an unscheduled agreement without its id",
    rule: "agreement-id-given",
    body: initiate({ "agreement.type": "UNSCHEDULED" }),
    field: "agreement.id",
    type: "MISSING",
    says: "A payment of type UNSCHEDULED requires it",
  },
  {
    refuses: "an initiation with something like a card number in agreement.customData",
    rule: "no-sensitive-data",
    version: 100,
    body: initiate({ agreement: { id: "A1", customData: "5123450000000008" } }),
    field: "agreement.customData",
    type: "INVALID",
    says: "looks like a card number",
  },
  {
    refuses: "the group of provider B without the payer's bank (the contract does)",
    rule: "",
    body: initiate({ "sourceOfFunds.type": "PROVIDER_B", "sourceOfFunds.provided.providerB": {} }),
    field: BANK,
    type: "MISSING",
    says: BANK,
  },
  {
    refuses: "a bank of seven digits (the contract does)",
    rule: "",
    body: initiate({ "sourceOfFunds.type": "PROVIDER_B", [BANK]: "1234567" }),
    field: BANK,
    type: "INVALID",
    says: "1234567",
  },
  {
    refuses: "a confirmation that the merchant may not make",
    rule: "operation-permitted",
    merchant: "LIMITED",
    version: 20,
    body: confirm(),
    ...APPLIES,
    says: "Confirm browser payment request not permitted",
  },
  {
    refuses: "a confirmation on an order that does not exist",
    rule: "browser-payment-initiated",
    version: 20,
    body: confirm(),
    field: "transaction.id",
    type: "INVALID",
    says: "no browser payment",
  },
  {
    refuses: "a confirmation under another id than the initiation's",
    rule: "browser-payment-initiated",
    before: initiate(AT_MERCHANT),
    chosen: "pay",
    version: 20,
    transaction: "2",
    body: confirm(),
    field: "transaction.id",
    type: "INVALID",
    says: "no browser payment",
  },
  {
    refuses: "a confirmation of a payment by card",
    rule: "browser-payment-initiated",
    before: pay(),
    version: 20,
    body: confirm(),
    field: "transaction.id",
    type: "INVALID",
    says: "no browser payment",
  },
  {
    refuses: "a confirmation of what is confirmed at the provider",
    rule: "confirmation-at-merchant",
    before: initiate(),
    version: 20,
    body: confirm(),
    ...APPLIES,
    says: "not initiated with CONFIRM_AT_MERCHANT",
  },
  {
    refuses: "a confirmation of what the payer cancelled",
    rule: "browser-payment-open",
    before: initiate(AT_MERCHANT),
    chosen: "cancel",
    version: 20,
    body: confirm(),
    ...APPLIES,
    says: "executed or has failed",
  },
  {
    refuses: "a confirmation before the payer has agreed",
    rule: "payer-agreed",
    before: initiate(AT_MERCHANT),
    version: 20,
    body: confirm(),
    ...APPLIES,
    says: "has not approved",
  },
  {
    refuses: "a confirmation in another currency",
    rule: "currency-as-initiated",
    before: initiate(AT_MERCHANT),
    chosen: "pay",
    version: 20,
    body: confirm({ "order.currency": "EUR" }),
    field: "order.currency",
    type: "INVALID",
    says: "must equal the value at initiation, USD",
  },
  {
    refuses: "a confirmation of nothing",
    rule: "amount-above-zero",
    before: initiate(AT_MERCHANT),
    chosen: "pay",
    version: 20,
    body: confirm({ "order.amount": "0.00" }),
    field: "order.amount",
    type: "INVALID",
    says: "greater than zero",
  },
];
