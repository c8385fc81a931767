import { isInVersion, OPERATION_DEFINITIONS } from "../../domain/operations/index.ts";
import { arrowKey, arrowName, ARROWS, comesByItself } from "../../domain/order/transitions.ts";
import { GATEWAY_CODES } from "../../domain/order/outcome.ts";
import type { Arrow, StatusBefore } from "../../domain/order/transitions.ts";
import type { RefusalReason } from "../../domain/record/refusal.ts";
import { isTransactionOperation, OPERATIONS } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";
import { sessionOfOrder, sessionUseRules } from "../../domain/rules/session.ts";
import { tokenUseRules } from "../../domain/rules/token.ts";
import type { ContractUse, Met } from "../../journal/contract-tally.ts";

/** What is to be covered. */
export interface CoverageScope {
  /** Undefined: all. */
  readonly operations: readonly Operation[] | undefined;
  /** Undefined: those that have a contract of their own. */
  readonly versions: readonly number[] | undefined;
  /** Who never proved to be a merchant is nobody's. */
  readonly isOneMerchant: boolean;
}

export const COVERAGE_AREAS = ["operations", "transitions", "refusals", "rules", "codes"] as const;
export type CoverageAreaName = (typeof COVERAGE_AREAS)[number];

/** What of the gateway the requests have met, and what never. */
export interface ContractCoverage extends Share {
  readonly areas: Readonly<Record<CoverageAreaName, CoverageArea>>;
  /** The state diagram of orders for Mermaid, with the transitions that were taken. */
  readonly diagram: string;
}

/** The versions that have a contract of their own. */
export type VersionsOf = (operation: Operation) => readonly number[];

export function contractCoverage(
  versionsOf: VersionsOf,
  use: ContractUse,
  scope: CoverageScope,
): ContractCoverage {
  const inScope = (operation: Operation): boolean => scope.operations?.includes(operation) ?? true;
  const arrows = ARROWS.filter((arrow) => OPERATIONS.some((it) => inScope(it) && makes(it, arrow)));
  const rules = ASKED_RULES.filter(({ operations }) => operations.some(inScope));
  const areas = {
    operations: areaOf(contractNames(versionsOf, scope, inScope), use.contracts, (met) => {
      // Only what is taken shows that the client can do it.
      return met.times > met.refused;
    }),
    transitions: areaOf(
      new Map(arrows.filter(isWalkable).map((it) => [arrowKey(it), labelOf(it)])),
      use.arrows,
    ),
    refusals: areaOf(named(scope.isOneMerchant ? MERCHANTS_REASONS : REASONS), use.reasons),
    rules: areaOf(new Map(rules.map(({ id, source }) => [id, { source }])), use.rules),
    codes: areaOf(named(Object.keys(GATEWAY_CODES)), use.codes),
  };
  return { ...together(Object.values(areas)), areas, diagram: transitionDiagram(use.arrows, arrows) };
}

function isWalkable(arrow: Arrow): boolean {
  return !comesByItself(arrow);
}

function labelOf(arrow: Arrow): Readonly<Record<string, string>> {
  return { transaction: arrowName(arrow), from: arrow.from, to: arrow.to };
}

function makes(operation: Operation, { type }: Arrow): boolean {
  return isTransactionOperation(operation) && OPERATION_DEFINITIONS[operation].types.includes(type);
}

function named(names: readonly string[]): Known {
  return new Map(names.map((name) => [name, {}]));
}

function contractNames(
  versionsOf: VersionsOf,
  { versions }: CoverageScope,
  inScope: (operation: Operation) => boolean,
): Known {
  const pairs = OPERATIONS.filter(inScope).flatMap((operation) =>
    (versions ?? versionsOf(operation))
      .filter((version) => isInVersion(operation, version))
      .map((version) => [`${operation} ${version}`, { operation, version }] as const),
  );
  return new Map(pairs);
}

/** Who can meet a refusal: anybody, a merchant who proved to be one, or nobody who does all right. */
const MET_BY: Readonly<Record<RefusalReason, "anybody" | "merchant" | "nobody">> = {
  "unknown-path": "anybody",
  "wrong-method": "anybody",
  "bad-credentials": "anybody",
  "foreign-merchant": "merchant",
  "bad-certificate": "anybody",
  // Met by a page of another site, not by the merchant's client.
  "foreign-page": "nobody",
  "body-too-large": "merchant",
  "header-too-large": "anybody",
  "request-too-slow": "anybody",
  "unreadable-request": "merchant",
  contract: "merchant",
  rule: "merchant",
  "not-permitted": "merchant",
  busy: "merchant",
  // A fault of ours is nothing to be covered.
  bug: "nobody",
};

const REASONS = Object.keys(MET_BY).filter((reason) => MET_BY[reason as RefusalReason] !== "nobody");
const MERCHANTS_REASONS = REASONS.filter((reason) => MET_BY[reason as RefusalReason] === "merchant");

/** A rule of meaning, and which operations ask it. */
interface AskedRule {
  readonly id: string;
  readonly source: string;
  readonly operations: readonly Operation[];
}

