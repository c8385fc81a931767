import type { JsonObject } from "../../server/domain/json.ts";
import type { ValidationType } from "../../server/domain/refusal.ts";
import {
  authorize,
  capture,
  CARD,
  pay,
  refund,
  verify,
  voidOf,
  withValue,
  withValues,
} from "../support/requests.ts";

/** One refusal: what came before on the order (as transactions 1, 2 …), what is sent, and what must answer. */
export interface RefusalCase {
  readonly refuses: string;
  /** The rule's id in the exchange. */
  readonly rule: string;
  readonly before?: readonly JsonObject[];
  readonly body: JsonObject;
  readonly transaction?: string;
  readonly version?: number;
  /** Merchant of test/http/merchants; the one without privileges unless said otherwise. */
  readonly merchant?: "PLAIN" | "LIMITED" | "PRIVILEGED" | "CHARGING" | "LATER";
  /** How far the merchant's clock moves before the request. */
  readonly advance?: string;
  readonly field: string | undefined;
  readonly type: ValidationType | undefined;
  readonly says: string;
}

const CARD_PATH = "sourceOfFunds.provided.card";
const ORDER = "order.amount";
const declined = withValue(pay(), `${CARD_PATH}.number`, "4000000000000507");
const standalone = (body: JsonObject): JsonObject => ({
  ...withValue(body, "transaction.authorizationCode", "123456"),
  sourceOfFunds: pay()["sourceOfFunds"],
});
const fields = (count: number, prefix: string): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, "x"]));
const item = { name: "Tea", quantity: "3", unitPrice: "10.00", unitTaxAmount: "0.35" };
const amex = (values: JsonObject): JsonObject =>
  withValue(pay(), CARD_PATH, { number: "345678901234564", expiry: CARD.expiry, ...values });

const MERCHANT: readonly RefusalCase[] = [
  {
    refuses: "an operation that the merchant may not use",
    rule: "operation-permitted",
    merchant: "LIMITED",
    body: verify(),
    field: "apiOperation",
    type: "INVALID",
    says: "Value 'VERIFY' is invalid. Verify request not permitted for this merchant.",
  },
  {
    refuses: "a currency that does not exist",
    rule: "currency-accepted",
    body: withValue(pay(), "order.currency", "ZZZ"),
    field: "order.currency",
    type: "INVALID",
    says: "Value 'ZZZ' is invalid. It is no ISO 4217 currency code",
  },
  {
    refuses: "a currency that the merchant does not take",
    rule: "currency-accepted",
    merchant: "LIMITED",
    body: withValue(pay(), "order.currency", "CHF"),
    field: "order.currency",
    type: "INVALID",
    says: "The merchant accepts only USD, JPY",
  },
  {
    refuses: "a category code that is not configured",
    rule: "category-code-configured",
    body: withValue(pay(), "order.merchantCategoryCode", "5999"),
    field: "order.merchantCategoryCode",
    type: "INVALID",
    says: "must match a configured value of the merchant (1234, 6536, 7995)",
  },
];

