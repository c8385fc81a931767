import type { Json } from "../../domain/json.ts";
import { nearest } from "../../domain/nearest.ts";
import { isFormOperation } from "../../domain/request/operation.ts";
import type { AskedOperation, Operation } from "../../domain/request/operation.ts";
import { textsOf } from "../condition-kinds/condition.ts";
import type { Need } from "../condition-kinds/condition.ts";
import type { MemberPlace } from "../condition-kinds/request-place.ts";
import { contradictionIn, needsOf } from "../conditions.ts";
import { versionIn } from "../conditions/version.ts";
import type { CheckedFile, CheckedRule } from "./checked-rule.ts";
import { checkedRules } from "./checked-rule.ts";
import { problemOf } from "../reading/remark.ts";
import type { CheckedProblem } from "../reading/remark.ts";

/** What requests can carry, as the contracts have it. Paths are those of conditions: `order.item[n].name`. */
export interface Reach {
  readonly spansOf: (operation: Operation) => readonly Span[];
  /** Whether requests of the operation have this member in a version. */
  readonly knows: (operation: Operation, version: number, path: string) => boolean;
  /** Whether the member can have the value. */
  readonly accepts: (operation: Operation, version: number, path: string, value: Json) => boolean;
}

/** Versions next to each other that have one contract. */
interface Span {
  readonly first: number;
  readonly last: number;
}

/** Ids of orders and transactions in the path (interface section 2.2). */
const ID_LENGTH_MAX = 40;

/** Why a need cannot be met. */
type Lack = "absent" | "value";

/** Requests of one operation in versions that have one contract. */
interface Site {
  readonly operation: AskedOperation;
  readonly version: number;
}

/** Undefined when some request that its contract takes can have all that the rule asks for, or when it is not known. */
export function unreachableProblem(rule: CheckedRule, reach: Reach): CheckedProblem | undefined {
  const needs = needsOf(rule.when);
  const sites = sitesOf(rule, reach);
  if (needs.length === 0 || sites.length === 0) return undefined;
  const isMet = (site: Site): boolean => needs.every((need) => lackOf(need, site, reach) === undefined);
  if (sites.some(isMet)) return undefined;
  const hopeless = needs.find((need) => sites.every((site) => lackOf(need, site, reach) !== undefined));
  const why = hopeless === undefined ? together(rule) : reasonOf(hopeless, rule, { sites, reach });
  return unreachable(rule, hopeless?.pointer ?? "", why);
}

/** Undefined: the conditions of the rule can hold together, as far as that is easily told. */
export function contradictionProblem(rule: CheckedRule): CheckedProblem | undefined {
  const found = contradictionIn(rule.when);
  return found && unreachable(rule, `/${found.name}`, found.why);
}

function unreachable({ source, pointer }: CheckedRule, at: string, why: string): CheckedProblem {
  const place = { source, pointer: `${pointer}/when${at}` };
  return problemOf("unreachable-rule", place, `no request can match this rule: ${why}`);
}

/** Names behind `earlier: { rule }` that no rule of the folder has, by itself or with its scenario in front. */
export function unknownRuleProblems(files: readonly CheckedFile[]): readonly CheckedProblem[] {
  const rules = files.flatMap((file) =>
    checkedRules(file).map((rule) => ({ rule, key: `${file.scenario.name}#${rule.entry.id}` })),
  );
  const known = new Set(rules.flatMap(({ rule, key }) => [rule.entry.id, key]));
  return rules.flatMap(({ rule }) => unknownIn(rule, known));
}

function unknownIn(
  { when, source, pointer }: CheckedRule,
  known: ReadonlySet<string>,
): readonly CheckedProblem[] {
  const wanted = when.earlier?.rule;
  return textsOf(wanted).flatMap((name, index) => {
    if (known.has(name)) return [];
    const meant = nearest(name, [...known]);
    const help = meant === undefined ? "" : `; did you mean "${meant}"?`;
    const at = `${pointer}/when/earlier/rule${Array.isArray(wanted) ? `/${index}` : ""}`;
    const message = `no rule of this folder has the id "${name}", so none can have decided${help}`;
    return [problemOf("unreachable-rule", { source, pointer: at }, message)];
  });
}

function sitesOf({ operations, when }: CheckedRule, reach: Reach): readonly Site[] {
  return operations.flatMap((operation) =>
    reach.spansOf(contractOf(operation)).flatMap((span) => {
      const version = versionIn(span, when.version);
      return version === undefined ? [] : [{ operation, version }];
    }),
  );
}

function lackOf({ placeIn, values }: Need, { operation, version }: Site, reach: Reach): Lack | undefined {
  const place = placeIn(operation);
  if (place === "always") return undefined;
  if (place === "never") return "absent";
  if (place === "path") return values === undefined || values.some(isId) ? undefined : "value";
  const { by } = place;
  if (by === undefined) return lackOfMember(place, values, { operation, version }, reach);
  const lacks = by.flatMap((other) =>
    reach
      .spansOf(other)
      .map(({ first }) => lackOfMember(place, values, { operation: other, version: first }, reach)),
  );
  return lacks.includes(undefined) ? undefined : lacks[0];
}

function lackOfMember(
  { members, valueOf }: MemberPlace,
  values: Need["values"],
  { operation, version }: Site,
  reach: Reach,
): Lack | undefined {
  const contract = contractOf(operation);
  if (!members.some((member) => reach.knows(contract, version, member))) return "absent";
  if (valueOf === undefined || values === undefined || !reach.knows(contract, version, valueOf))
    return undefined;
  return values.some((value) => reach.accepts(contract, version, valueOf, value)) ? undefined : "value";
}

/** What fields send is put into a session. */
function contractOf(operation: AskedOperation): Operation {
  return isFormOperation(operation) ? "UPDATE_SESSION" : operation;
}

function isId(value: unknown): boolean {
  return typeof value === "string" && Array.from(value).length <= ID_LENGTH_MAX;
}

interface Around {
  readonly sites: readonly Site[];
  readonly reach: Reach;
}

function reasonOf(need: Need, rule: CheckedRule, { sites, reach }: Around): string {
  const versions = rule.when.version === undefined ? "" : " in the given versions";
  if (sites.every((site) => lackOf(need, site, reach) === "absent"))
    return `${askedFor(rule)} no ${need.noun}${versions}`;
  if (need.placeIn(rule.operations[0] ?? "PAY") === "path")
    return `an id has at most ${ID_LENGTH_MAX} characters`;
  return `no contract accepts such a value for ${need.noun}${versions}`;
}

function askedFor({ operations }: CheckedRule): string {
  return operations.length === 1 ? `${operations.join()} has` : "the rule's operations have";
}

function together({ when }: CheckedRule): string {
  const names = Object.keys(when).filter((name) => name !== "operation");
  return `no operation has all of these in one version: ${names.join(", ")}`;
}
