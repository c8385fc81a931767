import type { Span } from "../../contract/compare/difference.ts";
import { breaks } from "../../domain/record/difference.ts";
import type { Difference } from "../../domain/record/difference.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";
import type { Report, ReportCase, ReportIssue, ReportTable } from "../../report/report.ts";
import { createComparer, subjectOf } from "./comparing.ts";
import type { Comparer, Subject, Traffic, UpgradeParts } from "./comparing.ts";

/** Versions with one contract, and how an operation's requests fare under it. */
export interface SpanVerdict extends Span {
  /** Requests that it takes as they were sent. */
  readonly takes: number;
  /** The first reason against it, and the exchange that shows it; undefined when it takes all. */
  readonly reason: { readonly difference: Difference; readonly exchange: string } | undefined;
}

export interface OperationVersions {
  readonly operation: Operation;
  readonly requests: number;
  /** Versions that requests were sent under, ascending. */
  readonly sent: readonly number[];
  readonly spans: readonly SpanVerdict[];
}

export interface VersionsTally {
  readonly operations: readonly OperationVersions[];
  /** Requests without a contract, and those that their own contract refuses: no version can be held to them. */
  readonly skipped: number;
  readonly refusedToday: number;
}

/** Under which versions the traffic could be sent as it is. */
export async function versionsOf(parts: UpgradeParts, traffic: Traffic): Promise<VersionsTally> {
  const operations = new Map<Operation, Counting>();
  const compare = createComparer(parts);
  let [skipped, refusedToday] = [0, 0];
  for await (const exchange of traffic) {
    const subject = subjectOf(exchange);
    const isSkipped = typeof subject === "string";
    skipped += Number(isSkipped);
    if (isSkipped) continue;
    const isRefused = isRefusedToday(subject);
    refusedToday += Number(isRefused);
    if (isRefused) continue;
    const counting = operations.get(subject.operation) ?? newCounting(parts, subject.operation);
    operations.set(subject.operation, counting);
    add(compare, counting, subject);
  }
  const tallies = [...operations.values()].map((counting) => ({
    ...counting,
    sent: [...counting.sent].sort((one, other) => one - other),
  }));
  return { operations: tallies, skipped, refusedToday };
}

/** Whether the exchange is one that versions are looked for. */
export function isLookedAt(exchange: Exchange): boolean {
  const subject = subjectOf(exchange);
  return typeof subject !== "string" && !isRefusedToday(subject);
}

function isRefusedToday({ refusedFor }: Subject): boolean {
  return refusedFor === "contract";
}

interface Counting {
  readonly operation: Operation;
  requests: number;
  readonly sent: Set<number>;
  readonly spans: { -readonly [member in keyof SpanVerdict]: SpanVerdict[member] }[];
}

function newCounting({ contracts }: UpgradeParts, operation: Operation): Counting {
  const spans = contracts.spansOf(operation).map((span) => ({ ...span, takes: 0, reason: undefined }));
  return { operation, requests: 0, sent: new Set(), spans };
}

function add(compare: Comparer, counting: Counting, subject: Subject): void {
  counting.requests += 1;
  counting.sent.add(subject.version);
  const compared = compare(subject);
  for (const span of counting.spans) {
    const { differences } = compared({ from: subject.version, to: span.last });
    const difference = differences.find(breaks);
    if (difference === undefined) span.takes += 1;
    else span.reason ??= { difference, exchange: subject.id };
  }
}

const HELP = "docs/upgrade-check.md";

