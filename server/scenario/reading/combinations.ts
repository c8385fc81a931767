import { DECIDED_OPERATIONS, isAuthenticationOperation } from "../../domain/request/operation.ts";
import { isObject, valueAt } from "../../domain/json.ts";
import type { YamlSource } from "../../document/yaml-source.ts";
import { problemOf } from "./remark.ts";
import type { CheckedProblem } from "./remark.ts";
import { CONDITION_KINDS, CONDITION_NAMES } from "../conditions.ts";
import { kindOf } from "../decide/rules.ts";
import type { RuleEntry } from "../scenario-file.ts";
import { faultFits, FAULT_KINDS, FAULT_PLACES, FAULT_PLACES_OF } from "../../domain/record/effects.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { durationMs } from "../decide/answers.ts";

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

const DECIDERS = ["outcome", "outcomes", "balance", "authentication"] as const;

/** Each of them decides by itself. */
const deciders: FindClashes = (rule) => {
  const [first, ...others] = DECIDERS.filter((name) => rule[name] !== undefined);
  const surplus = others.map((at) => ({
    at,
    message: `a rule has only one of "outcome", "outcomes", "balance" and "authentication", and this one has "${first ?? ""}"`,
  }));
  const isRiskLost = rule["risk"] !== undefined && first !== undefined && first !== "outcome";
  return isRiskLost ? [...surplus, { at: "risk", message: RISK_OF_ANOTHER[first] }] : surplus;
};

const RISK_OF_ANOTHER = {
  outcomes: '"risk" is allowed with "outcome" or alone; in a sequence, set it in each step',
  balance: '"risk" is allowed with "outcome" or alone; a balance inquiry has none',
  authentication: '"risk" goes with "outcome" or stands alone; an authentication has none',
};

/** What balance inquiries and risk assessments do not have. */
const OF_ORDERS = CONDITION_NAMES.filter((name) => CONDITION_KINDS[name].isOfOrder);

/** Conditions that nothing can fulfil which the rule is asked for. */
const idleConditions: FindClashes = (rule) => {
  const kind = kindOf(rule as Partial<RuleEntry> as RuleEntry);
  const operation = valueAt(rule, "when.operation");
  if (kind === "risk") return idle(rule, ["operation", ...OF_ORDERS], IDLE_WITH_RISK);
  if (kind === "payment" && operation === "BALANCE_INQUIRY" && !OF_INQUIRIES.includes(rule["outcome"]))
    return [{ at: "when/operation", message: NOT_OF_INQUIRIES }];
  const asksAuthentication = [operation].flat().some((name) => AUTHENTICATIONS.includes(name));
  if (kind === "payment" && asksAuthentication)
    return [{ at: "when/operation", message: NOT_OF_AUTHENTICATIONS }];
  if (kind === "authentication" && operation !== undefined && !asksAuthentication)
    return [{ at: "when/operation", message: ONLY_AUTHENTICATIONS }];
  if (kind !== "balance") return [];
  const isAsked = operation === undefined || [operation].flat().includes("BALANCE_INQUIRY");
  const other = isAsked ? [] : [{ at: "when/operation", message: ONLY_INQUIRIES }];
  return [...other, ...idle(rule, OF_ORDERS, IDLE_WITH_BALANCE)];
};

/** Outcomes of payments that a balance inquiry can come to as well. */
const OF_INQUIRIES: readonly unknown[] = ["DECLINED", "TIMED_OUT"];
const NOT_OF_INQUIRIES =
  'a balance inquiry can be DECLINED or TIMED_OUT, or have a "balance"; other outcomes are for payments';
const AUTHENTICATIONS: readonly unknown[] = DECIDED_OPERATIONS.filter(isAuthenticationOperation);
const NOT_OF_AUTHENTICATIONS =
  'an authentication has no outcome: say "authentication" instead, or leave its operations out';
const ONLY_AUTHENTICATIONS =
  'a rule with "authentication" is asked for operations of authentications, such as AUTHENTICATE_PAYER: leave it out, or say one of them';
const ONLY_INQUIRIES =
  'a rule with "balance" applies only to BALANCE_INQUIRY: remove this, or use BALANCE_INQUIRY';
const IDLE_WITH_BALANCE =
  'a rule with "balance" applies only to balance inquiries, which do not have this: remove it';
const IDLE_WITH_RISK =
  'a rule with "risk" alone applies only to risk assessments, which do not have this: remove it';

function idle(rule: Parameters<FindClashes>[0], names: readonly string[], message: string): readonly Clash[] {
  return names
    .filter((name) => valueAt(rule, `when.${name}`) !== undefined)
    .map((name) => ({ at: `when/${name}`, message }));
}

/** A part of the amount is approved by one gateway code only. */
const amountOfAnother: FindClashes = ({ approvedAmount, outcome }) =>
  approvedAmount === undefined || outcome === undefined || outcome === "PARTIALLY_APPROVED"
    ? []
    : [{ at: "approvedAmount", message: '"approvedAmount" is allowed only with PARTIALLY_APPROVED' }];

/** Also of a whole file, which has a delay of its own. */
const delayClashes: FindClashes = ({ delay }) => {
  if (!isObject(delay)) return [];
  const [from, to, median, p95] = [delay["from"], delay["to"], delay["median"], delay["p95"]].map(msOf);
  return [
    ...(from !== undefined && to !== undefined && from > to
      ? [{ at: "delay/to", message: '"to" is shorter than "from"' }]
      : []),
    ...(median === 0 ? [{ at: "delay/median", message: '"median" must be more than zero' }] : []),
    ...(median !== undefined && p95 !== undefined && p95 <= median
      ? [{ at: "delay/p95", message: '"p95" must be longer than "median": most delays are shorter than it' }]
      : []),
  ];
};

const faultClashes: FindClashes = ({ fault }) => {
  if (!isObject(fault)) return [];
  const kind = FAULT_KINDS.find((it) => it === fault["kind"]);
  const place = FAULT_PLACES.find((it) => it === fault["at"]);
  if (kind === undefined) return [];
  return [
    ...(place !== undefined && !faultFits(place, kind)
      ? [{ at: "fault/at", message: `${kind} can only be ${FAULT_PLACES_OF[kind].join(" or ")}` }]
      : []),
    ...(kind !== "status" && fault["status"] !== undefined
      ? [{ at: "fault/status", message: '"status" is allowed only with the kind status' }]
      : []),
    ...(kind !== "stall" && fault["for"] !== undefined
      ? [{ at: "fault/for", message: '"for" is allowed only with the kind stall' }]
      : []),
  ];
};

/** Nothing is committed behind which a request could be held. */
const heldForNothing: FindClashes = ({ hold, fault }) =>
  hold === "after-commit" && isObject(fault) && fault["at"] === "before-commit"
    ? [{ at: "hold", message: "after-commit is never reached, because the fault comes before the commit" }]
    : [];

/** What clashes in a rule and in a step of its sequence alike. */
const ANSWER_CLASHES: readonly FindClashes[] = [amountOfAnother, delayClashes, faultClashes, heldForNothing];

/** Undefined when it is no duration, which the schema tells. */
function msOf(value: Json | undefined): number | undefined {
  return typeof value === "string" && /^\d+(\.\d+)?(ms|s|m)$/.test(value) ? durationMs(value) : undefined;
}

/** What does not go together, at the member that is one too many. */
interface Clash {
  /** JSON pointer under the entry, without its first slash. */
  readonly at: string;
  readonly message: string;
}

type FindClashes = (entry: JsonObject) => readonly Clash[];
