import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { withValues } from "../support/requests.ts";
import type { Client } from "../support/sandbox.ts";

/** What a shop sends to authenticate its payer with a card. */
export const initiate = (number: string, channel = "PAYER_BROWSER"): JsonObject => ({
  apiOperation: "INITIATE_AUTHENTICATION",
  authentication: { channel },
  order: { currency: "USD" },
  sourceOfFunds: { type: "CARD", provided: { card: { number } } },
});

export const authenticate = (number: string, amount = "100.00"): JsonObject => ({
  apiOperation: "AUTHENTICATE_PAYER",
  authentication: { redirectResponseUrl: "https://shop.example/return?order=1" },
  order: { amount, currency: "USD" },
  sourceOfFunds: { type: "CARD", provided: { card: { number, expiry: { month: "01", year: "39" } } } },
});

/** The payment that names the authentication. */
export const payWith = (number: string, transactionId: string, changes: JsonObject = {}): JsonObject =>
  withValues(
    {
      apiOperation: "PAY",
      authentication: { transactionId },
      order: { amount: "100.00", currency: "USD" },
      sourceOfFunds: { type: "CARD", provided: { card: { number, expiry: { month: "01", year: "39" } } } },
    },
    changes,
  );

/** Both steps, as transaction `auth` of the order. */
export async function authenticated(
  client: Client,
  order: string,
  number: string,
  version = 100,
): Promise<{ readonly initiated: Response; readonly asked: Response }> {
  const at = { order, transaction: "auth", version };
  const initiated = await client.put({ ...at, body: initiate(number) });
  const asked = await client.put({ ...at, body: authenticate(number) });
  return { initiated, asked };
}
