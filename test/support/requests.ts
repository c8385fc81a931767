import type { Json, JsonObject } from "../../server/domain/json.ts";

/** A card that every table and rule approves: the published number with the expiry that the simulator approves. */
export const CARD = { number: "5123450000000008", expiry: { month: "01", year: "39" }, securityCode: "100" };

export const FUNDS = { type: "CARD", provided: { card: CARD } };

/** Minimal valid bodies, to be changed in one thing by a test. */
export const pay = (amount = "100.00"): JsonObject => ({
  apiOperation: "PAY",
  order: { amount, currency: "USD" },
  sourceOfFunds: FUNDS,
});

export const authorize = (amount = "100.00"): JsonObject => ({ ...pay(amount), apiOperation: "AUTHORIZE" });

export const verify = (): JsonObject => ({
  apiOperation: "VERIFY",
  order: { currency: "USD" },
  sourceOfFunds: FUNDS,
});

export const capture = (amount = "100.00"): JsonObject => ({
  apiOperation: "CAPTURE",
  transaction: { amount, currency: "USD" },
});

export const refund = (amount = "100.00"): JsonObject => ({ ...capture(amount), apiOperation: "REFUND" });

export const voidOf = (targetTransactionId: string): JsonObject => ({
  apiOperation: "VOID",
  transaction: { targetTransactionId },
});

/** Starts the validity of the authorization anew, and changes its amount when one is given. */
export const update = (amount?: string): JsonObject => ({
  apiOperation: "UPDATE_AUTHORIZATION",
  ...(amount !== undefined && { transaction: { amount, currency: "USD" } }),
});

export const referral = (authorizationCode = "A1B2C3"): JsonObject => ({
  apiOperation: "REFERRAL",
  transaction: { authorizationCode },
});

export const disbursement = (amount = "100.00"): JsonObject => ({
  ...withValue(pay(amount), "order.merchantCategoryCode", "7995"),
  apiOperation: "DISBURSEMENT",
  disbursementType: "GAMING_WINNINGS",
});

/** The body with the value at a dotted path; undefined takes the member away. */
export function withValue(body: JsonObject, path: string, value: Json | undefined): JsonObject {
  const [member = "", ...rest] = path.split(".");
  const inner = body[member];
  const nested =
    typeof inner === "object" && inner !== null && !Array.isArray(inner) ? (inner as JsonObject) : {};
  return { ...body, [member]: rest.length === 0 ? value : withValue(nested, rest.join("."), value) };
}

/** The body with several values at dotted paths. */
export function withValues(body: JsonObject, values: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.entries(values).reduce((changed, [path, value]) => withValue(changed, path, value), body);
}
