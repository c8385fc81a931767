import { referredPay } from "../operations/situations.ts";
import {
  authorize,
  capture,
  CARD,
  disbursement,
  pay,
  referral,
  refund,
  update,
  verify,
  voidOf,
  withValue,
  withValues,
} from "../support/requests.ts";
import type { RefusalCase } from "./refusal-cases.ts";

const CHARGE = "order.merchantCharge";
const SENDER = {
  address: { country: "USA", street: "1 Main St" },
  bankAccountNumber: "1234567",
  firstName: "Ada",
  lastName: "Byron",
};
const billPayment = withValues(disbursement(), {
  disbursementType: "CREDIT_CARD_BILL_PAYMENT",
  "order.merchantCategoryCode": "6536",
});

const REFERRALS: readonly RefusalCase[] = [
  {
    refuses: "a referral of an order that does not exist",
    rule: "order-referred",
    body: referral(),
    field: undefined,
    type: undefined,
    says: "An order with this ID does not exist",
  },
  {
    refuses: "a referral of a payment that was approved",
    rule: "order-referred",
    before: [pay()],
    body: referral(),
    field: "apiOperation",
    type: "INVALID",
    says: "Value 'REFERRAL' is invalid. The order is CAPTURED and its initial transaction was not answered REFERRED",
  },
  {
    refuses: "a referral of a payment that was declined",
    rule: "order-referred",
    before: [withValue(pay(), "sourceOfFunds.provided.card.number", "4000000000000507")],
    body: referral(),
    field: "apiOperation",
    type: "INVALID",
    says: "The order is FAILED and its initial transaction was not answered REFERRED",
  },
  {
    refuses: "a referral of a verification that was referred",
    rule: "order-referred",
    before: [withValue(verify(), "sourceOfFunds.provided.card.number", "4000000000000101")],
    body: referral(),
    field: "apiOperation",
    type: "INVALID",
    says: "its initial transaction was not answered REFERRED",
  },
  {
    refuses: "a second referral",
    rule: "order-referred",
    before: [referredPay, referral()],
    body: referral("ZZZ999"),
    field: "apiOperation",
    type: "INVALID",
    says: "The order is CAPTURED and its referred transaction has been resubmitted already",
  },
  {
    refuses: "a referral of what another attempt has followed",
    rule: "order-referred",
    before: [referredPay, withValue(pay(), "sourceOfFunds.provided.card.number", "4000000000000507")],
    body: referral(),
    field: "apiOperation",
    type: "INVALID",
    says: "The order is FAILED and its initial transaction was not answered REFERRED",
  },
];

const UPDATES: readonly RefusalCase[] = [
  {
    refuses: "an update of an order that does not exist",
    rule: "order-exists",
    body: update("120.00"),
    field: undefined,
    type: undefined,
    says: "An order with this ID does not exist",
  },
  {
    refuses: "an update of a payment",
    rule: "authorization-to-update",
    before: [pay()],
    body: update("120.00"),
    field: "apiOperation",
    type: "INVALID",
    says: "Value 'UPDATE_AUTHORIZATION' is invalid. The order is CAPTURED and has no authorization",
  },
  {
    refuses: "an update of an authorization that is captured in full",
    rule: "authorization-to-update",
    before: [authorize(), capture()],
    body: update("120.00"),
    field: "apiOperation",
    type: "INVALID",
    says: "The order is CAPTURED and has no authorization that could be updated",
  },
  {
    refuses: "an update in another currency",
    rule: "currency-of-order",
    before: [authorize()],
    body: withValue(update("120.00"), "transaction.currency", "EUR"),
    field: "transaction.currency",
    type: "INVALID",
    says: "The currency of the order is USD",
  },
  {
    refuses: "an update to nothing",
    rule: "amount-above-zero",
    before: [authorize()],
    body: update("0.00"),
    field: "transaction.amount",
    type: "INVALID",
    says: "must be greater than zero",
  },
  {
    refuses: "an update to less than what is captured",
    rule: "amount-not-below-captured",
    before: [authorize(), capture("60.00")],
    body: update("59.99"),
    field: "transaction.amount",
    type: "INVALID",
    says: "Value '59.99' is invalid. It must not be less than what is captured, which is 60.00",
  },
  {
    refuses: "an update whose sub-totals do not add up",
    rule: "sub-totals-of-update",
    before: [authorize()],
    body: withValues(update("120.00"), { "order.itemAmount": "110.00", "order.taxAmount": "9.00" }),
    field: "transaction.amount",
    type: "INVALID",
    says: "It must equal the sub-totals less the discount, 119.00",
  },
  {
    refuses: "an update whose tax is more than the amount",
    rule: "sub-totals-of-update",
    before: [authorize()],
    body: withValue(update("8.00"), "order.taxAmount", "9.00"),
    field: "transaction.amount",
    type: "INVALID",
    says: "It must not be less than the sub-totals less the discount, 9.00",
  },
  {
    refuses: "a void of an update",
    rule: "void-target-voidable",
    before: [authorize(), update("120.00")],
    body: voidOf("2"),
    field: "apiOperation",
    type: "INVALID",
    says: "There is no transaction to void: the target is an AUTHORIZATION_UPDATE",
  },
  {
    refuses: "a capture above what an update has left",
    rule: "capture-within-authorization",
    before: [authorize(), update("80.00")],
    body: capture("80.01"),
    field: "transaction.amount",
    type: "INVALID",
    says: "exceeds outstanding authorized amount, which is 80.00",
  },
];

