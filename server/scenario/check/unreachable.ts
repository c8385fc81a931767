import type { DecidedOperation } from "../../domain/operation.ts";
import { versionIn } from "./asked-versions.ts";
import type { CarrierMembers } from "./carried.ts";
import type { CheckedRule } from "./checked-rule.ts";
import { demandsOf } from "./demands.ts";
import type { Demand } from "./demands.ts";
import type { Reach } from "./reach.ts";
import { problemOf } from "./remark.ts";
import type { CheckedProblem } from "./remark.ts";

/** Ids of orders and transactions in the path (interface section 2.2). */
const ID_LENGTH_MAX = 40;

/** Why a demand cannot be met. */
type Lack = "absent" | "value";

/** Requests of one operation in versions that have one contract. */
interface Site {
  readonly operation: DecidedOperation;
  readonly version: number;
}

/** Undefined when some request that its contract takes can have all that the rule asks for, or when it is not known. */
export function unreachableProblem(rule: CheckedRule, reach: Reach): CheckedProblem | undefined {
  const demands = demandsOf(rule.when);
  const sites = sitesOf(rule, reach);
  if (demands.length === 0 || sites.length === 0) return undefined;
  const isMet = (site: Site): boolean => demands.every((demand) => lackOf(demand, site, reach) === undefined);
  if (sites.some(isMet)) return undefined;
  const hopeless = demands.find((demand) => sites.every((site) => lackOf(demand, site, reach) !== undefined));
  const where = hopeless === undefined ? "" : `/${hopeless.pointer}`;
  const why = hopeless === undefined ? together(rule) : reasonOf(hopeless, rule, { sites, reach });
  const at = { source: rule.source, pointer: `${rule.pointer}/when${where}` };
  return problemOf("unreachable-rule", at, `no request can reach this rule: ${why}`);
}

function sitesOf({ operations, when }: CheckedRule, reach: Reach): readonly Site[] {
  return operations.flatMap((operation) =>
    reach.spansOf(operation).flatMap((span) => {
      const version = versionIn(span, when.version);
      return version === undefined ? [] : [{ operation, version }];
    }),
  );
}

function lackOf({ carrierIn, values }: Demand, { operation, version }: Site, reach: Reach): Lack | undefined {
  const carrier = carrierIn(operation);
  if (carrier === "always") return undefined;
  if (carrier === "never") return "absent";
  if (carrier === "path") return values === undefined || values.some(isId) ? undefined : "value";
  const { by } = carrier;
  if (by === undefined) return lackOfMember(carrier, values, { operation, version }, reach);
  const lacks = by.flatMap((other) =>
    reach
      .spansOf(other)
      .map(({ first }) => lackOfMember(carrier, values, { operation: other, version: first }, reach)),
  );
  return lacks.includes(undefined) ? undefined : lacks[0];
}

function lackOfMember(
  { members, valueOf }: CarrierMembers,
  values: Demand["values"],
  { operation, version }: Site,
  reach: Reach,
): Lack | undefined {
  if (!members.some((member) => reach.knows(operation, version, member))) return "absent";
  if (valueOf === undefined || values === undefined || !reach.knows(operation, version, valueOf))
    return undefined;
  return values.some((value) => reach.accepts(operation, version, valueOf, value)) ? undefined : "value";
}

function isId(value: unknown): boolean {
  return typeof value === "string" && Array.from(value).length <= ID_LENGTH_MAX;
}

interface Around {
  readonly sites: readonly Site[];
  readonly reach: Reach;
}

function reasonOf(demand: Demand, rule: CheckedRule, { sites, reach }: Around): string {
  const versions = rule.when.version === undefined ? "" : " in the versions that it asks for";
  if (sites.every((site) => lackOf(demand, site, reach) === "absent"))
    return `${askedFor(rule)} no ${demand.noun}${versions}`;
  if (demand.carrierIn(rule.operations[0] ?? "PAY") === "path")
    return `an id has at most ${ID_LENGTH_MAX} characters`;
  return `no contract takes such a value of ${demand.noun}${versions}`;
}

function askedFor({ operations }: CheckedRule): string {
  return operations.length === 1 ? `${operations.join()} has` : "the operations that it is asked for have";
}

function together({ when }: CheckedRule): string {
  const names = Object.keys(when).filter((name) => name !== "operation");
  return `no operation has all of this in one version: ${names.join(", ")}`;
}
