import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Token } from "../../domain/request/token.ts";
import { maskNumber } from "../../domain/card/card.ts";
import { isoTime } from "../../domain/time.ts";
import { alphabetical } from "../answers/alphabetical.ts";
import { cardFacts } from "../answers/defaults.ts";
import { storedRequest } from "../secrets/masking.ts";

export interface TokenToAnswer {
  readonly merchantId: string;
  readonly id: string;
  readonly token: Token;
  /** Number, expiry and name, in the clear. */
  readonly card: JsonObject;
  /** Of the API, in this call. */
  readonly apiVersion: number;
  readonly correlationId: string | undefined;
}

const REPOSITORY_LENGTH_MAX = 16;

/** From here on usage has groups of its own; before it was flat (assumption A158). */
const GROUPED_USAGE_FROM = 100;

const CODES: Readonly<Record<string, string>> = {
  BASIC: "BASIC_VERIFICATION_SUCCESSFUL",
  NONE: "NO_VERIFICATION_PERFORMED",
};

/** The token and its card: masked, the expiry as MMYY. */
export function renderToken(answered: TokenToAnswer): JsonObject {
  const { merchantId, id, token, card, correlationId } = answered;
  const { verificationStrategy } = token;
  return alphabetical({
    correlationId,
    // The sandbox has one repository for each merchant (assumption A157).
    repositoryId: merchantId.slice(0, REPOSITORY_LENGTH_MAX),
    response: { gatewayCode: CODES[verificationStrategy] },
    result: "SUCCESS",
    sourceOfFunds: { provided: { card: shownCard(card) }, type: "CARD" },
    status: "VALID",
    token: id,
    usage: usageOf(answered),
    verificationStrategy,
  });
}

/** Its other members may hold a number, too. They are masked before they are put together. */
function shownCard(card: JsonObject): JsonObject {
  const number = maskNumber(textAt(card, "number") ?? "");
  const { expiry, nameOnCard } = storedRequest(card);
  const [month, year] = [textAt(expiry, "month"), textAt(expiry, "year")];
  return { ...cardFacts(number), expiry: `${month ?? ""}${year ?? ""}`, nameOnCard, number };
}

function usageOf({ merchantId, token, apiVersion }: TokenToAnswer): JsonObject {
  // What was never paid with was last used when it was made or changed (assumption A158).
  const [updated, used] = [isoTime(token.lastUpdated), isoTime(token.lastUsed ?? token.lastUpdated)];
  return apiVersion < GROUPED_USAGE_FROM
    ? { lastUpdated: updated, lastUpdatedBy: merchantId, lastUsed: used }
    : { lastUpdated: { merchantId, source: "CLIENT", time: updated }, lastUsedTime: used };
}
