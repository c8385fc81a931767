import type { JsonObject } from "../../server/domain/json.ts";
import { CARD, FUNDS } from "../support/requests.ts";
import type { KeptClient } from "../support/kept.ts";
import { sessionOf, tokenOf } from "../support/kept.ts";
import type { Response } from "supertest";

/** What a case can do: calls of the merchant, of another one, and a clock to move. */
export interface Scene {
  readonly kept: KeptClient;
  readonly stranger: KeptClient;
  readonly pay: (body: JsonObject) => Promise<Response>;
  readonly wait: (duration: string) => Promise<void>;
  /** A session of the merchant with a card in it. */
  readonly filled: () => Promise<string>;
}

/** One refusal around sessions and tokens: what is done, and what must answer. */
export interface KeptCase {
  readonly refuses: string;
  /** The rule's id in the exchange; "" when the contract or the path refuses. */
  readonly rule: string;
  readonly act: (scene: Scene) => Promise<Response>;
  readonly field: string | undefined;
  readonly says: string;
}

const UNKNOWN = "SESSION0002411702239G42317712I7";
const OTHER_CARD = { number: "4508750015741019", expiry: CARD.expiry };
const cardOf = (card: JsonObject): JsonObject => ({ sourceOfFunds: { type: "CARD", provided: { card } } });
const bySession = (id: string, version?: string): JsonObject => ({
  apiOperation: "PAY",
  order: { amount: "1.00", currency: "USD" },
  session: { id, ...(version !== undefined && { version }) },
});
const followUp = (apiOperation: string, session: JsonObject): JsonObject => ({
  apiOperation,
  transaction: { amount: "1.00", currency: "USD" },
  session,
});
const byToken = (token: string): JsonObject => ({
  apiOperation: "PAY",
  order: { amount: "1.00", currency: "USD" },
  sourceOfFunds: { token },
});

const SESSIONS: readonly KeptCase[] = [
  {
    refuses: "a session that describes another order",
    rule: "session-of-order",
    act: async ({ kept, pay, filled }) => {
      const id = await filled();
      await kept.updateSession(id, { order: { id: "order-of-the-session" } });
      return pay(bySession(id));
    },
    field: "session.id",
    says: "The session belongs to another order",
  },
  {
    refuses: "to retrieve a session that there is not",
    rule: "session-known",
    act: ({ kept }) => kept.getSession(UNKNOWN),
    field: "session.id",
    says: `Value '${UNKNOWN}' is invalid. Session not found`,
  },
  {
    refuses: "to update a session that there is not",
    rule: "session-known",
    act: ({ kept }) => kept.updateSession(UNKNOWN, {}),
    field: "session.id",
    says: "Session not found",
  },
  {
    refuses: "another merchant's session to be retrieved",
    rule: "session-known",
    act: async ({ stranger, filled }) => stranger.getSession(await filled()),
    field: "session.id",
    says: "Session not found",
  },
  {
    refuses: "another merchant's session to be used",
    rule: "session-known",
    act: async ({ stranger, pay }) => pay(bySession(sessionOf(await stranger.createSession()).id)),
    field: "session.id",
    says: "Session not found",
  },
  {
    refuses: "a session that has expired",
    rule: "session-not-expired",
    act: async ({ filled, wait, pay }) => {
      const id = await filled();
      await wait("PT15M");
      return pay(bySession(id));
    },
    field: "session.id",
    says: "The session has expired; create a new one",
  },
  {
    refuses: "to update a session that has expired",
    rule: "session-not-expired",
    act: async ({ kept, filled, wait }) => {
      const id = await filled();
      await wait("PT15M");
      return kept.updateSession(id, cardOf(OTHER_CARD));
    },
    field: "session.id",
    says: "The session has expired",
  },
  {
    refuses: "a payment by another version of the session",
    rule: "session-version-matches",
    act: async ({ filled, pay }) => pay(bySession(await filled(), "0123456701")),
    field: "session.version",
    says: "Value '0123456701' is invalid. The session has changed; its version is ",
  },
  {
    refuses: "an update of another version of the session",
    rule: "session-version-matches",
    act: async ({ kept, filled }) =>
      kept.updateSession(await filled(), { session: { version: "0123456701" } }),
    field: "session.version",
    says: "The session has changed",
  },
  ...["PAY", "AUTHORIZE", "VERIFY"].map((apiOperation): KeptCase => ({
    refuses: `the version of a session without its id: ${apiOperation}`,
    rule: "session-named",
    act: ({ pay }) =>
      pay({ ...bySession(""), apiOperation, ...cardOf(CARD), session: { version: "0123456701" } }),
    field: "session.id",
    says: "Missing parameter 'session.id'",
  })),
  {
    refuses: "the version of a session without its id: CAPTURE",
    rule: "session-named",
    act: ({ pay }) => pay(followUp("CAPTURE", { version: "0123456701" })),
    field: "session.id",
    says: "Missing parameter 'session.id'",
  },
  {
    refuses: "the version of a session without its id: a token",
    rule: "session-named",
    act: ({ kept }) => kept.createToken({ ...cardOf(CARD), session: { version: "0123456701" } }),
    field: "session.id",
    says: "Missing parameter 'session.id'",
  },
  {
    refuses: "a session into which nothing was put",
    rule: "session-updated",
    act: async ({ kept, pay }) => pay(bySession(sessionOf(await kept.createSession()).id)),
    field: "session.id",
    says: "The session is empty (NO_UPDATE)",
  },
  {
    refuses: "a session whose last update failed",
    rule: "session-not-failed",
    act: async ({ kept, filled, pay }) => {
      const id = await filled();
      await kept.updateSession(id, { unknown: "member" });
      return pay(bySession(id));
    },
    field: "session.id",
    says: "The last update of the session failed (FAILURE)",
  },
  {
    refuses: "an update whose body names another session than its path",
    rule: "",
    act: async ({ kept, filled }) => kept.updateSession(await filled(), { session: { id: UNKNOWN } }),
    field: "session.id",
    says: "The path has another session",
  },
  {
    refuses: "a session with a limit that is too high",
    rule: "",
    act: ({ kept }) => kept.createSession({ session: { authenticationLimit: 10_000 } }),
    field: "session.authenticationLimit",
    says: "10000",
  },
  {
    refuses: "an operation that cannot make a session",
    rule: "",
    act: ({ kept }) => kept.createSession({ apiOperation: "PAY" }),
    field: "apiOperation",
    says: "Value 'PAY' is invalid",
  },
];

