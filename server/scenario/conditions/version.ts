import { isObject } from "../../domain/json.ts";
import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import type { ConditionKind } from "../condition-kinds/condition.ts";
import { numberCondition } from "../condition-kinds/numbers.ts";
import type { NumbersWanted, Stretch } from "../condition-kinds/numbers.ts";

export const version: ConditionKind<NumbersWanted> = {
  description: "The version in the path: one, a list, or a range { min, max } with both ends included.",
  ...numberCondition({
    noun: "version",
    fact: (facts) => facts.version,
    every: { first: VERSION_MIN, last: VERSION_MAX },
  }),
};

/** A version of the stretch that the condition asks for, whatever a file writes; undefined when there is none. */
export function versionIn({ first, last }: Stretch, wanted: unknown): number | undefined {
  if (wanted === undefined) return first;
  if (isObject(wanted)) {
    const { min, max } = wanted;
    const lowest = Math.max(first, typeof min === "number" ? min : first);
    return lowest <= Math.min(last, typeof max === "number" ? max : last) ? lowest : undefined;
  }
  const versions: readonly unknown[] = Array.isArray(wanted) ? wanted : [wanted];
  return versions.find((it): it is number => typeof it === "number" && it >= first && it <= last);
}
