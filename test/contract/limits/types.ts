import { readFileSync } from "node:fs";
import { parse } from "yaml";
import type { FindingCode } from "../../../server/domain/record/finding.ts";
import type { Json } from "../../../server/domain/json.ts";

// The types of the tables, as values that must be taken and values that must be refused.

/** A value that a limit must refuse, and the codes under which the contract may name the fault. */
export interface Break {
  readonly value: Json;
  readonly codes: readonly FindingCode[];
}

/** What the specification allows in one field, told by values: those at the boundaries and those beyond them. */
export interface Limit {
  /** As the table writes it. */
  readonly name: string;
  /** Values that must be taken; the first is used wherever the field is only needed to be there. */
  readonly taken: readonly [Json, ...Json[]];
  readonly refused: readonly Break[];
  /** Of an enumeration: the members, and those that the specification leaves to single versions. */
  readonly members?: { readonly sure: readonly string[]; readonly maybe: readonly string[] | "any" };
}

type Values = Pick<Limit, "taken" | "refused">;

interface Types {
  readonly characters: Readonly<Record<string, Characters>>;
  readonly formats: Readonly<Record<string, { takes: [string, ...string[]]; refuses: string[] }>>;
  readonly values: Readonly<Record<string, { takes: [Json, ...Json[]]; refuses: Record<string, Json[]> }>>;
}
/** What a class of characters holds (cycled to the length needed) and characters that it does not hold. */
interface Characters {
  readonly sample: string;
  readonly foreign: string;
}

/** A table of tables/. */
export function table(name: string): unknown {
  return parse(readFileSync(new URL(`tables/${name}.yaml`, import.meta.url), "utf8"));
}

const types = table("types") as Types;

const NOT_TEXT = breaks(["type"], 7, null, {}, ["x"]);
const DECIMAL_FAULTS = ["1,5", "1.2.3", "abc", "1e3", " 1", ".", "+1", "0x1", "١"];

/** The limit that a cell of the tables names, such as `Digits 1-4` or `one of A B, perhaps C`. */
export function limitOf(name: string): Limit {
  return { name, ...(enumeration(name) ?? whole(name) ?? ranged(name)) };
}

export function fixed(value: string): Limit {
  const refused = [
    ...breaks(["fixed"], "NOT_IT", value.toLowerCase()),
    ...breaks(["type", "fixed"], 7, null),
  ];
  return { name: `fixed ${value}`, taken: [value], refused };
}

function enumeration(name: string): Omit<Limit, "name"> | undefined {
  const [, listed, open] = /^one of ([^,]+)(?:, perhaps (.+))?$/u.exec(name) ?? [];
  if (listed === undefined) return undefined;
  const [first = "", ...others] = listed.split(" ");
  const wrong = ["NOT_A_MEMBER", "", first.toLowerCase(), ` ${first}`];
  return {
    taken: [first, ...others],
    refused: [...breaks(["enumeration"], ...wrong), ...NOT_TEXT],
    members: { sure: [first, ...others], maybe: open === "any" ? "any" : (open?.split(" ") ?? []) },
  };
}

/** A type without a range of its own, whose values the table tells. */
function whole(name: string): Values | undefined {
  const format = types.formats[name];
  if (format !== undefined) {
    const codes = ["format", "length", "range"] as const;
    return { taken: format.takes, refused: [...breaks(codes, ...format.refuses), ...NOT_TEXT] };
  }
  const value = types.values[name];
  if (value === undefined) return undefined;
  const refused = Object.entries(value.refuses).flatMap(([codes, values]) =>
    breaks(codes.split(" ") as FindingCode[], ...values),
  );
  return { taken: value.takes, refused };
}

function ranged(name: string): Values {
  const [, type = "", low, high] = /^(.+?) (\d+)(?:(?:-| or )(\d+))?$/u.exec(name) ?? [];
  const [min, max] = [Number(low), Number(high ?? low)];
  const characters = types.characters[type];
  if (characters !== undefined) return textOf(characters, min, max);
  switch (type) {
    case "String":
      return anyCharacters(min, max);
    case "Track data":
      return track(min, max);
    case "Base64":
      return name.includes("-") ? base64UpTo(max) : base64(high === undefined ? [min] : [min, max]);
    case "Decimal":
      return decimal(max);
    case "Decimal with '-'":
      return signedDecimal(max);
    case "Integer":
      return integer(min, max);
    default:
      throw new Error(`no type ${name}`);
  }
}

