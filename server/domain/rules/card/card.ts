import { CARD } from "../../card/card-details.ts";
import type { CardDetails, Expiry } from "../../card/card-details.ts";
import { schemeOfMasked } from "../../card/card-scheme.ts";
import { textAt, valueAt } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import { liveTransactions } from "../../order/totals.ts";
import type { Refusal } from "../../record/refusal.ts";
import type { Instruction } from "../../request/instruction.ts";
import { demanded, invalid, missing, refuse } from "../../request/rule.ts";
import type { Rule, RuleContext } from "../../request/rule.ts";
import { cardTypeAccepted } from "../merchant.ts";
import { terminals } from "./terminal.ts";

/** The group of a wallet's payment on a device, and where its 3-D Secure cryptogram stands. */
const GROUPS: readonly (readonly [group: string, cryptogram: string])[] = [
  [`${CARD}.mobileWallet`, `${CARD}.mobileWallet.3DSecure.onlinePaymentCryptogram`],
  [`${CARD}.devicePayment`, `${CARD}.devicePayment.onlinePaymentCryptogram`],
];

/** The cryptogram comes in the members of its format and no other (interface section 2.10, assumption A111). */
const cryptogramOfFormat: Rule = {
  id: "cryptogram-of-format",
  source: "interface section 2.10; assumption A111",
  topic: "wallet",
  refuses: ({ instruction }) => {
    const { body } = instruction;
    const [group, cryptogram] = GROUPS.find(([path]) => textAt(body, `${path}.cryptogramFormat`)) ?? [];
    return group === undefined || cryptogram === undefined
      ? undefined
      : fault(instruction, group, cryptogram);
  },
};

function fault(instruction: Instruction, group: string, cryptogram: string): Refusal | undefined {
  const { body } = instruction;
  const format = textAt(body, `${group}.cryptogramFormat`);
  const isGiven = valueAt(body, cryptogram) !== undefined;
  // A payment token is the wallet's own envelope, with the cryptogram in it.
  if (format === "3DSECURE" && !isGiven && valueAt(body, `${group}.paymentToken`) === undefined)
    return demanded(instruction, cryptogram, "A cryptogram of format 3DSECURE goes in this field");
  if (format !== "EMV" || !isGiven) return undefined;
  const why = "A cryptogram of format EMV goes in emvRequest";
  return refuse(cryptogram, "UNSUPPORTED", `Unexpected parameter '${cryptogram}'. ${why}`);
}

/** The one kind of funds that card operations of the sandbox take (assumption A71). */
const CARD_TYPES: readonly (string | undefined)[] = [undefined, "CARD"];

export const fundsAreCard: Rule = {
  id: "funds-are-card",
  source: "assumption A71",
  refuses: ({ instruction: { body } }) => {
    const type = textAt(body, "sourceOfFunds.type");
    return CARD_TYPES.includes(type)
      ? undefined
      : invalid(
          "sourceOfFunds.type",
          type ?? "",
          "The acquirer does not support this type; it supports CARD",
        );
  },
};

/** Request, session and token together must yield a complete card (interface section 2.10). */
export const cardComplete: Rule = {
  id: "card-complete",
  source: "interface section 2.10",
  refuses: ({ instruction: { card } }) => {
    // Then it is declined, as interface section 7 says.
    if (card?.isUnreadable === true) return undefined;
    if (card?.number === undefined) return missing(`${CARD}.number`, "The card details are incomplete");
    if (card.expiry === undefined) return missing(`${CARD}.expiry`, "The card details are incomplete");
    return undefined;
  },
};

/** Track data says the same as the explicit number and expiry (interface section 2.10). */
export const tracksAgree: Rule<{ readonly instruction: Pick<Instruction, "body" | "card"> }> = {
  id: "tracks-agree",
  source: "interface section 2.10",
  topic: "terminal",
  refuses: ({ instruction: { card, body } }) => {
    if (card === undefined) return undefined;
    const track = (["track2", "track1"] as const).find((name) =>
      contradicts(card, name, textAt(body, `${CARD}.number`)),
    );
    return track === undefined
      ? undefined
      : invalid(`${CARD}.${track}`, "xxx", "The track must match the card number and expiry of the request");
  },
};

