import type { Facts } from "../../domain/record/decision.ts";
import { isSubset, listOf, textsOf } from "./condition.ts";
import type { ConditionKind, OneOrMore, Question } from "./condition.ts";
import { beginningWith, contains, createGlob, exactly, like } from "./glob.ts";
import type { TextForm } from "./glob.ts";
import type { PlaceIn } from "./request-place.ts";
import { either, PLAIN, shown } from "./words.ts";
import type { Wording } from "./words.ts";

/** Undefined when the request does not have it. */
type Fact = (facts: Facts) => string | undefined;

type Texts = OneOrMore<string>;

/** A text that can be asked for exactly only: this one, or one of a list. */
export function exactText(fact: Fact, wording = PLAIN): Pick<ConditionKind<Texts>, "ask" | "isImplied"> {
  return { ask: isOneOf(fact, wording), isImplied: areAmong };
}

/** What a condition behind the same name implies. */
export function areAmong(wanted: Texts, same: Texts | undefined): boolean {
  return same !== undefined && isSubset(textsOf(same), textsOf(wanted));
}

function isOneOf(fact: Fact, wording: Wording): (wanted: Texts) => Question {
  return (wanted) => {
    const texts = new Set<string | undefined>(listOf(wanted));
    return {
      holds: (facts) => texts.has(fact(facts)),
      wanted: either(listOf(wanted).map(wording.wanted)),
      got: shown(fact, wording),
    };
  };
}

export function startsWith(fact: Fact, wording: Wording): (wanted: Texts) => Question {
  return (wanted) => {
    const starts = listOf(wanted);
    return {
      holds: (facts) => {
        const text = fact(facts);
        return text !== undefined && starts.some((start) => text.startsWith(start));
      },
      wanted: `a start of ${either(starts.map(wording.wanted))}`,
      got: shown(fact, wording),
    };
  };
}

function isLike(fact: Fact): (wanted: Texts) => Question {
  return (wanted) => {
    const globs = listOf(wanted).map(createGlob);
    return {
      holds: (facts) => {
        const text = fact(facts);
        return text !== undefined && globs.some((fits) => fits(text));
      },
      wanted: `one like ${either(listOf(wanted).map(PLAIN.wanted))}`,
      got: shown(fact, PLAIN),
    };
  };
}

/** What a request may use: whether it uses any (`true`, `false`), or which one. */
export function usedText(
  fact: Fact,
  wording: Wording,
  need: { readonly noun: string; readonly placeIn: PlaceIn },
): Pick<ConditionKind<boolean | Texts>, "ask" | "isImplied" | "need"> {
  return {
    ask: (wanted) =>
      typeof wanted === "boolean"
        ? {
            holds: (facts) => (fact(facts) !== undefined) === wanted,
            wanted: wanted ? "one" : "none",
            got: shown(fact, wording),
          }
        : isOneOf(fact, wording)(wanted),
    isImplied: (wanted, same) => {
      if (same === undefined) return false;
      if (typeof wanted === "boolean") return wanted === (typeof same === "boolean" ? same : true);
      return typeof same !== "boolean" && areAmong(wanted, same);
    },
    need: (wanted) => {
      if (wanted === false) return undefined;
      return wanted === true ? need : { ...need, values: textsOf(wanted) };
    },
  };
}

/** What stands behind `order`, `orderPrefix` and `orderGlob`, and likewise for other texts. */
type AskedTexts = Readonly<Record<string, Texts | undefined>>;
type TextCondition = ConditionKind<Texts, AskedTexts>;

/** Each way to ask for a text, by the end of its name, and the texts that it stands for. */
const WAYS = { "": exactly, Prefix: beginningWith, Glob: like } as const;
type Way = keyof typeof WAYS;
const ALL_WAYS = Object.keys(WAYS) as readonly Way[];