function textOf({ sample, foreign }: Characters, min: number, max: number): Values {
  const wrong = Array.from(foreign, (one) => cycle(sample, min - 1) + one);
  return {
    taken: [cycle(sample, max), cycle(sample, min)],
    refused: [
      ...breaks(["length"], cycle(sample, max + 1)),
      ...breaks(["length", "format"], cycle(sample, min - 1)),
      ...breaks(["format"], ...wrong),
      ...NOT_TEXT,
    ],
  };
}

/** The length counts characters, not UTF-16 units. */
function anyCharacters(min: number, max: number): Values {
  return {
    taken: [cycle("xY 1-", max), cycle("x", min), "é".repeat(max), "😀".repeat(max)],
    refused: [...breaks(["length"], cycle("x", max + 1), cycle("x", min - 1)), ...NOT_TEXT],
  };
}

/** ISO 7811-2 characters: capitals and ASCII only (interface section 2.10). */
function track(min: number, max: number): Values {
  return {
    taken: [cycle("1234567890", max), cycle("1", min)],
    refused: [
      ...breaks(["length"], cycle("1", max + 1)),
      ...breaks(["length", "format"], "1"),
      ...breaks(["format"], "12a", "12é", "12~"),
      ...NOT_TEXT,
    ],
  };
}

function base64(lengths: readonly number[]): Values {
  const of = (length: number): string => cycle("Ab9+/zQ0", length);
  const wrong = lengths.flatMap((length) => [of(length - 1), of(length + 1)]);
  const [first = 0] = lengths;
  return {
    taken: [`${of(first).slice(0, -1)}=`, ...lengths.map(of)],
    refused: [
      ...breaks(["length", "format"], "", ...wrong),
      ...breaks(["format"], `${of(Math.max(...lengths) - 1)}*`),
      ...NOT_TEXT,
    ],
  };
}

/** Broken groups of four are not asked, the specification is silent. */
function base64UpTo(max: number): Values {
  return {
    taken: [cycle("Ab9+", max), "Ab9+"],
    refused: [
      ...breaks(["length", "format"], cycle("Ab9+", max + 4), ""),
      ...breaks(["format"], "Ab*+"),
      ...NOT_TEXT,
    ],
  };
}

/** Decimal (request): text of 0-9 and '.'. */
function decimal(max: number): Values {
  const longest = `${cycle("1234567890", max - 3)}.25`;
  return {
    taken: [longest, "1", "0.5"],
    refused: [
      ...breaks(["length"], `1${longest}`),
      ...breaks(["length", "format"], ""),
      ...breaks(["format"], "-1", ...DECIMAL_FAULTS),
      ...breaks(["type"], 12.5, 7, true, null, {}, ["1"]),
    ],
  };
}

function signedDecimal(max: number): Values {
  const { taken, refused } = decimal(max);
  return {
    taken: [`-${cycle("1234567890", max - 3)}.5`, "1", "-0.5", ...taken],
    refused: [
      ...refused.filter(({ value }) => value !== "-1"),
      ...breaks(["format"], "--1", "1-", "-"),
      ...breaks(["length"], `-${cycle("1234567890", max - 2)}.5`),
    ],
  };
}

function integer(min: number, max: number): Values {
  return {
    taken: [min, max],
    refused: [...breaks(["range"], min - 1, max + 1, -1), ...breaks(["type"], 1.5, String(min), true, null)],
  };
}

function breaks(codes: readonly FindingCode[], ...values: Json[]): Break[] {
  return values.map((value) => ({ value, codes }));
}

/** The sample repeated and cut to a length. */
export function cycle(sample: string, length: number): string {
  return sample.repeat(Math.ceil(length / sample.length)).slice(0, length);
}