const MONEY: readonly RefusalCase[] = [
  {
    refuses: "a payment of nothing",
    rule: "amount-above-zero",
    body: pay("0.00"),
    field: ORDER,
    type: "INVALID",
    says: "Value '0.00' is invalid. Transaction or order amount must be greater than zero",
  },
  {
    refuses: "a capture of nothing",
    rule: "amount-above-zero",
    before: [authorize()],
    body: capture("0"),
    field: "transaction.amount",
    type: "INVALID",
    says: "must be greater than zero",
  },
  {
    refuses: "three decimals in a currency of two",
    rule: "decimals-of-currency",
    body: pay("1.234"),
    field: ORDER,
    type: "INVALID",
    says: "Value '1.234' is invalid. Too many decimal places specified for value [1.234]",
  },
  {
    refuses: "one decimal in a currency of none",
    rule: "decimals-of-currency",
    body: withValue(pay("100.5"), "order.currency", "JPY"),
    field: ORDER,
    type: "INVALID",
    says: "Too many decimal places specified for value [100.5]",
  },
  {
    refuses: "too many decimals in a sub-total",
    rule: "decimals-of-currency",
    body: withValue(pay(), "order.taxAmount", "1.0001"),
    field: "order.taxAmount",
    type: "INVALID",
    says: "Too many decimal places specified for value [1.0001]",
  },
  {
    refuses: "sub-totals that do not add up",
    rule: "sub-totals-add-up",
    body: withValues(pay(), { "order.itemAmount": "90.00", "order.taxAmount": "5.00" }),
    field: ORDER,
    type: "INVALID",
    says: "It must equal the sub-totals, 95.00",
  },
  {
    refuses: "sub-totals that do not add up less the discount",
    rule: "sub-totals-add-up",
    body: withValues(pay(), { "order.itemAmount": "100.00", "order.discount.amount": "5.00" }),
    field: ORDER,
    type: "INVALID",
    says: "It must equal the sub-totals less the discount, 95.00",
  },
  {
    refuses: "a net amount whose charge does not lead to the amount",
    rule: "merchant-charge-adds-up",
    body: withValues(pay(), {
      "order.netAmount": "98.00",
      "order.merchantCharge": { type: "SURCHARGE" },
    }),
    field: ORDER,
    type: "INVALID",
    says: "It must equal order.netAmount with the merchant charge, 98.00",
  },
  {
    refuses: "a gratuity above the amount",
    rule: "gratuity-contained",
    body: withValue(pay(), "order.gratuityAmount", "100.01"),
    field: "order.gratuityAmount",
    type: "INVALID",
    says: "It must be included in the amount, which is 100.00",
  },
  {
    refuses: "a tax that is not the tax of the line items",
    rule: "tax-of-items-adds-up",
    body: withValues(pay(), { "order.item": [item], "order.itemAmount": "98.90", "order.taxAmount": "1.10" }),
    field: "order.taxAmount",
    type: "INVALID",
    says: "It must equal the sum of item.quantity times item.unitTaxAmount, 1.05",
  },
  {
    refuses: "a breakdown of tax above the tax",
    rule: "tax-breakdown-contained",
    body: withValues(pay(), {
      "order.itemAmount": "99.00",
      "order.taxAmount": "1.00",
      "order.tax": [
        { amount: "0.60", type: "VAT" },
        { amount: "0.50", type: "GST" },
      ],
    }),
    field: "order.taxAmount",
    type: "INVALID",
    says: "The breakdown in order.tax comes to 1.10",
  },
  {
    refuses: "a tax on shipping above the shipping",
    rule: "shipping-tax-contained",
    body: withValues(pay(), {
      "order.itemAmount": "95.00",
      "order.shippingAndHandlingAmount": "5.00",
      "order.shippingAndHandlingTaxAmount": 5.01,
    }),
    field: "order.shippingAndHandlingTaxAmount",
    type: "INVALID",
    says: "It is included in order.shippingAndHandlingAmount, which is 5.00",
  },
];

