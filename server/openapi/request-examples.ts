import { operationFieldOf } from "../domain/browser-payment.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Operation } from "../domain/operation.ts";

/** The published number that every scenario approves. */
const card = { number: "5123450000000008", expiry: { month: "01", year: "39" }, securityCode: "100" };
const sourceOfFunds = { type: "CARD", provided: { card } };
const order = { amount: "12.34", currency: "USD" };
const transaction = { amount: "12.34", currency: "USD" };

/** One that every version takes, but for one operation. */
const EXAMPLES: Readonly<Record<Exclude<Operation, "INITIATE_BROWSER_PAYMENT">, JsonObject>> = {
  AUTHORIZE: { apiOperation: "AUTHORIZE", order, sourceOfFunds },
  BALANCE_INQUIRY: {
    order: { currency: "USD" },
    sourceOfFunds: { type: "GIFT_CARD", provided: { giftCard: { number: "6000000000000007" } } },
  },
  CAPTURE: { apiOperation: "CAPTURE", transaction },
  CONFIRM_BROWSER_PAYMENT: { apiOperation: "CONFIRM_BROWSER_PAYMENT", order },
  CREATE_CHECKOUT_SESSION: { apiOperation: "CREATE_CHECKOUT_SESSION", order: { ...order, id: "order-1" } },
  CREATE_OR_UPDATE_RISK_ASSESSMENT: {
    apiOperation: "CREATE_OR_UPDATE_RISK_ASSESSMENT",
    order,
    requestAction: "RISK_ASSESSMENT",
    sourceOfFunds,
    transaction: { creationDate: "2030-01-15T10:20:30.400Z", source: "INTERNET", type: "PAYMENT" },
  },
  CREATE_OR_UPDATE_TOKEN: { sourceOfFunds },
  CREATE_SESSION: { correlationId: "1" },
  CREATE_TOKEN: { sourceOfFunds },
  DISBURSEMENT: {
    apiOperation: "DISBURSEMENT",
    disbursementType: "GAMING_WINNINGS",
    order: { ...order, merchantCategoryCode: "7995" },
    sourceOfFunds,
  },
  INITIATE_CHECKOUT: {
    apiOperation: "INITIATE_CHECKOUT",
    interaction: { operation: "PURCHASE", returnUrl: "https://shop.example/return" },
    order: { ...order, id: "order-1" },
  },
  PAY: { apiOperation: "PAY", order, sourceOfFunds },
  REFERRAL: { apiOperation: "REFERRAL", transaction: { authorizationCode: "A1B2C3" } },
  REFUND: { apiOperation: "REFUND", transaction },
  UPDATE_AUTHORIZATION: { apiOperation: "UPDATE_AUTHORIZATION", transaction },
  UPDATE_SESSION: { sourceOfFunds: { provided: { card } } },
  VERIFY: { apiOperation: "VERIFY", order: { currency: "USD" }, sourceOfFunds },
  VOID: { apiOperation: "VOID", transaction: { targetTransactionId: "1" } },
};

/** A request that the contract of the operation takes in the version. */
export function requestExample(operation: Operation, version: number): JsonObject {
  return operation === "INITIATE_BROWSER_PAYMENT" ? browserPayment(version) : EXAMPLES[operation];
}

function browserPayment(version: number): JsonObject {
  const hasOperation = operationFieldOf({ version, body: {} }) === "browserPayment.operation";
  return {
    apiOperation: "INITIATE_BROWSER_PAYMENT",
    browserPayment: { ...(hasOperation && { operation: "PAY" }), returnUrl: "https://shop.example/return" },
    order,
    sourceOfFunds: { type: "PROVIDER_C" },
  };
}