interface TextSubject {
  /** Of the condition that asks for it exactly. */
  readonly name: string;
  readonly fact: Fact;
  readonly noun: string;
  readonly placeIn: PlaceIn;
  readonly descriptions: Readonly<Record<"exact" | "prefix" | "glob", string>>;
}

/** The three conditions on a text that can be asked for exactly, by its beginning or by a glob. */
export function textConditions(
  subject: TextSubject,
): Readonly<Record<"exact" | "prefix" | "glob", TextCondition>> {
  const { name, fact, noun, placeIn, descriptions } = subject;
  const firstOf = (given: AskedTexts, way: Way): string | undefined => textsOf(given[`${name}${way}`])[0];
  return {
    exact: {
      description: descriptions.exact,
      ask: isOneOf(fact, PLAIN),
      isImplied: (wanted, _, given) => isTextImplied(name, "", wanted, given),
      need: (wanted) => ({ noun, placeIn, values: textsOf(wanted) }),
      contradiction: (when) => otherThanAsked(name, when),
      index: { keys: textsOf, lookups: (given) => [firstOf(given, ""), firstOf(given, "Glob")] },
    },
    prefix: {
      description: descriptions.prefix,
      ask: startsWith(fact, PLAIN),
      isImplied: (wanted, _, given) => isTextImplied(name, "Prefix", wanted, given),
      need: (wanted) => ({ noun, placeIn, values: textsOf(wanted) }),
      index: {
        keys: textsOf,
        lookups: (given) => [
          ...beginningsOf(firstOf(given, "")),
          ...beginningsOf(firstOf(given, "Prefix")),
          ...beginningsOf(firstOf(given, "Glob")?.split(/[*?]/)[0]),
        ],
      },
    },
    glob: {
      description: descriptions.glob,
      ask: isLike(fact),
      isImplied: (wanted, _, given) => isTextImplied(name, "Glob", wanted, given),
      need: (wanted) => ({ noun, placeIn, values: textsOf(wanted).map(shortestLike) }),
    },
  };
}

/** All of "abc": a, ab, abc. */
export function beginningsOf(text = ""): readonly string[] {
  return Array.from(text, (_, index) => text.slice(0, index + 1));
}

/** Whether two conditions on the same are both asked for, and no pair of their values fits. */
export function noneFits(
  texts: Texts | undefined,
  others: Texts | undefined,
  fits: (text: string, other: string) => boolean,
): boolean {
  const [some, wanted] = [textsOf(texts), textsOf(others)];
  if (some.length === 0 || wanted.length === 0) return false;
  return !some.some((text) => wanted.some((other) => fits(text, other)));
}

function otherThanAsked(name: string, when: AskedTexts): string | undefined {
  const texts = when[name];
  if (noneFits(texts, when[`${name}Prefix`], (text, prefix) => text.startsWith(prefix)))
    return `"${name}" does not begin with "${name}Prefix"`;
  return noneFits(texts, when[`${name}Glob`], (text, glob) => createGlob(glob)(text))
    ? `"${name}" does not match "${name}Glob"`
    : undefined;
}

function isTextImplied(name: string, way: Way, wanted: Texts, given: AskedTexts): boolean {
  const texts = textsOf(wanted);
  return ALL_WAYS.some((other) => {
    const asked = given[`${name}${other}`];
    if (asked === undefined) return false;
    if (way === "" && other === "") return isSubset(textsOf(asked), texts);
    return way === "Prefix" && other !== "Glob"
      ? textsOf(asked).every((text) => texts.some((start) => text.startsWith(start)))
      : isCovered(textsOf(asked).map(WAYS[other]), texts.map(WAYS[way]));
  });
}

function isCovered(inner: readonly TextForm[], outer: readonly TextForm[]): boolean {
  return inner.every((form) => outer.some((other) => contains(other, form)));
}

/** One character where there must be one. */
function shortestLike(glob: string): string {
  return glob.replaceAll("*", "").replaceAll("?", "x") || "x";
}
