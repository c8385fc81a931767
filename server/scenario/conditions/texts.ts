import type { Facts } from "../../domain/decision.ts";
import { listOf } from "./condition.ts";
import type { Kind, OneOrMore } from "./condition.ts";
import { createGlob } from "./glob.ts";
import { either, told } from "./telling.ts";
import type { Telling } from "./telling.ts";

/** Undefined when the request does not have it. */
export type Fact = (facts: Facts) => string | undefined;

export function oneOf(fact: Fact, telling: Telling): Kind<OneOrMore<string>> {
  return (wanted) => {
    const texts = new Set<string | undefined>(listOf(wanted));
    return {
      holds: (facts) => texts.has(fact(facts)),
      wanted: either(listOf(wanted).map(telling.wanted)),
      got: told(fact, telling),
    };
  };
}

export function startsWith(fact: Fact, telling: Telling): Kind<OneOrMore<string>> {
  return (wanted) => {
    const starts = listOf(wanted);
    return {
      holds: (facts) => {
        const text = fact(facts);
        return text !== undefined && starts.some((start) => text.startsWith(start));
      },
      wanted: `a start of ${either(starts.map(telling.wanted))}`,
      got: told(fact, telling),
    };
  };
}

export function isLike(fact: Fact, telling: Telling): Kind<OneOrMore<string>> {
  return (wanted) => {
    const globs = listOf(wanted).map(createGlob);
    return {
      holds: (facts) => {
        const text = fact(facts);
        return text !== undefined && globs.some((fits) => fits(text));
      },
      wanted: `one like ${either(listOf(wanted).map(telling.wanted))}`,
      got: told(fact, telling),
    };
  };
}

/** For what a request may use: whether it uses any, or which one. */
export function isUsed(fact: Fact, telling: Telling): Kind<boolean | OneOrMore<string>> {
  return (wanted) => {
    if (typeof wanted !== "boolean") return oneOf(fact, telling)(wanted);
    return {
      holds: (facts) => (fact(facts) !== undefined) === wanted,
      wanted: wanted ? "one" : "none",
      got: told(fact, telling),
    };
  };
}
