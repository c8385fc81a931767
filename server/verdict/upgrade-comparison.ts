import type { Contracts } from "../contract/contracts.ts";
import type { Mask } from "../contract/masked-members.ts";
import type { Difference } from "../domain/difference.ts";
import type { Subject } from "./upgrade-subject.ts";

/** What the upgrade check works with. */
export interface UpgradeParts {
  readonly contracts: Pick<Contracts, "compare" | "spansOf">;
  /** The mask that the bodies of the exchanges went through. */
  readonly mask: Mask;
}

/** One request between two versions; members are named once, however often the request has them. */
export interface SubjectComparison {
  readonly differences: readonly Difference[];
  readonly refused: readonly string[];
  readonly fine: readonly string[];
  /** Whether the sandbox compared the real request when it came, and not its masked record afterwards. */
  readonly isExact: boolean;
  /** Whether members that the request lacks may have come from the session that it names. */
  readonly mayBeInSession: boolean;
}

/**
 * What the sandbox found live (SANDBOX_SHADOW) goes before what the masked record tells. Members that are missing
 * beside a session are passed over unless the two were judged together (assumption A214).
 */
export function comparisonOf(
  { contracts, mask }: UpgradeParts,
  subject: Subject,
  versions: { readonly from: number; readonly to: number },
): SubjectComparison {
  const { operation, version, mode, body, namesSession, refusedFor, shadow } = subject;
  // The lexical form of numbers is not in the record: 10.50 reads as 10.5 (assumption A215).
  const text = JSON.stringify(body);
  const comparison = contracts.compare({ operation, ...versions, mode, body, text, mask });
  const live = shadow?.version === versions.to && versions.from === version ? shadow : undefined;
  const mayBeInSession = namesSession && (live === undefined || refusedFor !== undefined);
  const differences = (live ?? comparison).differences.filter(
    ({ code }) => !(mayBeInSession && code === "missing"),
  );
  const differing = new Set(differences.map(({ member }) => member));
  const same = (members: readonly string[]): readonly string[] =>
    [...new Set(members)].filter((member) => !differing.has(member));
  return {
    differences,
    refused: same(comparison.refused()),
    fine: same(comparison.fine()),
    isExact: live !== undefined,
    mayBeInSession,
  };
}
