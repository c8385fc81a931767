import { breaks } from "../../domain/record/difference.ts";
import type { Difference } from "../../domain/record/difference.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Operation } from "../../domain/request/operation.ts";
import type { Span } from "../../contract/compare/spans.ts";
import { createComparer } from "./comparison.ts";
import type { Comparer } from "./comparison.ts";
import type { UpgradeParts } from "./comparing.ts";
import { subjectOf } from "./subject.ts";
import type { Subject, Traffic } from "./subject.ts";

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