const CARDS: readonly RefusalCase[] = [
  {
    refuses: "funds that are no card",
    rule: "funds-are-card",
    body: withValue(pay(), "sourceOfFunds.type", "ACH"),
    field: "sourceOfFunds.type",
    type: "INVALID",
    says: "Value 'ACH' is invalid. The acquirer does not support this type",
  },
  {
    refuses: "a card without its number",
    rule: "card-complete",
    body: withValue(pay(), `${CARD_PATH}.number`, undefined),
    field: `${CARD_PATH}.number`,
    type: "MISSING",
    says: `Missing parameter '${CARD_PATH}.number'`,
  },
  {
    refuses: "a card without its expiry",
    rule: "card-complete",
    body: withValue(pay(), `${CARD_PATH}.expiry`, undefined),
    field: `${CARD_PATH}.expiry`,
    type: "MISSING",
    says: `Missing parameter '${CARD_PATH}.expiry'`,
  },
  {
    refuses: "a track 2 of another number",
    rule: "tracks-agree",
    body: withValue(pay(), `${CARD_PATH}.track2`, ";5111111111111118=39012010000000000000?"),
    field: `${CARD_PATH}.track2`,
    type: "INVALID",
    says: "Value 'xxx' is invalid. The track must match the card number and expiry of the request",
  },
  {
    refuses: "a track 2 of another expiry",
    rule: "tracks-agree",
    body: withValue(pay(), `${CARD_PATH}.track2`, ";5123450000000008=38012010000000000000?"),
    field: `${CARD_PATH}.track2`,
    type: "INVALID",
    says: "The track must match the card number and expiry of the request",
  },
  {
    refuses: "a track 1 of another number",
    rule: "tracks-agree",
    body: withValue(pay(), `${CARD_PATH}.track1`, "%B5111111111111118^DOE/JANE^39012010000000000000?"),
    field: `${CARD_PATH}.track1`,
    type: "INVALID",
    says: "The track must match the card number and expiry of the request",
  },
  {
    refuses: "a security code that is too long for the scheme",
    rule: "security-code-length",
    body: withValue(pay(), `${CARD_PATH}.securityCode`, "1000"),
    field: `${CARD_PATH}.securityCode`,
    type: "INVALID",
    says: "Value 'xxxx' is invalid. value: xxxx - reason: Invalid secure code length",
  },
  {
    refuses: "a security code that is too short for the scheme",
    rule: "security-code-length",
    body: amex({ securityCode: "100" }),
    field: `${CARD_PATH}.securityCode`,
    type: "INVALID",
    says: "Value 'xxx' is invalid. value: xxx - reason: Invalid secure code length",
  },
  {
    refuses: "another card than the one that was verified on the order",
    rule: "card-is-verified-one",
    before: [verify()],
    body: withValue(pay(), `${CARD_PATH}.number`, "5111111111111118"),
    field: `${CARD_PATH}.number`,
    type: "INVALID",
    says: "The card details must match those that were verified on this order",
  },
  {
    refuses: "an authenticated payment without the xid that the scheme asks for",
    rule: "xid-for-amex",
    version: 60,
    body: {
      ...amex({}),
      "3DSecure": {
        authenticationStatus: "AUTHENTICATION_SUCCESSFUL",
        authenticationToken: "AAABBJg0VhI0VniQEjRWAAAAAAA=",
        enrollmentStatus: "ENROLLED",
      },
    },
    field: "3DSecure.xid",
    type: "MISSING",
    says: "Missing parameter '3DSecure.xid'",
  },
];

const STATES: readonly RefusalCase[] = [
  {
    refuses: "a second payment of a captured order",
    rule: "order-takes-initial-transaction",
    before: [pay()],
    body: pay(),
    field: "apiOperation",
    type: "INVALID",
    says: "Value 'PAY' is invalid. The order is CAPTURED",
  },
  {
    refuses: "a second authorization of an authorized order",
    rule: "order-takes-initial-transaction",
    before: [authorize()],
    body: authorize(),
    field: "apiOperation",
    type: "INVALID",
    says: "Value 'AUTHORIZE' is invalid. The order is AUTHORIZED",
  },
  {
    refuses: "a second verification",
    rule: "order-takes-initial-transaction",
    before: [verify()],
    body: verify(),
    field: "apiOperation",
    type: "INVALID",
    says: "Value 'VERIFY' is invalid. The order is VERIFIED",
  },
  {
    refuses: "a payment of a cancelled order",
    rule: "order-takes-initial-transaction",
    before: [pay(), voidOf("1")],
    body: pay(),
    field: "apiOperation",
    type: "INVALID",
    says: "The order is CANCELLED",
  },
  {
    refuses: "a capture of an order that does not exist",
    rule: "order-exists",
    body: capture(),
    field: undefined,
    type: undefined,
    says: "An order with this ID does not exist",
  },
  {
    refuses: "a refund of an order that does not exist",
    rule: "order-exists",
    body: refund(),
    field: undefined,
    type: undefined,
    says: "An order with this ID does not exist",
  },
  {
    refuses: "a capture of an order on which nothing succeeded",
    rule: "order-exists",
    before: [declined],
    body: capture(),
    field: undefined,
    type: undefined,
    says: "it is FAILED",
  },
  {
    refuses: "a capture with a source of funds of its own on an existing order",
    rule: "no-source-of-funds-on-follow-up",
    before: [authorize()],
    body: standalone(capture()),
    field: "sourceOfFunds",
    type: "UNSUPPORTED",
    says: "Unexpected parameter 'sourceOfFunds'",
  },
  {
    refuses: "a refund with a source of funds of its own on an existing order",
    rule: "no-source-of-funds-on-follow-up",
    before: [pay()],
    body: { ...refund(), sourceOfFunds: pay()["sourceOfFunds"] },
    field: "sourceOfFunds",
    type: "UNSUPPORTED",
    says: "Unexpected parameter 'sourceOfFunds'",
  },
  {
    refuses: "a sub-merchant on a follow-up",
    rule: "sub-merchant-only-initially",
    before: [authorize()],
    body: withValue(capture(), "order.subMerchant", { identifier: "S1", tradingName: "Shop" }),
    field: "order.subMerchant",
    type: "UNSUPPORTED",
    says: "Unexpected parameter 'order.subMerchant'",
  },
  {
    refuses: "notifications to a URL that is not HTTPS",
    rule: "notification-url-is-https",
    body: withValue(pay(), "order.notificationUrl", "http://shop.example/notify"),
    field: "order.notificationUrl",
    type: "INVALID",
    says: "Value 'http://shop.example/notify' is invalid. It must begin with https",
  },
  {
    refuses: "more than fifty custom fields on an order",
    rule: "custom-fields-of-order",
    before: [withValue(authorize(), "order.custom", fields(50, "a"))],
    body: withValue(capture(), "order.custom", fields(1, "b")),
    field: "order.custom",
    type: "INVALID",
    says: "The order would hold 51 custom fields; an order holds at most 50",
  },
  {
    refuses: "another request under a transaction id that has been used",
    rule: "",
    before: [pay()],
    transaction: "1",
    body: pay("99.00"),
    field: "transaction.id",
    type: "INVALID",
    says: "has been used on this order for another request",
  },
];

