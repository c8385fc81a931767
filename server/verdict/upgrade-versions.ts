import { breaks } from "../domain/difference.ts";
import type { Difference } from "../domain/difference.ts";
import type { Exchange } from "../domain/exchange.ts";
import type { Operation } from "../domain/operation.ts";
import type { Span } from "../contract/spans.ts";
import { comparisonOf } from "./upgrade-comparison.ts";
import type { UpgradeParts } from "./upgrade-comparison.ts";
import { subjectOf } from "./upgrade-subject.ts";
import type { Subject, Traffic } from "./upgrade-subject.ts";

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
  /** The exchanges that are named. */
  readonly examples: readonly Exchange[];
}

/** Under which versions the traffic could be sent as it is. */
export async function versionsOf(parts: UpgradeParts, traffic: Traffic): Promise<VersionsTally> {
  const operations = new Map<Operation, Counting>();
  const examples: Exchange[] = [];
  let [skipped, refusedToday] = [0, 0];
  for await (const exchange of traffic) {
    const subject = subjectOf(exchange);
    const isSkipped = typeof subject === "string";
    skipped += Number(isSkipped);
    if (isSkipped) continue;
    const isRefused = subject.refusedFor === "contract";
    refusedToday += Number(isRefused);
    if (isRefused) continue;
    const counting = operations.get(subject.operation) ?? newCounting(parts, subject.operation);
    operations.set(subject.operation, counting);
    if (add(parts, counting, subject)) examples.push(exchange);
  }
  const tallies = [...operations.values()].map((counting) => ({
    ...counting,
    sent: [...counting.sent].sort((one, other) => one - other),
  }));
  return { operations: tallies, skipped, refusedToday, examples };
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

/** Whether the exchange is the first reason against some versions. */
function add(parts: UpgradeParts, counting: Counting, subject: Subject): boolean {
  counting.requests += 1;
  counting.sent.add(subject.version);
  let isReason = false;
  for (const span of counting.spans) {
    const { differences } = comparisonOf(parts, subject, { from: subject.version, to: span.last });
    const difference = differences.find(breaks);
    if (difference === undefined) span.takes += 1;
    else if (span.reason === undefined) {
      span.reason = { difference, exchange: subject.id };
      isReason = true;
    }
  }
  return isReason;
}
