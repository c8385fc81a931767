import { ARROWS, arrowKey, arrowName, comesByItself, TYPES_OF } from "../domain/arrow.ts";
import type { Arrow } from "../domain/arrow.ts";
import { INITIATE_FROM } from "../domain/checkout.ts";
import { isTransactionOperation, OPERATIONS } from "../domain/operation.ts";
import type { Operation } from "../domain/operation.ts";
import { GATEWAY_CODES } from "../domain/outcome.ts";
import type { RefusalReason } from "../domain/refusal.ts";
import type { ContractUse } from "../journal/contract-tally.ts";
import { areaOf, together } from "./contract-coverage-area.ts";
import type { CoverageArea, Known, Share } from "./contract-coverage-area.ts";
import { ASKED_RULES } from "./contract-coverage-rules.ts";
import { transitionDiagram } from "./transition-diagram.ts";

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
  /** The order's statuses for Mermaid, with what was walked. */
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
  return isTransactionOperation(operation) && TYPES_OF[operation].includes(type);
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
      .filter((version) => isThere(operation, version))
      .map((version) => [`${operation} ${version}`, { operation, version }] as const),
  );
  return new Map(pairs);
}

/** The beginning of a checkout has two names, each with its versions (assumption A137). */
function isThere(operation: Operation, version: number): boolean {
  if (operation === "CREATE_CHECKOUT_SESSION") return version < INITIATE_FROM;
  return operation !== "INITIATE_CHECKOUT" || version >= INITIATE_FROM;
}

/** Who can meet a refusal: anybody, a merchant who proved to be one, or nobody who does all right. */
const MET_BY: Readonly<Record<RefusalReason, "anybody" | "merchant" | "nobody">> = {
  "unknown-path": "anybody",
  "wrong-method": "anybody",
  "bad-credentials": "anybody",
  "foreign-merchant": "merchant",
  "bad-certificate": "anybody",
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