const FOLLOW_UPS: readonly RefusalCase[] = [
  {
    refuses: "a capture of a payment",
    rule: "authorization-to-capture",
    before: [pay()],
    body: capture(),
    field: "apiOperation",
    type: "INVALID",
    says: "The order is CAPTURED and has no authorization that could be captured",
  },
  {
    refuses: "a capture of a verification",
    rule: "authorization-to-capture",
    before: [verify()],
    body: capture(),
    field: "apiOperation",
    type: "INVALID",
    says: "The order is VERIFIED and has no authorization",
  },
  {
    refuses: "a capture of a cancelled authorization",
    rule: "authorization-to-capture",
    before: [authorize(), voidOf("1")],
    body: capture(),
    field: "apiOperation",
    type: "INVALID",
    says: "The order is CANCELLED",
  },
  {
    refuses: "a capture in another currency",
    rule: "currency-of-order",
    before: [authorize()],
    body: withValue(capture(), "transaction.currency", "EUR"),
    field: "transaction.currency",
    type: "INVALID",
    says: "Value 'EUR' is invalid. The currency of the order is USD",
  },
  {
    refuses: "a capture above what is left of the authorization",
    rule: "capture-within-authorization",
    before: [authorize(), capture("60.00")],
    body: capture("40.01"),
    field: "transaction.amount",
    type: "INVALID",
    says: "Requested capture amount exceeds outstanding authorized amount, which is 40.00",
  },
  {
    refuses: "a refund of an authorization",
    rule: "capture-to-refund",
    before: [authorize()],
    body: refund(),
    field: "apiOperation",
    type: "INVALID",
    says: "The order is AUTHORIZED and has nothing captured that could be refunded",
  },
  {
    refuses: "a refund above what was captured",
    rule: "refund-within-capture",
    before: [pay(), refund("60.00")],
    body: refund("40.01"),
    field: "transaction.amount",
    type: "INVALID",
    says: "Missing merchant privilege 'Excessive Refund'",
  },
  {
    refuses: "a refund above the configured maximum with the privilege",
    rule: "refund-within-capture",
    merchant: "PRIVILEGED",
    before: [pay()],
    body: refund("110.01"),
    field: "transaction.amount",
    type: "INVALID",
    says: "by more than the configured maximum of 10 percent",
  },
  {
    refuses: "a refund of several captures that names none of them",
    rule: "refund-target",
    before: [authorize(), capture("40.00"), capture("60.00")],
    body: refund("10.00"),
    field: "transaction.targetTransactionId",
    type: "MISSING",
    says: "The order has 2 transactions that can be refunded; name one",
  },
  {
    refuses: "a refund of a transaction that cannot be refunded",
    rule: "refund-target",
    before: [authorize(), capture()],
    body: withValue(refund(), "transaction.targetTransactionId", "1"),
    field: "transaction.targetTransactionId",
    type: "INVALID",
    says: "matches no transaction of the order that can be refunded",
  },
  {
    refuses: "a standalone capture without the issuer's code",
    rule: "authorization-code-of-standalone-capture",
    body: withValue(standalone(capture()), "transaction.authorizationCode", undefined),
    field: "transaction.authorizationCode",
    type: "MISSING",
    says: "Missing parameter 'transaction.authorizationCode'",
  },
  {
    refuses: "a standalone refund whose card is not complete",
    rule: "card-complete",
    body: withValue({ ...refund(), sourceOfFunds: pay()["sourceOfFunds"] }, `${CARD_PATH}.number`, undefined),
    field: `${CARD_PATH}.number`,
    type: "MISSING",
    says: "The card details are not complete",
  },
];