/** It fails when an operation has no version that takes all of its requests. */
export function versionsReport({ operations, skipped, refusedToday }: VersionsTally): Report {
  const stuck = operations.filter(({ spans, requests }) => !spans.some((span) => takesAll(span, requests)));
  return {
    title: "Versions",
    subject: `versions ${VERSION_MIN} to ${VERSION_MAX}`,
    summary: summaryOf(operations),
    verdict: stuck.length > 0 ? "failed" : "passed",
    issues: operations.length === 0 ? [nothingLookedAt()] : stuck.map(issueOf),
    cases: operations.map(caseOf),
    tables: [
      ...operations.map(operationTable),
      {
        title: "What was checked",
        columns: ["exchanges", "count"],
        rows: [
          ["checked", operations.reduce((total, { requests }) => total + requests, 0)],
          ["skipped: refused by their own contract", refusedToday],
          ["skipped: no contract check", skipped],
        ],
      },
    ],
    series: [],
  };
}

function summaryOf(operations: readonly OperationVersions[]): string {
  if (operations.length === 0) return "Nothing was checked: no request has a contract.";
  const versions = everyVersion().filter((version) => operations.every((it) => takesAllIn(it, version)));
  return versions.length === 0
    ? "No version accepts all requests as they were sent."
    : `All requests could be sent under ${rangesOf(versions)}.`;
}

function nothingLookedAt(): ReportIssue {
  return {
    ruleId: "versions-nothing-looked-at",
    ruleTitle: "nothing to check",
    ruleHelp: HELP,
    severity: "warning",
    message: "No request has a contract.",
    count: 1,
    exchanges: [],
  };
}

function everyVersion(): readonly number[] {
  return Array.from({ length: VERSION_MAX - VERSION_MIN + 1 }, (_, index) => VERSION_MIN + index);
}

function takesAllIn({ spans, requests }: OperationVersions, version: number): boolean {
  return spans.some((span) => span.first <= version && version <= span.last && takesAll(span, requests));
}

function takesAll({ takes }: SpanVerdict, requests: number): boolean {
  return takes === requests;
}

/** "versions 1 to 47 and 60". */
function rangesOf(versions: readonly number[]): string {
  const firsts = versions.filter((version) => !versions.includes(version - 1));
  const ranges = firsts.map((first) => {
    let last = first;
    while (versions.includes(last + 1)) last += 1;
    return rangeName({ first, last });
  });
  const [only = "", ...others] = ranges;
  if (others.length === 0) return `${only.includes(" ") ? "versions" : "version"} ${only}`;
  return `versions ${ranges.slice(0, -1).join(", ")} and ${ranges.at(-1) ?? ""}`;
}

function rangeName({ first, last }: Pick<SpanVerdict, "first" | "last">): string {
  return first === last ? String(first) : `${first} to ${last}`;
}

function operationTable({ operation, requests, sent, spans }: OperationVersions): ReportTable {
  return {
    title: `${operation}, sent under ${sent.join(", ")}`,
    columns: ["versions", "taken", "contract", "first obstacle", "exchange"],
    rows: spans.map((span) => [
      rangeName(span),
      `${span.takes} of ${requests}`,
      span.used.join(" and "),
      span.reason?.difference.message ?? "",
      span.reason?.exchange ?? "",
    ]),
  };
}

function caseOf({ operation, requests, spans }: OperationVersions): ReportCase {
  const fit = spans.filter((span) => takesAll(span, requests));
  return {
    group: "versions",
    name: operation,
    outcome: fit.length > 0 ? "passed" : "failed",
    ...(fit.length > 0
      ? {}
      : {
          message: "no version accepts all of its requests as they were sent",
          exchanges: reasonsAgainst(spans),
        }),
  };
}

function issueOf({ operation, spans, requests }: OperationVersions): ReportIssue {
  return {
    ruleId: "versions-none",
    ruleTitle: "no version accepts all",
    ruleHelp: HELP,
    severity: "error",
    message: `${operation}: no version accepts all ${requests} requests as they were sent.`,
    count: 1,
    exchanges: reasonsAgainst(spans),
  };
}

/** The exchanges that show why not. */
function reasonsAgainst(spans: OperationVersions["spans"]): readonly string[] {
  return [...new Set(spans.flatMap(({ reason }) => (reason ? [reason.exchange] : [])))];
}
