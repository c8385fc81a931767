import type { Difference } from "../../domain/record/difference.ts";
import { createComparing } from "./comparing.ts";
import type { BodyComparison, ComparedVersions, UpgradeParts } from "./comparing.ts";
import type { Subject } from "./subject.ts";

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
