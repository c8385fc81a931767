import type { ClockWindow } from "../conditions/clock.ts";
import { listOf } from "../conditions/condition.ts";
import type { OneOrMore } from "../conditions/condition.ts";
import { isSubset } from "./implied-texts.ts";
import type { Implied } from "./implied-texts.ts";

/** Of the merchant's clock: a window of the day, of the week, and of all time. */
export const clockImplied: Implied = ({ clock: wanted }, { clock: given }) => {
  if (wanted === undefined || given === undefined) return false;
  const { after = "", before } = wanted;
  const isBegun = after === "" || (given.after !== undefined && Date.parse(given.after) >= Date.parse(after));
  const isOver =
    before === undefined || (given.before !== undefined && Date.parse(given.before) <= Date.parse(before));
  return isBegun && isOver && isDayImplied(wanted, given);
};

/** A window that passes midnight belongs to the day it begins on, so that two are compared only when they are the same. */
function isDayImplied(wanted: ClockWindow, given: ClockWindow): boolean {
  const [outer, inner] = [hoursOf(wanted), hoursOf(given)];
  const isPlain = outer.from < outer.to && inner.from < inner.to;
  const isWithin = isPlain && inner.from >= outer.from && inner.to <= outer.to;
  const isEqual = inner.from === outer.from && inner.to === outer.to;
  if (!isWithin && !isEqual) return false;
  return wanted.days === undefined || (given.days !== undefined && isListed(given.days, wanted.days));
}

/** Times of the day are of two digits each, and compare as texts do. */
function hoursOf({ from = "00:00", to = "24:00" }: ClockWindow): {
  readonly from: string;
  readonly to: string;
} {
  return { from, to };
}

/** Of an earlier transaction of the order. */
export const earlierImplied: Implied = ({ earlier: wanted }, { earlier: given }) => {
  if (wanted === undefined || given === undefined) return false;
  const isOf = (name: "operation" | "outcome"): boolean =>
    wanted[name] === undefined || (given[name] !== undefined && isListed(given[name], wanted[name]));
  return isOf("operation") && isOf("outcome") && isRuleImplied(wanted.rule, given.rule);
};

/** A rule may be named with its scenario or without. */
function isRuleImplied(wanted: OneOrMore<string> | undefined, given: OneOrMore<string> | undefined): boolean {
  if (wanted === undefined) return true;
  if (given === undefined) return false;
  const names = listOf(wanted);
  return listOf(given).every(
    (name) => names.includes(name) || names.includes(name.slice(name.indexOf("#") + 1)),
  );
}

function isListed(part: OneOrMore<string>, whole: OneOrMore<string>): boolean {
  return isSubset(listOf(part), listOf(whole));
}
