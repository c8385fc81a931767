import { isObject, valueAt } from "../domain/json.ts";
import type { YamlSource } from "../document/yaml-source.ts";
import { ANSWER_CLASHES, delayClashes } from "./check/answer-clashes.ts";
import type { Clash, FindClashes } from "./check/clash.ts";
import { problemOf } from "./check/remark.ts";
import type { CheckedProblem } from "./check/remark.ts";
import { kindOf } from "./rules.ts";
import type { RuleEntry } from "./scenario-file.ts";

/** What a schema cannot say of members that do not go together. Looks also into files that the schema refuses. */
export function badCombinations(source: YamlSource, data: unknown): readonly CheckedProblem[] {
  const file = isObject(data) ? data : {};
  const rules: readonly unknown[] = Array.isArray(file["rules"]) ? file["rules"] : [];
  const problem =
    (of: string) =>
    ({ at, message }: Clash): CheckedProblem =>
      problemOf("combination", { source, pointer: `${of}/${at}` }, message);
  return [
    ...delayClashes(file).map(problem("")),
    ...rules.flatMap((rule, index) => clashesOf(rule).map(problem(`/rules/${index}`))),
  ];
}

function clashesOf(rule: unknown): readonly Clash[] {
  if (!isObject(rule)) return [];
  const steps: readonly unknown[] = Array.isArray(rule["outcomes"]) ? rule["outcomes"] : [];
  return [
    ...[deciders, idleConditions, ...ANSWER_CLASHES].flatMap((find) => find(rule)),
    ...steps.flatMap((step, index) => clashesOfStep(step, `outcomes/${index}`)),
  ];
}

function clashesOfStep(step: unknown, pointer: string): readonly Clash[] {
  if (!isObject(step)) return [];
  const clashes = ANSWER_CLASHES.flatMap((find) => find(step));
  return clashes.map(({ at, message }) => ({ at: `${pointer}/${at}`, message }));
}

const DECIDERS = ["outcome", "outcomes", "balance"] as const;

/** Each of them decides by itself. */
const deciders: FindClashes = (rule) => {
  const [first, ...others] = DECIDERS.filter((name) => rule[name] !== undefined);
  const surplus = others.map((at) => ({
    at,
    message: `a rule has only one of "outcome", "outcomes" and "balance", and this one has "${first ?? ""}"`,
  }));
  const isRiskLost = rule["risk"] !== undefined && first !== undefined && first !== "outcome";
  return isRiskLost ? [...surplus, { at: "risk", message: RISK_OF_ANOTHER[first] }] : surplus;
};

const RISK_OF_ANOTHER = {
  outcomes: '"risk" goes with "outcome" or stands alone; in a sequence each step has its own',
  balance: '"risk" goes with "outcome" or stands alone; a balance inquiry has none',
};

const OF_ORDERS = ["order", "orderPrefix", "orderGlob", "orderStatus"];
const OF_TRANSACTIONS = ["transaction", "transactionPrefix", "transactionGlob", "attempt", "earlier"];

/** Conditions that nothing can fulfil which the rule is asked for. */
const idleConditions: FindClashes = (rule) => {
  const kind = kindOf(rule as Partial<RuleEntry> as RuleEntry);
  const operation = valueAt(rule, "when.operation");
  if (kind === "risk") return idle(rule, ["operation", ...OF_ORDERS, ...OF_TRANSACTIONS], IDLE_WITH_RISK);
  if (kind === "payment" && operation === "BALANCE_INQUIRY" && rule["outcome"] !== "TIMED_OUT")
    return [{ at: "when/operation", message: ONLY_TIMED_OUT }];
  if (kind !== "balance") return [];
  const isAsked = operation === undefined || [operation].flat().includes("BALANCE_INQUIRY");
  const other = isAsked ? [] : [{ at: "when/operation", message: ONLY_INQUIRIES }];
  return [...other, ...idle(rule, [...OF_ORDERS, ...OF_TRANSACTIONS], IDLE_WITH_BALANCE)];
};

const ONLY_TIMED_OUT =
  'a rule can make a balance inquiry TIMED_OUT, or tell its "balance"; other outcomes are for payments';
const ONLY_INQUIRIES =
  'a rule with "balance" is asked for BALANCE_INQUIRY only: leave it out, or say BALANCE_INQUIRY';
const IDLE_WITH_BALANCE =
  'a rule with "balance" is asked for balance inquiries only, which have nothing of this: leave it out';
const IDLE_WITH_RISK =
  'a rule with "risk" alone is asked for risk assessments only, which have nothing of this: leave it out';

function idle(rule: Parameters<FindClashes>[0], names: readonly string[], message: string): readonly Clash[] {
  return names
    .filter((name) => valueAt(rule, `when.${name}`) !== undefined)
    .map((name) => ({ at: `when/${name}`, message }));
}
