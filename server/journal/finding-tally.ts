import type { Exchange } from "../domain/record/exchange.ts";
import type { Finding, FindingCode, Severity } from "../domain/record/finding.ts";
import type { RefusalReason } from "../domain/record/refusal.ts";
import { createByMerchant, NOBODY } from "./by-merchant.ts";

/** The groups of one merchant or of all, and how many findings had no room in a group of their own. */
export interface FindingCount {
  readonly groups: readonly FindingGroup[];
  readonly others: number;
}

/** Groups the findings of all exchanges, also of those that the journal has let go. */
export interface FindingTally {
  record: (exchange: Exchange) => void;
  /** In the order in which they were first seen; undefined: of all merchants together. */
  of: (merchantId: string | undefined) => FindingCount;
  forget: (merchantId: string) => void;
}

export interface FindingLimits {
  /** Groups kept per merchant. */
  readonly perMerchant: number;
  /** Groups of all merchants together; those of the merchant that was quiet the longest make room. */
  readonly total: number;
  readonly merchants: number;
}

/** A client breaks few rules; a thousand clients with twenty groups each fit (assumption A216). */
const USUAL: FindingLimits = { perMerchant: 500, total: 20_000, merchants: 1_000 };

interface Kept {
  readonly groups: Map<string, Counted>;
  others: number;
}

/** A group that goes on being counted. */
interface Counted extends FindingGroup {
  count: number;
  first: FindingExample;
  last: string;
}

export function createFindingTally(limits = USUAL): FindingTally {
  const kept = createByMerchant<Kept>(() => ({ groups: new Map(), others: 0 }), limits.merchants);
  const size = (): number => kept.all().reduce((sum, { groups }) => sum + groups.size, 0);
  return {
    record: (exchange) => {
      // Of most requests there is nothing to tell.
      if (exchange.refusal === undefined && (exchange.contract?.findings.length ?? 0) === 0) return;
      const found = groupsIn(exchange);
      if (found.length === 0) return;
      const own = kept.touch(exchange.merchantId ?? NOBODY);
      const before = own.groups.size;
      for (const group of found) count(own, group, limits.perMerchant);
      if (own.groups.size === before) return;
      while (size() > limits.total) kept.forgetQuietest();
    },
    of: (merchantId) => {
      const own = merchantId === undefined ? merged(kept.all()) : kept.of(merchantId);
      return {
        groups: [...(own?.groups.values() ?? [])].map((group) => ({ ...group })),
        others: own?.others ?? 0,
      };
    },
    forget: kept.forget,
  };
}

function merged(all: readonly Kept[]): Kept {
  const sum: Kept = { groups: new Map(), others: 0 };
  for (const { groups, others } of all) {
    for (const group of groups.values()) count(sum, group, Infinity);
    sum.others += others;
  }
  return sum;
}

function count(kept: Kept, group: FindingGroup, max: number): void {
  const key = keyOf(group);
  const known = kept.groups.get(key);
  if (known !== undefined) add(known, group);
  else if (kept.groups.size >= max) kept.others += group.count;
  else kept.groups.set(key, { ...group });
}

/** The example that came first stays. */
function add(known: Counted, group: FindingGroup): void {
  if (group.first.at < known.first.at) known.first = group.first;
  known.count += group.count;
  known.last = group.last;
}

/** Findings of one rule on one field of one operation in one version. */
export interface FindingGroup {
  readonly severity: Exclude<Severity, "note">;
  /** Undefined when the request was refused before any schema was asked. */
  readonly code: FindingCode | undefined;
  /** Why it was refused before any schema was checked. */
  readonly refusal: RefusalReason | undefined;
  readonly operation: string | undefined;
  readonly version: number | undefined;
  /** Dotted, elements of lists as `leg[n]`; undefined when it is about no field. */
  readonly field: string | undefined;
  /** Where the rule stands: the schema file, relative to schemas/, and the JSON pointer in it. */
  readonly contract: Finding["contract"] | undefined;
  /** The specification's section; undefined where it shows none. */
  readonly section: string | undefined;
  readonly source: Finding["source"] | undefined;
  readonly count: number;
  readonly first: FindingExample;
  /** Id of the last exchange with it. */
  readonly last: string;
}

/** How it was first seen, masked. */
interface FindingExample {
  readonly exchange: string;
  readonly at: string;
  /** The field as it was there: `leg[0]`. */
  readonly field: string | undefined;
  readonly expected: string | undefined;
  readonly got: string | undefined;
  readonly message: string;
}

/** Paths of unknown members can be as long as a body; more of them than this tells nobody anything. */
const TEXT_MAX = 300;

/** What is to be counted of an exchange, one by one: its violations and deviations. */
function groupsIn(exchange: Exchange): readonly FindingGroup[] {
  const groups: FindingGroup[] = [];
  for (const finding of exchange.contract?.findings ?? [])
    if (finding.severity !== "note") groups.push(groupOf(exchange, finding, finding.severity));
  const early = earlyGroup(exchange);
  return early === undefined ? groups : [...groups, early];
}

function keyOf(group: FindingGroup): string {
  const { severity, code, refusal, operation, version, field, contract } = group;
  const { file, pointer } = contract ?? {};
  // Only the field is what somebody sent, and may have any character.
  return `${severity}\0${code}\0${refusal}\0${operation}\0${version}\0${file}\0${pointer}\0${field}`;
}

function groupOf(exchange: Exchange, finding: Finding, severity: FindingGroup["severity"]): FindingGroup {
  const { code, contract, section, source } = finding;
  const [field, expected, got] = [finding.field, finding.expected, finding.got].map(shortened);
  return {
    operation: exchange.request.operation,
    version: exchange.request.version,
    field: field?.replace(/\[\d+\]/g, "[n]"),
    first: { field, expected, got, ...exampleOf(exchange, finding.message) },
    ...{ severity, code, refusal: undefined, contract, section, source, count: 1, last: exchange.id },
  };
}

/** Why a client's own request is refused before a schema is asked. */
const EARLY: readonly RefusalReason[] = [
  "contract",
  "unreadable-request",
  "body-too-large",
  "foreign-merchant",
];

/**
 * What is refused before a schema is asked leaves no finding: a version, an id, an apiOperation, a body that is no JSON.
 * What came of nobody is told apart, as it is no merchant's.
 */
export function refusedEarly({ merchantId, refusal, contract }: Exchange): Exchange["refusal"] {
  if (merchantId === undefined || refusal === undefined || !EARLY.includes(refusal.reason)) return undefined;
  return contract?.findings.some(({ severity }) => severity === "violation") ? undefined : refusal;
}

function earlyGroup(exchange: Exchange): FindingGroup | undefined {
  const { request, id } = exchange;
  const refusal = refusedEarly(exchange);
  if (refusal === undefined) return undefined;
  const field = refusal.fault?.field;
  return {
    ...{ severity: "violation", code: undefined, refusal: refusal.reason },
    ...{ contract: undefined, section: undefined, source: undefined },
    ...{ operation: request.operation, version: request.version, field, count: 1, last: id },
    first: { ...exampleOf(exchange, refusal.explanation), field, expected: undefined, got: undefined },
  };
}

function exampleOf(
  { id, at }: Exchange,
  message: string,
): Pick<FindingExample, "at" | "exchange" | "message"> {
  return { exchange: id, at, message: shortened(message) };
}

function shortened(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text;
}
