import type { Comparison, Mask } from "../../contract/compare/upgrade.ts";
import type { Contracts } from "../../contract/contracts.ts";
import { once } from "../../contract/judge/contract.ts";
import { textAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import type { Difference } from "../../domain/record/difference.ts";
import type { Exchange, Shadow } from "../../domain/record/exchange.ts";
import type { Mode } from "../../domain/record/finding.ts";
import { OPERATIONS } from "../../domain/request/operation.ts";
import type { Operation } from "../../domain/request/operation.ts";

/** What the upgrade check works with. */
export interface UpgradeParts {
  readonly contracts: Pick<Contracts, "compare" | "spansOf">;
  /** The mask that the bodies of the exchanges went through; it answers the same to the same body. */
  readonly mask: Mask;
}

export interface ComparedVersions {
  readonly from: number;
  readonly to: number;
}

/** A body held against the contracts of two versions. */
export type BodyComparison = (
  versions: ComparedVersions,
) => Pick<Comparison, "differences" | "fine" | "refused">;

type Asked = Pick<Subject, "operation" | "mode" | "body">;

/** So many are remembered: suites send few bodies over and over, and load sends more than anybody should keep. */
const BODIES_MAX = 200;
const FORMS_MAX = 1_000;

/**
 * Holds the bodies of a pass against versions. A comparison is a function of operation, mode, body and versions alone,
 * so that what was asked before is answered as before. Bodies that differ in one value are compared each for itself,
 * as any value may be what a version takes or not; only which members are masked goes by the form of a body.
 */
export function createComparing({ contracts, mask }: UpgradeParts): (asked: Asked) => BodyComparison {
  const masked = remembering<Json>(FORMS_MAX);
  const bodies = remembering<BodyComparison>(BODIES_MAX);
  const maskOnce: Mask = (body) => masked(JSON.stringify(body), () => mask(body));
  return ({ operation, mode, body }) => {
    // The lexical form of numbers is not in the record: 10.50 reads as 10.5 (assumption A215).
    const text = JSON.stringify(body);
    return bodies(`${operation} ${mode} ${text}`, () => {
      const versionsAsked = remembering<ReturnType<BodyComparison>>(BODIES_MAX);
      return ({ from, to }) =>
        versionsAsked(`${from} ${to}`, () =>
          named(contracts.compare({ operation, from, to, mode, body, text, mask: maskOnce })),
        );
    });
  };
}

/** Members are named when somebody asks for them, and then once. */
function named({ differences, refused, fine }: Comparison): ReturnType<BodyComparison> {
  return { differences, refused: once(refused), fine: once(fine) };
}

/** Answers what it was asked before; when it knows too much, what it learnt first is forgotten. */
function remembering<T>(max: number): (key: string, make: () => T) => T {
  const known = new Map<string, { readonly value: T }>();
  return (key, make) => {
    const found = known.get(key);
    if (found !== undefined) return found.value;
    const value = make();
    known.set(key, { value });
    const [oldest] = known.size > max ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    return value;
  };
}

/** One request between two versions; members are named once, however often the request has them. */
export interface SubjectComparison {
  readonly differences: readonly Difference[];
  readonly refused: () => readonly string[];
  readonly fine: () => readonly string[];
  /** Whether the sandbox compared the real request when it came, and not its masked record afterwards. */
  readonly isExact: boolean;
  /** Whether members that the request lacks may have come from the session that it names. */
  readonly mayBeInSession: boolean;
}

/** Compares the requests of one pass with any two versions each. */
export type Comparer = (subject: Subject) => (versions: ComparedVersions) => SubjectComparison;

export function createComparer(parts: UpgradeParts): Comparer {
  const comparing = createComparing(parts);
  return (subject) => {
    const comparison = comparing(subject);
    return (versions) => comparisonOf(subject, comparison, versions);
  };
}

/**
 * What the sandbox found live (SANDBOX_SHADOW) goes before what the masked record tells. Members that are missing
 * beside a session are passed over unless the two were judged together (assumption A214).
 */
function comparisonOf(
  { version, namesSession, refusedFor, shadow }: Subject,
  ofBody: BodyComparison,
  versions: ComparedVersions,
): SubjectComparison {
  const comparison = ofBody(versions);
  const live = shadow?.version === versions.to && versions.from === version ? shadow : undefined;
  const mayBeInSession = namesSession && (live === undefined || refusedFor !== undefined);
  const differences = (live ?? comparison).differences.filter(
    ({ code }) => !(mayBeInSession && code === "missing"),
  );
  const same = (members: readonly string[]): readonly string[] => {
    const differing = new Set(differences.map(({ member }) => member));
    return [...new Set(members)].filter((member) => !differing.has(member));
  };
  return {
    differences,
    refused: () => same(comparison.refused()),
    fine: () => same(comparison.fine()),
    isExact: live !== undefined,
    mayBeInSession,
  };
}

/** Exchanges as they come from memory or from a file. */
export type Traffic = AsyncIterable<Exchange> | Iterable<Exchange>;

/** A request that a contract judged, with all that another one needs to judge it again. */
export interface Subject {
  readonly id: string;
  readonly operation: Operation;
  /** Under which it was sent. */
  readonly version: number;
  readonly mode: Mode;
  /** Masked. */
  readonly body: Json;
  readonly namesSession: boolean;
  /** Why it was refused, when it was. */
  readonly refusedFor: string | undefined;
  readonly shadow: Shadow | undefined;
}

/** Why nothing can be said of an exchange: refused before a contract saw it, or a call that has none. */
export type Skipped = "refused-before" | "without-contract";

/** The exchange with what SANDBOX_SHADOW adds; older journals have no such member. */
type Shadowed = Exchange & { readonly shadow?: Shadow | undefined };

export function subjectOf(exchange: Shadowed): Subject | Skipped {
  const { id, request, contract, refusal, shadow } = exchange;
  const { operation, version, body = {} } = request;
  if (!contract || !isOperation(operation) || version === undefined) {
    return refusal === undefined ? "without-contract" : "refused-before";
  }
  const namesSession = textAt(body, "session.id") !== undefined;
  const { mode } = contract;
  return { id, operation, version, mode, body, namesSession, refusedFor: refusal?.reason, shadow };
}

/** Whether the exchange is one that the upgrade check compares. */
export function isCompared(exchange: Exchange): boolean {
  return typeof subjectOf(exchange) !== "string";
}

function isOperation(name: string | undefined): name is Operation {
  return (OPERATIONS as readonly (string | undefined)[]).includes(name);
}
