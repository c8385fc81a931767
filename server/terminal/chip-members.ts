import type { Expiry } from "../domain/card/card-details.ts";
import type { JsonObject } from "../domain/json.ts";
import type { ChipMember } from "./emv-tags.ts";

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