function contradicts(card: CardDetails, name: "track1" | "track2", number: string | undefined): boolean {
  const track = card[name];
  if (track === undefined) return false;
  return (number !== undefined && track.number !== number) || !sameExpiry(track.expiry, card.expiry);
}

function sameExpiry(one: Expiry | undefined, other: Expiry | undefined): boolean {
  return !one || !other || (one.month === other.month && one.year === other.year);
}

const FOUR_DIGIT_SCHEME = "AMEX";

/** A security code is as long as the scheme's are (assumption A72). */
export const securityCodeLength: Rule = {
  id: "security-code-length",
  source: "assumption A72",
  refuses: ({ instruction: { card } }) => {
    if (card?.securityCode === undefined || card.number === undefined) return undefined;
    const length = card.scheme === FOUR_DIGIT_SCHEME ? 4 : 3;
    if (card.scheme === "OTHER" || card.securityCode.length === length) return undefined;
    const masked = "x".repeat(card.securityCode.length);
    return invalid(`${CARD}.securityCode`, masked, `value: ${masked} - reason: Invalid secure code length`);
  },
};

/** After a verification on the same order, the payment uses the verified card (assumption A73). */
export const cardIsVerifiedOne: Rule = {
  id: "card-is-verified-one",
  source: "assumption A73",
  refuses: ({ instruction: { fingerprint }, order, status }) => {
    if (order === undefined || status !== "VERIFIED" || fingerprint === undefined) return undefined;
    const verified = liveTransactions(order).find((it) => it.type === "VERIFICATION")?.card;
    return verified === undefined || verified === fingerprint
      ? undefined
      : refuse(
          `${CARD}.number`,
          "INVALID",
          "The card details must match those that were verified on this order",
        );
  },
};

const AUTHENTICATED = ["AUTHENTICATION_ATTEMPTED", "AUTHENTICATION_SUCCESSFUL"];

/** The same in the letters of the issuer's answer: attempted, and successful. */
const AUTHENTICATED_LETTERS = ["A", "Y"];

/** American Express asks for the xid whenever authentication was available (interface section 2.7). */
export const xidForAmex: Rule = {
  id: "xid-for-amex",
  source: "interface section 2.7; assumption A74",
  topic: "authentication",
  refuses: (context) => {
    const { instruction } = context;
    const { body } = instruction;
    if (!wasAuthenticated(body) || valueAt(body, "3DSecure.xid") !== undefined) return undefined;
    return schemeIn(context) === "AMEX"
      ? demanded(instruction, "3DSecure.xid", "The card scheme requires it when authentication was available")
      : undefined;
  },
};

/** Of the request's card; a follow-up has none, and is about the card that opened its order. */
function schemeIn({ instruction: { card }, order }: RuleContext): string | undefined {
  if (card !== undefined || order === undefined) return card?.scheme;
  const numbers = liveTransactions(order).map(({ request }) => textAt(request, `${CARD}.number`));
  const number = numbers.find((kept) => kept !== undefined);
  return number === undefined ? undefined : schemeOfMasked(number);
}

function wasAuthenticated(body: JsonObject): boolean {
  const status = textAt(body, "3DSecure.authenticationStatus");
  if (status !== undefined) return AUTHENTICATED.includes(status);
  return AUTHENTICATED_LETTERS.includes(textAt(body, "3DSecure.paResStatus") ?? "");
}

export const cards: readonly Rule[] = [
  fundsAreCard,
  ...terminals,
  cardComplete,
  cardTypeAccepted,
  tracksAgree,
  securityCodeLength,
  cardIsVerifiedOne,
  xidForAmex,
  cryptogramOfFormat,
];
