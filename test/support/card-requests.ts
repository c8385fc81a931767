import request from "supertest";
import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { CONNECTIONS } from "./sandbox.ts";
import { expectValidAnswer } from "./answers.ts";
import type { AnswerKind } from "./answers.ts";
import { CARD } from "./requests.ts";

/** A merchant's client for what is asked about a card. Every answer is held against the response contract. */
export interface CardClient {
  inquire: (body: JsonObject, version?: number) => Promise<Response>;
  /** Without a body it is asked by GET. */
  options: (body?: JsonObject, version?: number) => Promise<Response>;
  /** The id is written into the path as it is percent-encoded. */
  assess: (id: string, body: JsonObject, version?: number) => Promise<Response>;
}

export function cardClientOf(url: string, merchant: string, password = "sandbox"): CardClient {
  const put = async (kind: AnswerKind, path: string, body: JsonObject): Promise<Response> => {
    const response = await request(url)
      .put(path)
      .agent(CONNECTIONS)
      .auth(`merchant.${merchant}`, password)
      .send(body);
    expectValidAnswer(response.body, response.ok ? kind : "error", 100);
    return response;
  };
  const root = (version: number): string => `/api/rest/version/${version}/merchant/${merchant}`;
  return {
    inquire: (body, version = 100) => put("balance", `${root(version)}/balanceInquiry`, body),
    options: async (body, version = 100) => {
      const path = `${root(version)}/paymentOptionsInquiry`;
      const call = body === undefined ? request(url).get(path) : request(url).post(path).send(body);
      const response = await call.agent(CONNECTIONS).auth(`merchant.${merchant}`, password);
      expectValidAnswer(response.body, response.ok ? "payment-options" : "error", version);
      return response;
    },
    assess: (id, body, version = 100) =>
      put("risk-assessment", `${root(version)}/riskassessment/${encodeURIComponent(id)}`, body),
  };
}

/** Minimal valid bodies, to be changed in one thing by a test. */
export const giftCard = (number: string, currency = "USD"): JsonObject => ({
  order: { currency },
  sourceOfFunds: { type: "GIFT_CARD", provided: { giftCard: { number } } },
});

export const cardBalance = (number: string, currency = "USD"): JsonObject => ({
  order: { currency },
  sourceOfFunds: { type: "CARD", provided: { card: { number } } },
});

/** An inquiry about what a card can pay. */
export const optionsFor = (number: string, amount = "20.00", currency = "USD"): JsonObject => ({
  apiOperation: "PAYMENT_OPTIONS_INQUIRY",
  order: { amount, currency },
  sourceOfFunds: { provided: { card: { number } } },
});

export const assessment = (amount = "100.00"): JsonObject => ({
  apiOperation: "CREATE_OR_UPDATE_RISK_ASSESSMENT",
  requestAction: "RISK_ASSESSMENT",
  order: { amount, currency: "USD" },
  sourceOfFunds: { type: "CARD", provided: { card: CARD } },
  transaction: { creationDate: "2030-01-15T10:20:30.400Z", source: "INTERNET", type: "PAYMENT" },
});

export const information = (gatewayCode = "APPROVED"): JsonObject => ({
  ...assessment(),
  requestAction: "INFORMATION_ONLY",
  transactionProcessingResponse: { gatewayCode },
});
