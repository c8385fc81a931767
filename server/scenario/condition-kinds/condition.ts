import type { Facts } from "../../domain/record/decision.ts";
import type { Json } from "../../domain/json.ts";
import type { DecidedOperation } from "../../domain/request/operation.ts";
import type { PlaceIn } from "./request-place.ts";

/**
 * Everything about one condition of `when`. `Wanted` is what a file writes behind its name, `When` what it has to know
 * of the conditions beside it. `path` is the member's path for conditions on members of the request, otherwise "".
 */
export interface ConditionKind<Wanted, When = unknown> {
  /** What it asks for: also the description in schemas/scenario.json, and its row in docs/scenario-reference.md. */
  readonly description: string;
  /** The section of docs/scenario-reference.md that tells more, as its anchor. */
  readonly section?: string;
  /** How a request is asked. */
  readonly ask: (wanted: Wanted, path: string) => Question;
  /**
   * Whether every request that the conditions `given` hold for fulfils this one. Never true by mistake; some cases are
   * missed. `same` is what stands behind this condition's name among them.
   */
  readonly isImplied: (wanted: Wanted, same: Wanted | undefined, given: When) => boolean;
  /** What a request must carry; left out, or undefined: every request can fulfil it. */
  readonly need?: (wanted: Wanted, path: string) => Need | undefined;
  /** What a schema cannot say. The value may be anything: the schema's own remarks are told besides. */
  readonly mistakes?: (written: unknown, path: string) => readonly Mistake[];
  /** Why it and the conditions beside it can hold each for itself and never together, as far as that is easily told. */
  readonly contradiction?: (when: When) => string | false | undefined;
  /** For conditions of which thousands of rules may have one each. */
  readonly index?: ConditionIndex<Wanted, When>;
  /** Of what pays, which follow-ups of an order do not say again (interface section 2.10). */
  readonly payment?: PaymentFact;
  /** Only requests about an order can fulfil it, so not balance inquiries and risk assessments. */
  readonly isOfOrder?: true;
  /** Texts that may be card numbers, each with its JSON pointer under the condition. */
  readonly cardNumbers?: (written: unknown, path: string) => readonly PlacedText[];
}

/** What a condition asks of a request. Its words may be kept: they never hold card data. */
export interface Question {
  readonly holds: (facts: Facts) => boolean;
  readonly wanted: string;
  readonly got: (facts: Facts) => string;
}

/** Something that a request must have, as far as contracts have a say in it. */
export interface Need {
  /** In words. */
  readonly noun: string;
  readonly placeIn: PlaceIn;
  /** One of these must be possible; left out, or undefined: nothing is known of the values. */
  readonly values?: readonly Json[] | undefined;
}

/** A mistake in what is written behind a condition; the pointer (RFC 6901) begins there. */
export interface Mistake {
  readonly pointer: string;
  readonly message: string;
}

/** Finds the rules whose condition is implied, without looking at all rules that have it. */
export interface ConditionIndex<Wanted, When> {
  /** What a rule is found by. */
  readonly keys: (wanted: Wanted) => readonly string[];
  /** At least one key of every rule whose condition these conditions imply. */
  readonly lookups: (given: When) => readonly (string | undefined)[];
}

export interface PaymentFact {
  readonly noun: "card" | "session" | "token";
  /** Follow-ups that may bring it all the same. */
  readonly alsoIn?: readonly DecidedOperation[];
}

export interface PlacedText {
  readonly pointer: string;
  readonly text: string;
}

/** One value, or a list of which one must fit. */
export type OneOrMore<Value> = Value | readonly Value[];

export function listOf<Value extends string | number | boolean | object>(
  wanted: OneOrMore<Value>,
): readonly Value[] {
  return Array.isArray(wanted) ? (wanted as readonly Value[]) : [wanted as Value];
}

/** The texts behind a condition, whether one or a list was written; none when it is not there. */
export function textsOf(wanted: OneOrMore<string> | undefined): readonly string[] {
  return wanted === undefined ? [] : listOf(wanted);
}

/** One of the written texts, or each of a list, with its pointer. */
export function placedTexts(written: unknown, pointer = ""): readonly PlacedText[] {
  if (Array.isArray(written)) return written.flatMap((it, index) => placedTexts(it, `${pointer}/${index}`));
  return typeof written === "string" ? [{ pointer, text: written }] : [];
}

export function isSubset<Value>(part: readonly Value[], whole: readonly Value[]): boolean {
  if (whole.length === 1) return part.every((value) => value === whole[0]);
  const values = new Set(whole);
  return part.every((value) => values.has(value));
}