const CHARGES: readonly RefusalCase[] = [
  {
    refuses: "a charge that is not the one of the merchant's rate",
    rule: "merchant-charge-agrees",
    merchant: "CHARGING",
    body: withValues(pay("102.00"), {
      "order.netAmount": "100.00",
      [CHARGE]: { amount: "2.00", type: "SURCHARGE" },
    }),
    field: "order.merchantCharge.amount",
    type: "INVALID",
    says: "Value '2.00' is invalid. The SURCHARGE of 2.5 percent on 100.00 is 2.50",
  },
  {
    refuses: "a charge on a net amount when the merchant has no rate",
    rule: "merchant-charge-agrees",
    body: withValues(pay("102.00"), {
      "order.netAmount": "100.00",
      [CHARGE]: { amount: "2.00", type: "SURCHARGE" },
    }),
    field: "order.merchantCharge.amount",
    type: "INVALID",
    says: "The SURCHARGE of 0 percent on 100.00 is 0.00",
  },
  {
    refuses: "an update whose amount is not the net amount with the charge",
    rule: "merchant-charge-adds-up",
    merchant: "CHARGING",
    before: [authorize()],
    body: withValue(update("120.00"), "order.netAmount", "120.00"),
    field: "transaction.amount",
    type: "INVALID",
    says: "It must equal order.netAmount with the merchant charge, 123.00",
  },
  {
    refuses: "a charge without a net amount that is more than the amount",
    rule: "merchant-charge-contained",
    body: withValue(pay(), CHARGE, { amount: "100.01", type: "SURCHARGE" }),
    field: "order.merchantCharge.amount",
    type: "INVALID",
    says: "It must be included in the amount, which is 100.00",
  },
];

const TIMES: readonly RefusalCase[] = [
  {
    refuses: "a capture after the authorization has expired",
    rule: "authorization-valid",
    merchant: "LATER",
    before: [authorize()],
    advance: "P8D",
    body: capture(),
    field: "apiOperation",
    type: "INVALID",
    says: "Value 'CAPTURE' is invalid. The authorization of 2030-01-15T10:20:30.400Z was valid for 7 days",
  },
  {
    refuses: "an update after the authorization has expired",
    rule: "authorization-valid",
    merchant: "LATER",
    before: [authorize()],
    advance: "P7DT0.001S",
    body: update(),
    field: "apiOperation",
    type: "INVALID",
    says: "by the merchant's clock it is",
  },
  {
    refuses: "a void outside its window",
    rule: "within-void-window",
    merchant: "LATER",
    before: [pay()],
    advance: "PT24H0.001S",
    body: voidOf("1"),
    field: "transaction.targetTransactionId",
    type: "INVALID",
    says: "could be voided for 24 hours, until",
  },
];

const DISBURSEMENTS: readonly RefusalCase[] = [
  {
    refuses: "gaming winnings under the merchant's default category code",
    rule: "category-of-disbursement",
    body: withValue(disbursement(), "order.merchantCategoryCode", undefined),
    field: "order.merchantCategoryCode",
    type: "MISSING",
    says: "GAMING_WINNINGS is for category code 7995, which is not the merchant's default",
  },
  {
    refuses: "gaming winnings under the category code of bill payments",
    rule: "category-of-disbursement",
    body: withValue(disbursement(), "order.merchantCategoryCode", "6536"),
    field: "order.merchantCategoryCode",
    type: "INVALID",
    says: "Value '6536' is invalid. GAMING_WINNINGS is for category code 7995",
  },
  {
    refuses: "the payment of a credit card bill without its sender",
    rule: "sender-of-bill-payment",
    body: billPayment,
    field: "creditCardBillPayment.paymentSender",
    type: "MISSING",
    says: "needs the details of its sender",
  },
  {
    refuses: "the payment of a credit card bill from nowhere",
    rule: "account-of-sender",
    body: {
      ...billPayment,
      creditCardBillPayment: { paymentSender: { ...SENDER, bankAccountNumber: undefined } },
    },
    field: "creditCardBillPayment.paymentSender.bankAccountNumber",
    type: "MISSING",
    says: "for a split payment, both",
  },
  {
    refuses: "a disbursement on an order that has been paid",
    rule: "order-takes-initial-transaction",
    before: [pay()],
    body: disbursement(),
    field: "apiOperation",
    type: "INVALID",
    says: "Value 'DISBURSEMENT' is invalid. The order is CAPTURED",
  },
  {
    refuses: "a refund of a disbursement",
    rule: "capture-to-refund",
    before: [disbursement()],
    body: refund(),
    field: "apiOperation",
    type: "INVALID",
    says: "The order is DISBURSED",
  },
];

