import { AMOUNT_MAX, parseAmount } from "../../domain/money.ts";
import { textsOf } from "../conditions.ts";
import type { ConditionName, When } from "../conditions.ts";
import type { AmountRange } from "../conditions/amounts.ts";
import { listOf } from "../conditions/condition.ts";
import type { MemberWanted, Scalar } from "../conditions/request-member.ts";

type Asked = NonNullable<When["request"]>[string];

/** Whether a request without the fact is asked for. */
export function isAbsenceAsked(when: When, name: ConditionName): boolean {
  return (name === "session" || name === "token") && when[name] === false;
}

/** Values of which a request must be able to have one; undefined: any value may do, it is not known. */
export function valuesAsked(when: When, name: ConditionName): readonly string[] | undefined {
  switch (name) {
    case "amount":
      return amountsAsked(when.amount);
    case "currency":
    case "order":
    case "orderPrefix":
    case "reference":
    case "referencePrefix":
    case "securityCode":
    case "street":
    case "transaction":
    case "transactionPrefix":
      return textsOf(when[name]);
    case "orderGlob":
    case "referenceGlob":
    case "transactionGlob":
      return textsOf(when[name]).map(shortestLike);
    case "session":
    case "token":
      return typeof when[name] === "boolean" ? undefined : textsOf(when[name]);
    default:
      return undefined;
  }
}

/** Of a member of the request: whether it may be left out, and the values of which it must be able to have one. */
export function memberAsked(asked: Asked): {
  readonly mayBeAbsent: boolean;
  readonly values: readonly Scalar[] | undefined;
} {
  if (typeof asked !== "object" || Array.isArray(asked))
    return { mayBeAbsent: false, values: listOf(asked as Scalar | readonly Scalar[]) };
  const { equals, in: list, exists } = asked as MemberWanted;
  return { mayBeAbsent: exists === false, values: equals === undefined ? list : [equals] };
}

/** One character where there must be one. */
function shortestLike(glob: string): string {
  return glob.replaceAll("*", "").replaceAll("?", "x") || "x";
}

function amountsAsked(wanted: When["amount"]): readonly string[] | undefined {
  if (wanted === undefined) return undefined;
  if (typeof wanted !== "object" || Array.isArray(wanted)) return listOf(wanted as string).flatMap(spellings);
  const { min = "0", max } = wanted as AmountRange;
  const [least, most] = [parseAmount(min) ?? 0, max === undefined ? AMOUNT_MAX : (parseAmount(max) ?? 0)];
  // The shortest amounts of the range: its begin, and the next ones with fewer decimals.
  return [1, 10, 100, 1000]
    .map((unit) => Math.ceil(least / unit) * unit)
    .filter((amount) => amount <= most)
    .flatMap((amount) => spellings(String(amount / 1000)));
}

/** Trailing zeros are the caller's choice, so that the shortest form stands for all. */
function spellings(text: string): readonly string[] {
  const amount = parseAmount(text);
  return amount === undefined ? [text] : [String(amount / 1000), (amount / 1000).toFixed(2), text];
}
