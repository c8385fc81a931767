import type { FindingCode } from "./finding.ts";

/**
 * What becomes of a member, sent or missing, between two contracts. All but `taken` break the request: what
 * one contract takes, the other one refuses. `taken` is the way back.
 */
export const DIFFERENCE_KINDS = ["unknown", "renamed", "required", "enumeration", "limit", "taken"] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** A schema file relative to schemas/, and the JSON pointer of a rule in it. */
export interface ContractPlace {
  readonly file: string;
  readonly pointer: string;
}

/** One difference of two contracts that a request touches. Never holds card data. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** What the contract that refuses has against the member. */
  readonly code: FindingCode;
  /** Dotted path of the request, arrays as `leg[0]`. */
  readonly field: string;
  /** The member as contracts have it, the same for every request: `leg[n]`, `order.custom.*`. */
  readonly member: string;
  /** JSON pointer into the request body (RFC 6901). */
  readonly pointer: string;
  /** What a renamed member, or operation, is called in the other contract. */
  readonly newName: string | undefined;
  /** The sentence for people. */
  readonly message: string;
  /** Where the two contracts say so. */
  readonly from: ContractPlace;
  readonly to: ContractPlace;
}

export function breaks({ kind }: Pick<Difference, "kind">): boolean {
  return kind !== "taken";
}
