import type { JsonObject } from "../../server/domain/json.ts";
import { merchantPath, MOVEMENT, PAYMENT, retrieval, transaction } from "./requests.ts";
import type { Step } from "./requests.ts";

/** An operation whose first requests are measured. */
export interface Operation {
  readonly name: string;
  readonly step: Step;
  /** What its order must have behind it. */
  readonly before?: Step;
}

const { order, sourceOfFunds } = PAYMENT;
const MONEY = { amount: order.amount, currency: order.currency };
const { number, expiry } = sourceOfFunds.provided.card;
const STORED_CARD = { sourceOfFunds: { type: "CARD", provided: { card: { number, expiry } } } };

const PAY = transaction("t1", { apiOperation: "PAY", ...PAYMENT });
const AUTHORIZE = transaction("t1", { apiOperation: "AUTHORIZE", ...PAYMENT });
const VOIDED = { transaction: { targetTransactionId: "t1" } };

/**
 * Operations of most families, and PAY in versions of its own contracts and between them. A quick run takes the first
 * one, so that is one whose orders need something before.
 */
export const OPERATIONS: readonly Operation[] = [
  { name: "CAPTURE", before: AUTHORIZE, step: follow("CAPTURE", MOVEMENT) },
  { name: "PAY", step: PAY },
  { name: "AUTHORIZE", step: AUTHORIZE },
  { name: "REFUND", before: PAY, step: follow("REFUND", MOVEMENT) },
  { name: "VOID", before: AUTHORIZE, step: follow("VOID", VOIDED) },
  { name: "UPDATE_AUTHORIZATION", before: AUTHORIZE, step: follow("UPDATE_AUTHORIZATION", MOVEMENT) },
  { name: "RETRIEVE_ORDER", before: PAY, step: retrieval() },
  { name: "RETRIEVE_TRANSACTION", before: PAY, step: retrieval("t1") },
  {
    name: "VERIFY",
    step: transaction("t1", { apiOperation: "VERIFY", ...PAYMENT, order: { currency: "EUR" } }),
  },
  {
    name: "INITIATE_BROWSER_PAYMENT",
    step: transaction("t1", {
      apiOperation: "INITIATE_BROWSER_PAYMENT",
      browserPayment: {
        operation: "PAY",
        returnUrl: "https://shop.example/back",
        providerA: { paymentConfirmation: "CONFIRM_AT_PROVIDER" },
      },
      order: MONEY,
      sourceOfFunds: { type: "PROVIDER_A" },
    }),
  },
  {
    name: "CREATE_OR_UPDATE_RISK_ASSESSMENT",
    step: at("PUT", (id) => `riskassessment/${id}`, {
      apiOperation: "CREATE_OR_UPDATE_RISK_ASSESSMENT",
      requestAction: "RISK_ASSESSMENT",
      order: MONEY,
      ...STORED_CARD,
      transaction: { creationDate: "2030-01-15T10:20:30.400Z", source: "INTERNET", type: "PAYMENT" },
    }),
  },
  { name: "CREATE_SESSION", step: at("POST", () => "session", {}) },
  {
    name: "INITIATE_CHECKOUT",
    step: at("POST", () => "session", {
      apiOperation: "INITIATE_CHECKOUT",
      interaction: { operation: "PURCHASE", merchant: { name: "Bench" } },
      order: { id: "checkout", ...MONEY, description: "Two pairs of running shoes" },
    }),
  },
  ...[57, 60, 80, 99].map((version) => ({
    name: `PAY in version ${version}`,
    step: transaction("t1", { apiOperation: "PAY", order: MONEY, ...STORED_CARD }, version),
  })),
];

function follow(apiOperation: string, body: JsonObject): Step {
  return transaction("t2", { apiOperation, ...body });
}

function at(method: "POST" | "PUT", path: (id: string) => string, body: JsonObject): Step {
  return { method, path: (id) => `${merchantPath(100)}/${path(id)}`, body, status: 201 };
}
