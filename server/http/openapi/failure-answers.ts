import type { JsonObject } from "../../domain/json.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { RefusalReason } from "../../domain/record/refusal.ts";
import { answerRefusal } from "../../gateway/refusals.ts";
import { SCHEMAS_PREFIX } from "./components.ts";

interface FailureAnswer {
  /** Any of the reasons that this answer stands for; the status is the gateway's own for it. */
  readonly reason: RefusalReason;
  readonly description: string;
  /** A header that it has beside those of all answers. */
  readonly header: "RetryAfter" | "WWWAuthenticate" | undefined;
  /** Whether an operation without credentials can have it. */
  readonly isOfAll: boolean;
}

const FAILURES: Readonly<Record<string, FailureAnswer>> = {
  Refused: {
    reason: "contract",
    description:
      "The request is refused and nothing is stored. At fault is the version, an id, the operation's contract, a rule " +
      "of the order, an unknown order, transaction, session or token, or an operation that the merchant may not use.",
    header: undefined,
    isOfAll: true,
  },
  CredentialsRefused: {
    reason: "bad-credentials",
    description: "The user name or the password is missing or wrong.",
    header: "WWWAuthenticate",
    isOfAll: false,
  },
  ForeignMerchant: {
    reason: "foreign-merchant",
    description: "The path belongs to another merchant, or the client certificate was refused.",
    header: undefined,
    isOfAll: false,
  },
  TooSlow: {
    reason: "request-too-slow",
    description: "The request was not complete in time.",
    header: undefined,
    isOfAll: true,
  },
  BodyTooLarge: {
    reason: "body-too-large",
    description: "The body is too large.",
    header: undefined,
    isOfAll: false,
  },
  HeaderTooLarge: {
    reason: "header-too-large",
    description: "The header is too large.",
    header: undefined,
    isOfAll: true,
  },
  Failed: {
    reason: "bug",
    description: "The sandbox failed; supportCode is the id of the exchange.",
    header: undefined,
    isOfAll: true,
  },
  Busy: {
    reason: "busy",
    description: "Temporarily unavailable; send the identical request again.",
    header: "RetryAfter",
    isOfAll: false,
  },
};

/** Headers that answers have, by the name that the document has for them. */
export const HEADERS: Readonly<Record<string, { readonly name: string; readonly description: string }>> = {
  Exchange: {
    name: "X-Sandbox-Exchange",
    description: "Id of the exchange: the control API shows under it why this answer was given.",
  },
  RetryAfter: { name: "Retry-After", description: "Seconds to wait before trying again." },
  WWWAuthenticate: { name: "WWW-Authenticate", description: "Challenge for HTTP Basic authentication." },
};

/** Every answer of an error, by the name that the document has for it. */
export function failureResponses(): JsonObject {
  const error = { schema: { $ref: `${SCHEMAS_PREFIX}ErrorAnswer` } };
  return Object.fromEntries(
    Object.entries(FAILURES).map(([name, { description, header }]) => [
      name,
      { description, headers: headersOf(header), content: { "application/json": error } },
    ]),
  );
}

/** The answers of an error that an operation can have, by status. */
export function failuresOf({ hasCredentials }: { readonly hasCredentials: boolean }): JsonObject {
  const possible = Object.entries(FAILURES).filter(([, { isOfAll }]) => hasCredentials || isOfAll);
  return Object.fromEntries(
    possible.map(([name, { reason }]) => [
      String(answerRefusal(new Refusal(reason, ""), "").status),
      { $ref: `#/components/responses/${name}` },
    ]),
  );
}

/** The headers of an answer: the one that all have, and another. */
export function headersOf(other?: string): JsonObject {
  const names = other === undefined ? ["Exchange"] : ["Exchange", other];
  return Object.fromEntries(
    names.map((name) => [HEADERS[name]?.name ?? name, { $ref: `#/components/headers/${name}` }]),
  );
}