const TOKENS: readonly KeptCase[] = [
  {
    refuses: "to retrieve a token that there is not",
    rule: "token-known",
    act: ({ kept }) => kept.getToken("9123456789012345"),
    field: "token",
    says: "Token not found",
  },
  {
    refuses: "to delete a token that there is not",
    rule: "token-known",
    act: ({ kept }) => kept.deleteToken("9123456789012345"),
    field: "token",
    says: "Token not found",
  },
  {
    refuses: "another merchant's token",
    rule: "token-known",
    act: async ({ stranger, pay }) =>
      pay(byToken(tokenOf(await stranger.createToken({ sourceOfFunds: FUNDS })))),
    field: "sourceOfFunds.token",
    says: "Token not found",
  },
  {
    refuses: "a payment by a token that was deleted",
    rule: "token-known",
    act: async ({ kept, pay }) => {
      const token = tokenOf(await kept.createToken(cardOf({ ...OTHER_CARD, number: "5111111111111118" })));
      await kept.deleteToken(token);
      return pay(byToken(token));
    },
    field: "sourceOfFunds.token",
    says: "Token not found",
  },
  {
    refuses: "a token without a card number",
    rule: "token-card-complete",
    act: ({ kept }) => kept.createToken(cardOf({ expiry: CARD.expiry })),
    field: "sourceOfFunds.provided.card.number",
    says: "The card details are incomplete",
  },
  {
    refuses: "a token without an expiry",
    rule: "token-card-complete",
    act: ({ kept }) => kept.createToken(cardOf({ number: "5555555555554444" })),
    field: "sourceOfFunds.provided.card.expiry.month",
    says: "The card details are incomplete",
  },
  {
    refuses: "a token of the merchant's own id without an expiry",
    rule: "token-card-complete",
    act: ({ kept }) => kept.putToken("own", cardOf({ number: "5555555555554444" })),
    field: "sourceOfFunds.provided.card.expiry.month",
    says: "The card details are incomplete",
  },
  {
    refuses: "a second token for one card",
    rule: "token-card-not-held-by-another",
    act: async ({ kept }) => {
      await kept.putToken("first", cardOf(OTHER_CARD));
      return kept.putToken("second", cardOf(OTHER_CARD));
    },
    field: "sourceOfFunds.provided.card.number",
    says: "Another token (…irst) holds this card number",
  },
  {
    refuses: "a token that would be a card number",
    rule: "",
    act: ({ kept }) => kept.putToken("5123450000000008", { sourceOfFunds: FUNDS }),
    field: "token",
    says: "Value '512345xxxxxx0008' is invalid. It looks like a card number",
  },
  {
    refuses: "a token of other characters than letters and digits",
    rule: "",
    act: ({ kept }) => kept.putToken("a-b", { sourceOfFunds: FUNDS }),
    field: "token",
    says: "It may contain only letters and digits",
  },
  {
    refuses: "a token of nothing",
    rule: "",
    act: ({ kept }) => kept.createToken({}),
    field: "sourceOfFunds",
    says: "Missing parameter 'sourceOfFunds'",
  },
  {
    refuses: "a token of an empty session",
    rule: "session-updated",
    act: async ({ kept }) => kept.createToken({ session: { id: sessionOf(await kept.createSession()).id } }),
    field: "session.id",
    says: "NO_UPDATE",
  },
];

export const KEPT_CASES: readonly KeptCase[] = [...SESSIONS, ...TOKENS];
