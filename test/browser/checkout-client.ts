import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { textAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { expectValidAnswer } from "../support/answers.ts";
import { CARD, withValues } from "../support/requests.ts";
import type { TestSandbox } from "../support/sandbox.ts";

export const checkoutOf = (order: string, values: Parameters<typeof withValues>[1] = {}): JsonObject =>
  withValues(
    {
      apiOperation: "INITIATE_CHECKOUT",
      interaction: { operation: "PURCHASE", merchant: { name: "Tea & Co" } },
      order: { id: order, amount: "100.00", currency: "USD", description: "Tea" },
    },
    values,
  );

/** The fields of the hosted page, with the card that is approved. */
export const CARD_FORM = {
  nameOnCard: "Ida Example",
  number: "5123 4500 0000 0008",
  expiryMonth: CARD.expiry.month,
  expiryYear: CARD.expiry.year,
  securityCode: CARD.securityCode,
};

export const DECLINED_FORM = { ...CARD_FORM, number: "4000000000000507" };

/** A merchant that begins checkouts. */
export async function begin(
  url: string,
  body: JsonObject,
  {
    version = 100,
    merchant = "TESTMERCHANT",
  }: { readonly version?: number; readonly merchant?: string } = {},
): Promise<Response> {
  const path = `/api/rest/version/${version}/merchant/${merchant}/session`;
  const response = await request(url).post(path).auth(`merchant.${merchant}`, "sandbox").send(body);
  expectValidAnswer(response.body, response.ok ? "checkout" : "error", version);
  return response;
}

/** A checkout that was begun. */
export interface Begun {
  readonly order: string;
  readonly answer: Response;
  readonly session: string;
  readonly page: HostedPage;
}

/** Begins checkouts, each of an order of its own, whose id starts with the prefix. */
export function checkoutsAt(
  running: TestSandbox,
  prefix: string,
): (values?: Parameters<typeof checkoutOf>[1], how?: Parameters<typeof begin>[2]) => Promise<Begun> {
  let orders = 0;
  return async (values = {}, how = {}) => {
    const order = `${prefix}-${(orders += 1)}`;
    const answer = await begin(running.sandbox.url, checkoutOf(order, values), how);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    const session = sessionIdOf(answer);
    return { order, answer, session, page: hostedPageOf(running.sandbox.url, session) };
  };
}

export const indicatorOf = (begun: Response): string => textAt(begun.body as Json, "successIndicator") ?? "";
export const sessionIdOf = (begun: Response): string => textAt(begun.body as Json, "session.id") ?? "";

/** A payer at the hosted page, without a browser. */
export interface HostedPage {
  open: () => Promise<Response>;
  submit: (fields: Readonly<Record<string, string>>) => Promise<Response>;
  receipt: () => Promise<Response>;
}

export function hostedPageOf(url: string, sessionId: string): HostedPage {
  return {
    open: () => request(url).get(`/checkout/pay/${sessionId}`),
    submit: (fields) => request(url).post(`/checkout/pay/${sessionId}`).type("form").send(fields),
    receipt: () => request(url).get(`/checkout/receipt/${sessionId}`),
  };
}

/** The page without the test cards that it offers. */
export function formIn({ text }: Response): string {
  return text.replace(/<details class="test-cards">.*?<\/details>/s, "");
}
