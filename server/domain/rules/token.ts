import { CARD } from "../card/card-details.ts";
import { textAt } from "../json.ts";
import type { JsonObject } from "../json.ts";
import { invalid, missing } from "../request/rule.ts";
import type { Rule } from "../request/rule.ts";
import type { Token } from "../request/token.ts";

/** What the rules of a named token look at. */
export interface TokenUse {
  readonly field: "sourceOfFunds.token" | "token";
  readonly id: string;
  readonly token: Token | undefined;
}

/** What the rules of a token that is being made look at. */
export interface TokenMade {
  readonly id: string;
  /** Combined from request, session and the token as it was. */
  readonly body: JsonObject;
  /** The token that the card number already has; undefined when it has none. */
  readonly holder: string | undefined;
}

/** A token of another merchant, and one that was deleted, is an unknown one. */
export const tokenKnown: Rule<TokenUse> = {
  id: "token-known",
  source: "interface section 2.10",
  refuses: ({ field, id, token }) =>
    token === undefined ? invalid(field, `…${id.slice(-4)}`, "Token not found") : undefined,
};

const NEEDED = ["number", "expiry.month", "expiry.year"].map((member) => `${CARD}.${member}`);

/** A payment will find a complete card in it (assumption A155). */
const tokenCardComplete: Rule<TokenMade> = {
  id: "token-card-complete",
  source: "assumption A155",
  refuses: ({ body }) => {
    const absent = NEEDED.find((member) => textAt(body, member) === undefined);
    return absent === undefined ? undefined : missing(absent, "The card details are incomplete");
  },
};

/** One card, one token (assumption A154). */
const tokenCardNotHeld: Rule<TokenMade> = {
  id: "token-card-not-held-by-another",
  source: "assumption A154",
  refuses: ({ id, holder }) =>
    holder === undefined || holder === id
      ? undefined
      : invalid(`${CARD}.number`, "xxx", `Another token (…${holder.slice(-4)}) holds this card number`),
};

export const tokenUseRules: readonly Rule<TokenUse>[] = [tokenKnown];
export const tokenMadeRules: readonly Rule<TokenMade>[] = [tokenCardComplete, tokenCardNotHeld];
