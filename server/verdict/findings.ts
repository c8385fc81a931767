import type { FindingGroup } from "../journal/finding-group.ts";
import type { FindingCount } from "../journal/finding-tally.ts";

/** Everything that contracts remarked on requests: what was refused for it, and what was taken all the same. */
export interface Findings {
  readonly violations: number;
  readonly deviations: number;
  /** Findings that had no room in a group of their own. */
  readonly others: number;
  /** Violations first, then the most frequent, then what came first. */
  readonly groups: readonly FindingGroup[];
}

export function findingsOf({ groups, others }: FindingCount): Findings {
  const counted = (severity: FindingGroup["severity"]): number =>
    groups.reduce((sum, group) => sum + (group.severity === severity ? group.count : 0), 0);
  return {
    violations: counted("violation"),
    deviations: counted("deviation"),
    others,
    groups: groups.toSorted(byWeight),
  };
}

function byWeight(one: FindingGroup, other: FindingGroup): number {
  const [rank, otherRank] = [one, other].map(({ severity }) => (severity === "violation" ? 0 : 1));
  const isEarlier = one.first.at < other.first.at ? -1 : Number(one.first.at > other.first.at);
  return (rank ?? 0) - (otherRank ?? 0) || other.count - one.count || isEarlier;
}