const VOIDS: readonly RefusalCase[] = [
  {
    refuses: "a void on an order that does not exist",
    rule: "order-to-void",
    body: voidOf("1"),
    field: "apiOperation",
    type: "INVALID",
    says: "Value 'VOID' is invalid. There is no transaction to void",
  },
  {
    refuses: "a void of a transaction that is not on the order",
    rule: "void-target-exists",
    before: [pay()],
    body: voidOf("7"),
    field: "transaction.targetTransactionId",
    type: "INVALID",
    says: "Target transaction ID does not match an existing transaction ID of the order",
  },
  {
    refuses: "a void of a verification",
    rule: "void-target-voidable",
    before: [verify()],
    body: voidOf("1"),
    field: "apiOperation",
    type: "INVALID",
    says: "There is no transaction to void: the target is a VERIFICATION",
  },
  {
    refuses: "a void of a void",
    rule: "void-target-voidable",
    before: [pay(), voidOf("1")],
    body: voidOf("2"),
    field: "apiOperation",
    type: "INVALID",
    says: "the target is a VOID_PAYMENT",
  },
  {
    refuses: "a void of a declined transaction",
    rule: "void-target-voidable",
    before: [declined],
    body: voidOf("1"),
    field: "apiOperation",
    type: "INVALID",
    says: "the target transaction was not successful",
  },
  {
    refuses: "a second void of the same transaction",
    rule: "void-target-voidable",
    before: [authorize(), capture(), voidOf("2")],
    body: voidOf("2"),
    field: "apiOperation",
    type: "INVALID",
    says: "the target transaction has already been voided",
  },
  {
    refuses: "a void of an authorization that has been captured",
    rule: "void-target-not-built-upon",
    before: [authorize(), capture("10.00")],
    body: voidOf("1"),
    field: "transaction.targetTransactionId",
    type: "INVALID",
    says: "Target transaction has already successfully been captured",
  },
  {
    refuses: "a void of a payment that has been refunded",
    rule: "void-target-not-built-upon",
    before: [pay(), refund("10.00")],
    body: voidOf("1"),
    field: "transaction.targetTransactionId",
    type: "INVALID",
    says: "Target transaction has already successfully been refunded",
  },
  {
    refuses: "a void of a capture that has been refunded",
    rule: "void-target-not-built-upon",
    before: [authorize(), capture(), refund("10.00")],
    body: voidOf("2"),
    field: "transaction.targetTransactionId",
    type: "INVALID",
    says: "Target transaction has already successfully been refunded",
  },
];

const REFERENCES: readonly RefusalCase[] = [
  {
    refuses: "a session that there is not",
    rule: "session-known",
    body: { ...pay(), session: { id: "SESSION0002411702239G42317712I7" } },
    field: "session.id",
    type: "INVALID",
    says: "Session not found",
  },
  {
    refuses: "a token that there is not",
    rule: "token-known",
    body: withValue(pay(), "sourceOfFunds.token", "9123456789012345"),
    field: "sourceOfFunds.token",
    type: "INVALID",
    says: "Token not found",
  },
];

export const REFUSAL_CASES: readonly RefusalCase[] = [
  ...MERCHANT,
  ...MONEY,
  ...CARDS,
  ...STATES,
  ...FOLLOW_UPS,
  ...VOIDS,
  ...REFERENCES,
];
