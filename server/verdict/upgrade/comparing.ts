import { once } from "../../contract/judge/contract.ts";
import type { Contracts } from "../../contract/contracts.ts";
import type { Mask } from "../../contract/judge/masked-members.ts";
import type { Comparison } from "../../contract/compare/upgrade.ts";
import type { Json } from "../../domain/json.ts";
import type { Subject } from "./subject.ts";

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