const AGREEMENTS: readonly RefusalCase[] = [
  ...["INDUSTRY_PRACTICE", "INSTALLMENT", "RECURRING", "UNSCHEDULED"].map(
    (type): RefusalCase => ({
      refuses: `an agreement of type ${type} without its id`,
      rule: "agreement-id-given",
      body: { ...pay(), agreement: { type } },
      field: "agreement.id",
      type: "MISSING",
      says: `Missing parameter 'agreement.id'. A payment of type ${type} needs it`,
    }),
  ),
  {
    refuses: "stored card details under an agreement without an id",
    rule: "agreement-id-given",
    body: {
      ...withValue(pay(), "sourceOfFunds.provided.card", { ...CARD, storedOnFile: "STORED" }),
      agreement: { expiryDate: "2031-01-01" },
    },
    field: "agreement.id",
    type: "MISSING",
    says: "A payment under an agreement that uses stored card details needs it",
  },
  {
    refuses: "a payment that the merchant initiates without the id of its agreement",
    rule: "agreement-id-given",
    body: withValue(pay(), "transaction.source", "MERCHANT"),
    field: "agreement.id",
    type: "MISSING",
    says: "uses stored card details",
  },
  {
    refuses: "a recurring agreement that does not say how its amounts vary",
    rule: "amount-variability-given",
    body: { ...pay(), agreement: { id: "A-1", type: "RECURRING" } },
    field: "agreement.amountVariability",
    type: "MISSING",
    says: "A recurring agreement needs it: FIXED or VARIABLE",
  },
  {
    refuses: "an agreement whose largest payment is less than its smallest",
    rule: "amounts-of-agreement",
    body: {
      ...pay(),
      agreement: { id: "A-1", maximumAmountPerPayment: "9.99", minimumAmountPerPayment: "10.00" },
    },
    field: "agreement.maximumAmountPerPayment",
    type: "INVALID",
    says: "It must not be less than the minimum, which is 10.00",
  },
  {
    refuses: "an agreement that has begun before today",
    rule: "agreement-starts-later",
    body: { ...pay(), agreement: { id: "A-1", startDate: "2030-01-14" } },
    field: "agreement.startDate",
    type: "INVALID",
    says: "It lies in the past; by the merchant's clock it is 2030-01-15",
  },
];

const NUMBER = "4508750015741019";

const FREE_TEXTS: readonly RefusalCase[] = [
  ["agreement.customData", `card ${NUMBER} of Ada`],
  ["transaction.acquirer.customData", "4508 7500 1574 1019"],
  ["transaction.acquirer.traceId", "345678901234564"],
  ["transaction.acquirer.transactionId", NUMBER],
].map(
  ([field = "", text = ""]): RefusalCase => ({
    refuses: `something like a card number in ${field}`,
    rule: "no-sensitive-data",
    body: withValue(pay(), field, text),
    field,
    type: "INVALID",
    says: "The value looks like a card number, and sensitive data is rejected here",
  }),
);

const PURCHASES: readonly RefusalCase[] = [
  {
    refuses: "account funding of an order that does not say so",
    rule: "account-funding-order",
    body: { ...pay(), accountFunding: { purpose: "PAYROLL" } },
    field: "order.purchaseType",
    type: "MISSING",
    says: "accountFunding is for orders of purchase type ACCOUNT_FUNDING",
  },
  {
    refuses: "account funding of an order of another purchase type",
    rule: "account-funding-order",
    body: {
      ...withValue(pay(), "order.purchaseType", "CRYPTOCURRENCY"),
      accountFunding: { purpose: "PAYROLL" },
    },
    field: "order.purchaseType",
    type: "INVALID",
    says: "Value 'CRYPTOCURRENCY' is invalid",
  },
  {
    refuses: "a cruise that returns before it departs",
    rule: "cruise-dates",
    body: { ...pay(), cruise: { departureDate: "2030-06-02", returnDate: "2030-06-01" } },
    field: "cruise.returnDate",
    type: "INVALID",
    says: "It must not be before the departure, 2030-06-02",
  },
  {
    refuses: "a cruise that never returns",
    rule: "cruise-dates",
    body: { ...pay(), cruise: { departureDate: "2030-06-02" } },
    field: "cruise.returnDate",
    type: "MISSING",
    says: "It belongs to the departure date",
  },
  {
    refuses: "a cruise that never departs",
    rule: "cruise-dates",
    body: { ...pay(), cruise: { returnDate: "2030-06-02" } },
    field: "cruise.departureDate",
    type: "MISSING",
    says: "It belongs to the return date",
  },
];

/** Refusals of referrals, updates, disbursements, and of the rules on charges, time, agreements and purposes. */
export const ORDER_CASES: readonly RefusalCase[] = [
  ...REFERRALS,
  ...UPDATES,
  ...CHARGES,
  ...TIMES,
  ...DISBURSEMENTS,
  ...AGREEMENTS,
  ...FREE_TEXTS,
  ...PURCHASES,
];
