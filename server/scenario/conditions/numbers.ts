import type { Facts } from "../../domain/decision.ts";
import { listOf } from "./condition.ts";
import type { Kind, OneOrMore } from "./condition.ts";
import { either } from "./telling.ts";

/** Both ends are included; one of them may be left open. */
export interface NumberRange {
  readonly min?: number;
  readonly max?: number;
}

export function numberIs(fact: (facts: Facts) => number): Kind<OneOrMore<number> | NumberRange> {
  return (wanted) => {
    const got = (facts: Facts): string => String(fact(facts));
    if (isRange(wanted)) {
      const { min = -Infinity, max = Infinity } = wanted;
      return {
        holds: (facts) => fact(facts) >= min && fact(facts) <= max,
        wanted: rangeText(wanted),
        got,
      };
    }
    const numbers = new Set(listOf(wanted));
    return {
      holds: (facts) => numbers.has(fact(facts)),
      wanted: either(listOf(wanted).map(String)),
      got,
    };
  };
}

function isRange(wanted: OneOrMore<number> | NumberRange): wanted is NumberRange {
  return typeof wanted === "object" && !Array.isArray(wanted);
}

function rangeText({ min, max }: NumberRange): string {
  if (min === undefined) return `up to ${max ?? "any"}`;
  return max === undefined ? `from ${min}` : `from ${min} to ${max}`;
}
