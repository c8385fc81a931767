import type { EarlierDecision } from "../../domain/record/decision.ts";
import { isSubset, listOf } from "../condition-kinds/condition.ts";
import type { ConditionKind, OneOrMore, Question } from "../condition-kinds/condition.ts";
import { inOrder } from "../condition-kinds/request-place.ts";
import { all, either } from "../condition-kinds/words.ts";
import { isOnlyNew } from "./order.ts";

/** Of an earlier transaction of the order; what is left out may be anything. */
export interface EarlierWanted {
  readonly operation?: OneOrMore<string>;
  readonly outcome?: OneOrMore<string>;
  /** An id, or `scenario#id`. */
  readonly rule?: OneOrMore<string>;
}

export const earlier: ConditionKind<EarlierWanted, { readonly orderStatus?: OneOrMore<string> }> = {
  description:
    "An earlier transaction of the order with this operation, outcome or deciding rule, or a combination of them.",
  section: "order-history",
  ask: wasDecided,
  isImplied: (wanted, same) =>
    same !== undefined &&
    areImplied(wanted.operation, same.operation) &&
    areImplied(wanted.outcome, same.outcome) &&
    isRuleImplied(wanted.rule, same.rule),
  need: () => ({ noun: "order", placeIn: inOrder }),
  contradiction: ({ orderStatus }) => isOnlyNew(orderStatus) && "a NEW order has no earlier transactions",
  isOfOrder: true,
};

/** Holds when one of the order's decisions fits in everything. */
function wasDecided(wanted: EarlierWanted): Question {
  const fits = [
    isOneOf(wanted.operation, ({ operation }) => [operation]),
    isOneOf(wanted.outcome, ({ gatewayCode }) => [gatewayCode]),
    isOneOf(wanted.rule, ({ ruleKey }) => (ruleKey === undefined ? [] : [ruleKey, idOf(ruleKey)])),
  ];
  return {
    holds: (facts) => facts.earlier.some((decision) => fits.every((fit) => fit(decision))),
    wanted: wantedText(wanted),
    got: (facts) => (facts.earlier.length === 0 ? "none" : all(facts.earlier.map(decisionText))),
  };
}

function isOneOf(
  wanted: OneOrMore<string> | undefined,
  names: (decision: EarlierDecision) => readonly string[],
): (decision: EarlierDecision) => boolean {
  if (wanted === undefined) return () => true;
  const texts = new Set(listOf(wanted));
  return (decision) => names(decision).some((name) => texts.has(name));
}

/** `PAY or AUTHORIZE decided DECLINED by plan#first` */
function wantedText({ operation, outcome, rule }: EarlierWanted): string {
  return [
    operation === undefined ? "any" : either(listOf(operation)),
    ...(outcome === undefined ? [] : [`decided ${either(listOf(outcome))}`]),
    ...(rule === undefined ? [] : [`by ${either(listOf(rule))}`]),
  ].join(" ");
}

function decisionText({ operation, gatewayCode, ruleKey }: EarlierDecision): string {
  return `${operation} ${gatewayCode}${ruleKey === undefined ? "" : ` by ${ruleKey}`}`;
}

/** Ids have no "#". */
function idOf(ruleKey: string): string {
  return ruleKey.slice(ruleKey.lastIndexOf("#") + 1);
}

function areImplied(wanted: OneOrMore<string> | undefined, given: OneOrMore<string> | undefined): boolean {
  return wanted === undefined || (given !== undefined && isSubset(listOf(given), listOf(wanted)));
}

/** A rule may be named with its scenario or without. */
function isRuleImplied(wanted: OneOrMore<string> | undefined, given: OneOrMore<string> | undefined): boolean {
  if (wanted === undefined) return true;
  if (given === undefined) return false;
  const names = listOf(wanted);
  return listOf(given).every(
    (name) => names.includes(name) || names.includes(name.slice(name.indexOf("#") + 1)),
  );
}
