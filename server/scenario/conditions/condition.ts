import type { Facts } from "../../domain/decision.ts";

/** What a condition asks of a request. Its words may be kept: they never hold card data. */
export interface Question {
  readonly holds: (facts: Facts) => boolean;
  readonly wanted: string;
  readonly got: (facts: Facts) => string;
}

/** One condition of one rule. */
export interface Condition extends Question {
  /** What reports call it: its name in the file, and behind `request` the member's path. */
  readonly name: string;
  /** The name with what the file writes behind it: conditions of the same key ask the same. */
  readonly key: string;
}

/** Makes the question of what a file writes behind the condition's name. */
export type Kind<Wanted> = (wanted: Wanted) => Question;

/** One value, or a list of which one must fit. */
export type OneOrMore<Value> = Value | readonly Value[];

export function listOf<Value extends string | number | boolean | object>(
  wanted: OneOrMore<Value>,
): readonly Value[] {
  return Array.isArray(wanted) ? (wanted as readonly Value[]) : [wanted as Value];
}
