import { listOf } from "../conditions/condition.ts";
import { readPattern } from "../conditions/pattern.ts";
import type { MemberWanted, Scalar } from "../conditions/request-member.ts";
import type { When } from "../conditions.ts";
import type { Implied } from "./implied-texts.ts";

type Asked = NonNullable<When["request"]>[string];

/** Of members of the request: each path that the earlier rule asks about must be asked about as narrowly. */
export const requestImplied: Implied = (earlier, later) =>
  Object.entries(earlier.request ?? {}).every(([path, wanted]) => {
    const given = later.request?.[path];
    return given !== undefined && isImplied(memberOf(wanted), memberOf(given));
  });

function memberOf(asked: Asked): MemberWanted {
  if (typeof asked === "object" && !Array.isArray(asked)) return asked as MemberWanted;
  return { in: listOf(asked as Scalar | readonly Scalar[]) };
}

/** All that is asked of a member is asked of one and the same value of it. */
function isImplied({ exists, ...wanted }: MemberWanted, given: MemberWanted): boolean {
  if (exists === false && given.exists !== false) return false;
  if (exists === true && given.exists !== true && valuesOf(given) === undefined && !hasShape(given))
    return false;
  return Object.entries(wanted).every(([way, value]) => isPartImplied({ [way]: value }, given));
}

function isPartImplied({ prefix, pattern, ...some }: MemberWanted, given: MemberWanted): boolean {
  const values = valuesOf(given);
  const wanted = valuesOf(some);
  if (wanted !== undefined)
    return values?.every((value) => wanted.some((other) => isSame(value, other))) === true;
  const texts = values?.every((value) => typeof value !== "number") === true ? values.map(String) : undefined;
  if (prefix !== undefined)
    return texts?.every((text) => text.startsWith(prefix)) ?? given.prefix?.startsWith(prefix) === true;
  if (pattern === undefined) return true;
  if (pattern === given.pattern || texts === undefined) return pattern === given.pattern;
  const { fits } = readPattern(pattern);
  return fits !== undefined && texts.every(fits);
}

/** The only values that fit; undefined when they are not listed. */
function valuesOf({ equals, in: list }: MemberWanted): readonly Scalar[] | undefined {
  return equals === undefined ? list : [equals];
}

function hasShape({ prefix, pattern }: MemberWanted): boolean {
  return prefix !== undefined || pattern !== undefined;
}

/** Whether everything that is the same as the one is the same as the other, however it was sent. */
function isSame(one: Scalar, other: Scalar): boolean {
  if (typeof other !== "number") return typeof one !== "number" && String(one) === String(other);
  if (typeof one !== "string") return one === other;
  return DECIMAL.test(one) && Number(one) === other;
}

const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;
