import { breaks } from "../../domain/record/difference.ts";
import type { Difference } from "../../domain/record/difference.ts";
import type { Operation } from "../../domain/request/operation.ts";
import { createComparer, subjectOf } from "./comparing.ts";
import type { Skipped, Subject, SubjectComparison, Traffic, UpgradeParts } from "./comparing.ts";

/** One member that the versions treat differently, over all requests of an operation. */
export interface MemberTally {
  /** As the first request shows it. */
  readonly example: Difference;
  /** Requests that show it. */
  readonly count: number;
  /** Ids of the first exchanges that show it. */
  readonly exchanges: readonly string[];
}

export interface OperationTally {
  readonly operation: Operation;
  readonly requests: number;
  /** Requests that the new version refuses for what the old one took. */
  readonly breaking: number;
  readonly members: readonly MemberTally[];
  /** How many requests have a member that both versions refuse, or take, by its name. */
  readonly refused: ReadonlyMap<string, number>;
  readonly fine: ReadonlyMap<string, number>;
}

export interface UpgradeTally {
  readonly operations: readonly OperationTally[];
  readonly skipped: Readonly<Record<Skipped, number>>;
  /** Requests compared as they came, when they came. */
  readonly exact: number;
  /** Requests whose session may hold what they seem to lack. */
  readonly besideSession: number;
}

/** `from` undefined: the version that each request was sent under. */
export interface UpgradeVersions {
  readonly from: number | undefined;
  readonly to: number;
}

const EXAMPLES_MAX = 10;

/** Compares all of the traffic, one exchange at a time, so that a journal of any length fits. */
export async function tallied(
  parts: UpgradeParts,
  traffic: Traffic,
  { from, to }: UpgradeVersions,
): Promise<UpgradeTally> {
  const operations = new Map<Operation, Counting>();
  const skipped = { "refused-before": 0, "without-contract": 0 };
  const compare = createComparer(parts);
  let [exact, besideSession] = [0, 0];
  for await (const exchange of traffic) {
    const subject = subjectOf(exchange);
    if (typeof subject === "string") {
      skipped[subject] += 1;
      continue;
    }
    const comparison = compare(subject)({ from: from ?? subject.version, to });
    exact += Number(comparison.isExact);
    besideSession += Number(comparison.mayBeInSession);
    add(operations, subject, comparison);
  }
  return { operations: [...operations.values()].map(tallyOf), skipped, exact, besideSession };
}

interface Counting {
  readonly operation: Operation;
  requests: number;
  breaking: number;
  readonly members: Map<string, { example: Difference; count: number; exchanges: string[] }>;
  readonly refused: Map<string, number>;
  readonly fine: Map<string, number>;
}

function add(operations: Map<Operation, Counting>, subject: Subject, comparison: SubjectComparison): void {
  const { operation, id } = subject;
  const counting = operations.get(operation) ?? newCounting(operation);
  operations.set(operation, counting);
  counting.requests += 1;
  counting.breaking += Number(comparison.differences.some(breaks));
  for (const [key, example] of firstOfEach(comparison.differences)) {
    const member = counting.members.get(key) ?? { example, count: 0, exchanges: [] };
    counting.members.set(key, member);
    member.count += 1;
    if (member.exchanges.length < EXAMPLES_MAX) member.exchanges.push(id);
  }
  for (const member of comparison.refused()) increase(counting.refused, member);
  for (const member of comparison.fine()) increase(counting.fine, member);
}

/** Elements of a list show the same difference, and count once. */
function firstOfEach(differences: readonly Difference[]): ReadonlyMap<string, Difference> {
  const first = new Map<string, Difference>();
  for (const difference of differences) {
    const key = keyOf(difference);
    if (!first.has(key)) first.set(key, difference);
  }
  return first;
}

function newCounting(operation: Operation): Counting {
  return { operation, requests: 0, breaking: 0, members: new Map(), refused: new Map(), fine: new Map() };
}

function keyOf({ kind, code, member, newName }: Difference): string {
  return JSON.stringify([kind, code, member, newName]);
}

function increase(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function tallyOf({ members, ...counting }: Counting): OperationTally {
  const breaking = [...members.values()];
  const ordered = [
    ...breaking.filter(({ example }) => breaks(example)),
    ...breaking.filter(({ example }) => !breaks(example)),
  ];
  return { ...counting, members: ordered };
}
