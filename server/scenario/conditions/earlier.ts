import type { EarlierDecision } from "../../domain/decision.ts";
import { listOf } from "./condition.ts";
import type { OneOrMore, Question } from "./condition.ts";
import { all, either } from "./telling.ts";

/** Of an earlier transaction of the order; what is left out may be anything. */
export interface EarlierWanted {
  readonly operation?: OneOrMore<string>;
  readonly outcome?: OneOrMore<string>;
  /** An id, or `scenario#id`. */
  readonly rule?: OneOrMore<string>;
}

/** Holds when one of the order's decisions fits in everything. */
export function wasDecided(wanted: EarlierWanted): Question {
  const fits = [
    isOneOf(wanted.operation, ({ operation }) => [operation]),
    isOneOf(wanted.outcome, ({ gatewayCode }) => [gatewayCode]),
    isOneOf(wanted.rule, ({ ruleKey }) => (ruleKey === undefined ? [] : [ruleKey, idOf(ruleKey)])),
  ];
  return {
    holds: ({ earlier }) => earlier.some((decision) => fits.every((fit) => fit(decision))),
    wanted: wantedText(wanted),
    got: ({ earlier }) => (earlier.length === 0 ? "none" : all(earlier.map(decisionText))),
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
