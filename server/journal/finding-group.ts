import type { Exchange } from "../domain/exchange.ts";
import type { Finding, FindingCode, Severity } from "../domain/finding.ts";

/** Findings of one rule on one field of one operation in one version. */
export interface FindingGroup {
  readonly severity: Exclude<Severity, "note">;
  /** Undefined when the path or apiOperation broke the contract before any schema was asked. */
  readonly code: FindingCode | undefined;
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
  const isTold = groups.some(({ severity }) => severity === "violation");
  const early = isTold ? undefined : earlyRefusal(exchange);
  return early === undefined ? groups : [...groups, early];
}

export function keyOf({ severity, code, operation, version, field, contract }: FindingGroup): string {
  return JSON.stringify([severity, code, operation, version, field, contract?.file, contract?.pointer]);
}

function groupOf(exchange: Exchange, finding: Finding, severity: FindingGroup["severity"]): FindingGroup {
  const { code, contract, section, source } = finding;
  const [field, expected, got] = [finding.field, finding.expected, finding.got].map(shortened);
  return {
    ...{ severity, code, contract, section, source, count: 1, last: exchange.id },
    operation: exchange.request.operation,
    version: exchange.request.version,
    field: field?.replace(/\[\d+\]/g, "[n]"),
    first: { ...exampleOf(exchange, finding.message), field, expected, got },
  };
}

/** What the contract refuses before a schema is asked leaves no finding: a version, an id, an apiOperation. */
function earlyRefusal(exchange: Exchange): FindingGroup | undefined {
  const { refusal, request, id } = exchange;
  if (refusal?.reason !== "contract") return undefined;
  const field = refusal.fault?.field;
  return {
    ...{ severity: "violation", code: undefined, contract: undefined, section: undefined, source: undefined },
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
