import type { Expiry } from "../domain/card/card-details.ts";
import type { JsonObject } from "../domain/json.ts";

/** The explicit members that a chip's data stands for. In the clear; never kept. */
export type ChipMembers = Readonly<Partial<Record<ChipMember, string | Expiry>>>;

/** How each member is written in its tag; undefined when the value is no such thing. */
export const CHIP_MEMBER_READERS: Readonly<
  Record<ChipMember, (value: string) => string | Expiry | undefined>
> = {
  number: (value) => /^(\d{9,19})F*$/.exec(value)?.[1],
  expiry: expiryIn,
  track2: (value) => /^(\d{9,19}D\d{4}\d*)F?$/.exec(value)?.[1]?.replace("D", "="),
  sequenceNumber: (value) => /^\d{2}$/.exec(value)?.[0],
  nameOnCard: nameIn,
};

/** YYMMDD, of which the card's expiry takes year and month. */
function expiryIn(value: string): Expiry | undefined {
  const [, year, month] = /^(\d{2})(0[1-9]|1[0-2])\d{2}$/.exec(value) ?? [];
  return year === undefined || month === undefined ? undefined : { month, year };
}

function nameIn(value: string): string | undefined {
  const name = Buffer.from(value, "hex").toString("latin1").trimEnd();
  return /^[ -~\u00a0-\u00ff]+$/.test(name) ? name : undefined;
}

/** Members that say the same as the chip's: with one of them given, both are given. */
const SAID_BY: Readonly<Record<ChipMember, readonly string[]>> = {
  number: ["number", "track1", "track2", "p2pe"],
  track2: ["number", "track1", "track2", "p2pe"],
  expiry: ["expiry", "track1", "track2"],
  sequenceNumber: ["sequenceNumber"],
  nameOnCard: ["nameOnCard"],
};

/**
 * The card of a request with what only its chip's data says. Where both say it, nothing is filled and nothing
 * compared (interface section 2.10). The number counts as given in every member that carries one, as a
 * member filled beside it would be compared (assumption A107).
 */
export function withChipMembers(card: JsonObject, members: ChipMembers): JsonObject {
  const missing = Object.entries(members).filter(([member]) =>
    SAID_BY[member as ChipMember].every((name) => card[name] === undefined),
  );
  return { ...card, ...Object.fromEntries(missing.map(([member, value]) => [member, asJson(value)])) };
}

function asJson(value: string | Expiry): string | JsonObject {
  return typeof value === "string" ? value : { ...value };
}

/** The members of `sourceOfFunds.provided.card` that a chip's data can stand for. */
type ChipMember = "number" | "expiry" | "track2" | "sequenceNumber" | "nameOnCard";

export interface EmvTag {
  readonly name: string;
  /** The explicit member that is filled when only the tag is given (interface section 2.10). */
  readonly fills?: ChipMember;
  /** Card data: no answer brings it back (interface section 2.10, assumption A105). */
  readonly isSensitive?: true;
}

/**
 * The permitted tags (assumption A104): what EMV Book 3 and the contactless books let a terminal send
 * with an authorization. Left out are what the issuer answers (71, 72, 86, 91) and card data
 * that no chip transaction needs (56, 99, 9F1F, 9F20, 9F6B).
 */
export const EMV_TAGS: Readonly<Record<string, EmvTag>> = {
  "4F": { name: "application identifier of the card" },
  "50": { name: "application label" },
  "57": { name: "track 2 equivalent data", fills: "track2", isSensitive: true },
  "5A": { name: "application primary account number", fills: "number", isSensitive: true },
  "5F20": { name: "cardholder name", fills: "nameOnCard", isSensitive: true },
  "5F24": { name: "application expiration date", fills: "expiry", isSensitive: true },
  "5F25": { name: "application effective date" },
  "5F28": { name: "issuer country code" },
  "5F2A": { name: "transaction currency code" },
  "5F2D": { name: "language preference" },
  "5F30": { name: "service code" },
  "5F34": { name: "application primary account number sequence number", fills: "sequenceNumber" },
  "5F36": { name: "transaction currency exponent" },
  "70": { name: "record template" },
  "77": { name: "response message template, format 2" },
  "82": { name: "application interchange profile" },
  "84": { name: "dedicated file name" },
  "8A": { name: "authorization response code" },
  "8E": { name: "cardholder verification method list" },
  "8F": { name: "certification authority public key index" },
  "95": { name: "terminal verification results" },
  "9A": { name: "transaction date" },
  "9B": { name: "transaction status information" },
  "9C": { name: "transaction type" },
  "9F01": { name: "acquirer identifier" },
  "9F02": { name: "amount, authorized" },
  "9F03": { name: "amount, other" },
  "9F06": { name: "application identifier of the terminal" },
  "9F07": { name: "application usage control" },
  "9F08": { name: "application version number of the card" },
  "9F09": { name: "application version number of the terminal" },
  "9F0D": { name: "issuer action code, default" },
  "9F0E": { name: "issuer action code, denial" },
  "9F0F": { name: "issuer action code, online" },
  "9F10": { name: "issuer application data" },
  "9F11": { name: "issuer code table index" },
  "9F12": { name: "application preferred name" },
  "9F15": { name: "merchant category code" },
  "9F16": { name: "merchant identifier" },
  "9F1A": { name: "terminal country code" },
  "9F1C": { name: "terminal identification" },
  "9F1E": { name: "interface device serial number" },
  "9F21": { name: "transaction time" },
  "9F26": { name: "application cryptogram" },
  "9F27": { name: "cryptogram information data" },
  "9F33": { name: "terminal capabilities" },
  "9F34": { name: "cardholder verification method results" },
  "9F35": { name: "terminal type" },
  "9F36": { name: "application transaction counter" },
  "9F37": { name: "unpredictable number" },
  "9F39": { name: "point-of-service entry mode" },
  "9F40": { name: "additional terminal capabilities" },
  "9F41": { name: "transaction sequence counter" },
  "9F42": { name: "application currency code" },
  "9F4C": { name: "dynamic number of the card" },
  "9F4E": { name: "merchant name and location" },
  "9F53": { name: "transaction category code" },
  "9F5B": { name: "issuer script results" },
  "9F66": { name: "terminal transaction qualifiers" },
  "9F6C": { name: "card transaction qualifiers" },
  "9F6E": { name: "form factor indicator, or third party data" },
  "9F7C": { name: "customer exclusive data, or merchant custom data" },
};
