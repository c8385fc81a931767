import type { Exchange } from "../domain/record/exchange.ts";
import type { Finding, FindingCode, Severity } from "../domain/record/finding.ts";
import type { RefusalReason } from "../domain/record/refusal.ts";

/** Findings of one rule on one field of one operation in one version. */
export interface FindingGroup {
  readonly severity: Exclude<Severity, "note">;
  /** Undefined when the request was refused before any schema was asked. */
  readonly code: FindingCode | undefined;
  /** Why it was refused before any schema was asked. */
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
export interface FindingExample {
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
export function groupsIn(exchange: Exchange): readonly FindingGroup[] {
  const found = exchange.contract?.findings ?? [];
  const groups = found.flatMap((finding) =>
    finding.severity === "note" ? [] : [groupOf(exchange, finding, finding.severity)],
  );
  const early = earlyGroup(exchange);
  return early === undefined ? groups : [...groups, early];
}

export function keyOf(group: FindingGroup): string {
  const { severity, code, refusal, operation, version, field, contract } = group;
  const { file, pointer } = contract ?? {};
  return JSON.stringify([severity, code, refusal, operation, version, field, file, pointer]);
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
