import type { Request } from "express";
import { maskText } from "../domain/card.ts";
import { FAULT_KINDS } from "../domain/effects.ts";
import { FINDING_CODES } from "../domain/finding.ts";
import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import { nearest } from "../domain/nearest.ts";
import { BODILESS_OPERATIONS, OPERATIONS, VERSION_MAX, VERSION_MIN } from "../domain/operation.ts";
import { GATEWAY_CODES } from "../domain/outcome.ts";
import type { GatewayCode } from "../domain/outcome.ts";
import type { RefusalReason } from "../domain/refusal.ts";
import { FILTER_NAMES, type ExchangeFilter } from "../journal/exchange-filter.ts";
import { Problem } from "./problem.ts";
import { unknownName } from "./unknown-name.ts";

/** What a caller gave by name, in the query or in the body. */
export type Fields = ReadonlyMap<string, string>;

export function fieldsOfQuery(request: Request): Fields {
  const entries = Object.entries(request.query).map(([name, value]): [string, string] => {
    if (typeof value !== "string")
      throw new Problem(400, `Bad ${maskText(name)}`, "It is given at most once.");
    return [name, value];
  });
  return new Map(entries);
}

export function fieldsOfBody(body: Json): Fields {
  if (!isObject(body)) throw new Problem(400, "Bad request", "Send a JSON object.");
  const entries = Object.entries(body).map(([name, value]): [string, string] => {
    if (typeof value === "string" || typeof value === "number") return [name, String(value)];
    throw new Problem(400, `Bad ${maskText(name)}`, "It is a text or a number.");
  });
  return new Map(entries);
}

export function refuseUnknown(fields: Fields, known: readonly string[]): void {
  const unknown = [...fields.keys()].find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownName("Unknown filter", unknown, known);
}

/** The whole number of a field, within bounds. */
export function numberOf(
  fields: Fields,
  name: string,
  { least, most, usual }: { readonly least: number; readonly most: number; readonly usual: number },
): number {
  const number = Number(fields.get(name) ?? usual);
  if (fields.get(name) !== "" && Number.isInteger(number) && number >= least && number <= most) return number;
  throw new Problem(400, `Bad ${name}`, `${name} is a whole number from ${least} to ${most}.`);
}

/** How a value is read; undefined when the text means none, and then the rule says what it must be. */
interface Reader<T> {
  readonly read: (text: string) => T | undefined;
  readonly rule: string;
  /** The words of which it is one. */
  readonly words?: readonly string[];
}

const text: Reader<string> = { read: (given) => given, rule: "a text" };

/** Ids are masked in exchanges, so that they are found by their masked form. */
const id: Reader<string> = { read: maskText, rule: "an id" };

const oneOf = <T extends string>(words: readonly T[]): Reader<T> => ({
  read: (given) => words.find((word) => word === given),
  rule: `one of ${words.join(", ")}`,
  words,
});

const wholeNumber = (least: number, most: number): Reader<number> => ({
  read: (given) =>
    /^\d{1,3}$/.test(given) && Number(given) >= least && Number(given) <= most ? Number(given) : undefined,
  rule: `a whole number from ${least} to ${most}`,
});

const REASONS: Readonly<Record<RefusalReason, true>> = {
  "unknown-path": true,
  "wrong-method": true,
  "bad-credentials": true,
  "foreign-merchant": true,
  "bad-certificate": true,
  "body-too-large": true,
  "header-too-large": true,
  "request-too-slow": true,
  "unreadable-request": true,
  contract: true,
  rule: true,
  "not-permitted": true,
  busy: true,
  bug: true,
};

/** A time with its zone. A plus sign that a query does not escape arrives as a space. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+ -]\d\d:\d\d)$/;

/** The time as exchanges show it; undefined when the text is none. */
export function readTime(given: string): string | undefined {
  const time = TIME.test(given) ? Date.parse(given.replace(" ", "+")) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

type Readers = { readonly [name in keyof ExchangeFilter]-?: Reader<NonNullable<ExchangeFilter[name]>> };

const READERS: Readers = {
  merchant: text,
  order: id,
  transaction: id,
  operation: oneOf([...OPERATIONS, ...BODILESS_OPERATIONS]),
  version: wholeNumber(VERSION_MIN, VERSION_MAX),
  status: wholeNumber(0, 599),
  outcome: oneOf(Object.keys(GATEWAY_CODES) as GatewayCode[]),
  refusal: oneOf(Object.keys(REASONS) as RefusalReason[]),
  finding: oneOf(FINDING_CODES),
  rule: text,
  case: text,
  fault: oneOf(FAULT_KINDS),
  since: { read: readTime, rule: "a time with its zone, such as 2030-01-31T12:00:00Z" },
};

/** The filter that the fields name; fields that are no filter are left to others. */
export function filterOf(fields: Fields): ExchangeFilter {
  const entries = FILTER_NAMES.flatMap((name) => {
    const given = fields.get(name);
    if (given === undefined) return [];
    const { read, rule, words = [] } = READERS[name];
    const value = read(given);
    const meant = nearest(given, words);
    const question = meant === undefined ? "" : ` Did you mean ${meant}?`;
    if (value === undefined) throw new Problem(400, `Bad ${name}`, `${name} is ${rule}.${question}`);
    return [[name, value] as const];
  });
  return Object.fromEntries(entries);
}