type Rules = readonly Pick<AskedRule, "id" | "source">[];

const OF_SOURCES: Rules = [...sessionUseRules, sessionOfOrder, ...tokenUseRules];

/** All rules that refuse requests of an operation, in order of precedence. */
function rulesOf(operation: Operation): Rules {
  const { takesSources, rules } = OPERATION_DEFINITIONS[operation];
  return takesSources ? [...OF_SOURCES, ...rules] : rules;
}

/** Every rule once, with all operations that ask it. */
export const ASKED_RULES: readonly AskedRule[] = askedRules();

function askedRules(): readonly AskedRule[] {
  const rules = new Map<string, AskedRule>();
  for (const operation of OPERATIONS) {
    for (const { id, source } of rulesOf(operation)) {
      const { operations } = rules.get(id) ?? { operations: [] };
      rules.set(id, { id, source, operations: [...new Set([...operations, operation])] });
    }
  }
  return [...rules.values()];
}

/** How often arrows were walked, by their keys. */
type Walks = ReadonlyMap<string, { readonly times: number }>;

/** Readable on light and dark ground. */
const REACHED = "classDef reached fill:#1a7f37,color:#ffffff,stroke:#1a7f37";

/** The state diagram for Mermaid: what was walked has a tick and how often, and its statuses are filled. */
export function transitionDiagram(walks: Walks, arrows: readonly Arrow[] = ARROWS): string {
  const walked = arrows.filter((arrow) => timesOf(walks, arrow) > 0);
  const reached = [...new Set(walked.flatMap(({ from, to }) => [from, to]))].filter((it) => it !== "NEW");
  const marks = reached.length === 0 ? [] : [`  ${REACHED}`, `  class ${reached.join(",")} reached`];
  const lines = arrowLines(arrows, (arrow) => markedName(arrow, timesOf(walks, arrow)));
  return ["stateDiagram-v2", ...lines, ...marks, ""].join("\n");
}

/** One line for each pair of statuses, with everything that leads along it. */
export function arrowLines(
  arrows: readonly Arrow[] = ARROWS,
  nameOf: (arrow: Arrow) => string = arrowName,
): readonly string[] {
  const names = new Map<string, readonly string[]>();
  for (const arrow of arrows) {
    const line = `${stateName(arrow.from)} --> ${arrow.to}`;
    names.set(line, [...(names.get(line) ?? []), nameOf(arrow)]);
  }
  return [...names].map(([line, along]) => `  ${line}: ${along.join(", ")}`);
}

function stateName(status: StatusBefore): string {
  return status === "NEW" ? "[*]" : status;
}

function timesOf(walks: Walks, arrow: Arrow): number {
  return walks.get(arrowKey(arrow))?.times ?? 0;
}

function markedName(arrow: Arrow, times: number): string {
  return times === 0 ? `○ ${arrowName(arrow)}` : `✔ ${arrowName(arrow)} ${times}×`;
}

/** How much of something was met. */
interface Share {
  readonly met: number;
  readonly of: number;
  /** Rounded down to a tenth; 100 when there is nothing to meet. */
  readonly percent: number;
}

export interface CoverageItem {
  readonly name: string;
  readonly isMet: boolean;
  readonly times: number;
  /** How many of these requests were refused. */
  readonly refused: number;
  /** The first exchange of a merchant with it; undefined: it was never met. */
  readonly example: string | undefined;
  /** What else is known of it, such as operation and version. */
  readonly about: Readonly<Record<string, string | number>>;
}

/** One thing to cover: all that there is of it, and what was met beside. */
export interface CoverageArea extends Share {
  readonly items: readonly CoverageItem[];
  readonly others: readonly CoverageItem[];
}

/** Everything that there is to meet, by name. */
type Known = ReadonlyMap<string, CoverageItem["about"]>;

const NEVER: Met = { times: 0, refused: 0, example: "" };

function areaOf(
  known: Known,
  met: ReadonlyMap<string, Met>,
  isMet: (met: Met) => boolean = ({ times }) => times > 0,
): CoverageArea {
  const itemOf = (name: string, about: CoverageItem["about"]): CoverageItem => {
    const { times, refused, example } = met.get(name) ?? NEVER;
    const shown = times === 0 ? undefined : example;
    return { name, isMet: isMet({ times, refused, example }), times, refused, example: shown, about };
  };
  const items = [...known].map(([name, about]) => itemOf(name, about));
  const others = [...met.keys()].filter((name) => !known.has(name)).map((name) => itemOf(name, {}));
  return { ...shareOf(items.filter((item) => item.isMet).length, items.length), items, others };
}

function together(shares: readonly Share[]): Share {
  const sum = (of: (share: Share) => number): number => shares.reduce((total, share) => total + of(share), 0);
  return shareOf(
    sum(({ met }) => met),
    sum(({ of }) => of),
  );
}

function shareOf(met: number, of: number): Share {
  return { met, of, percent: of === 0 ? 100 : Math.floor((met * 1000) / of) / 10 };
}
