import { maskMemberNumber, maskText } from "../../domain/card.ts";
import type { Facts } from "../../domain/decision.ts";
import type { Json } from "../../domain/json.ts";
import { membersOf, parseMemberPath, valuesAt } from "../../domain/member-path.ts";
import { holdsNumber, isSecretPath } from "../../domain/secret-members.ts";
import { listOf } from "./condition.ts";
import type { OneOrMore, Question } from "./condition.ts";
import { readPattern } from "./pattern.ts";
import { all, either } from "./telling.ts";

/** How much of a value a sentence shows. */
const SHOWN_MAX = 60;

export type Scalar = string | number | boolean;

/** Everything that is asked must hold, for one and the same value. */
export interface MemberWanted {
  readonly equals?: Scalar;
  readonly in?: readonly Scalar[];
  readonly exists?: boolean;
  readonly prefix?: string;
  readonly pattern?: string;
}

/** Of a text, number or boolean of the request. */
type Fits = (value: Scalar) => boolean;

interface Asked {
  readonly fits: Fits;
  readonly wanted: string;
}

/** What is asked of the request's member at a path. */
export function memberIs(path: string, wanted: OneOrMore<Scalar> | MemberWanted): Question {
  const steps = parseMemberPath(path);
  const names = membersOf(steps);
  const shown = showing(names);
  const asked = askedOf(wantedMember(wanted), shown);
  const { exists } = wantedMember(wanted);
  return {
    holds: ({ request }) => {
      const values = valuesAt(request, steps);
      if (exists !== undefined && exists !== values.length > 0) return false;
      return (
        asked.length === 0 ||
        values.some((value) => isScalar(value) && asked.every(({ fits }) => fits(value)))
      );
    },
    wanted: [
      ...(exists === undefined ? [] : [exists ? "one" : "none"]),
      ...asked.map((it) => it.wanted),
    ].join(", "),
    got: told(steps, isSecretPath(names) ? () => "one" : shown),
  };
}

function wantedMember(wanted: OneOrMore<Scalar> | MemberWanted): MemberWanted {
  if (typeof wanted === "object" && !Array.isArray(wanted)) return wanted as MemberWanted;
  return { in: listOf(wanted as OneOrMore<Scalar>) };
}

function askedOf(wanted: MemberWanted, shown: (value: Json) => string): readonly Asked[] {
  const { equals, in: list, prefix, pattern } = wanted;
  return [
    ...(equals === undefined ? [] : [{ fits: isSame(equals), wanted: shown(equals) }]),
    ...(list === undefined ? [] : [{ fits: isAny(list.map(isSame)), wanted: either(list.map(shown)) }]),
    ...(prefix === undefined ? [] : [{ fits: startsWith(prefix), wanted: `a start of ${shown(prefix)}` }]),
    ...(pattern === undefined
      ? []
      : [{ fits: holdsPattern(pattern), wanted: `one that fits ${shown(pattern)}` }]),
  ];
}

/** A number is also the same when it is sent as text, a text when it is what a number is written as (assumption A192). */
function isSame(wanted: Scalar): Fits {
  if (typeof wanted !== "number") return (value) => String(value) === String(wanted);
  return (value) =>
    value === wanted || (typeof value === "string" && DECIMAL.test(value) && Number(value) === wanted);
}

const DECIMAL = /^-?\d{1,15}(\.\d{1,15})?$/;

function isAny(fits: readonly Fits[]): Fits {
  return (value) => fits.some((fit) => fit(value));
}

function startsWith(prefix: string): Fits {
  return (value) => String(value).startsWith(prefix);
}

function holdsPattern(text: string): Fits {
  const { fits } = readPattern(text);
  if (fits === undefined) throw new Error("the check of scenario files let a pattern pass that is none");
  return (value) => fits(String(value));
}

function told(steps: ReturnType<typeof parseMemberPath>, shown: (value: Json) => string): Question["got"] {
  return ({ request }: Facts) => {
    const values = valuesAt(request, steps);
    return values.length === 0 ? "none" : all(values.map(shown));
  };
}

/** How values of a member are shown: masked as exchanges are, cut, and groups only named. */
function showing(names: readonly string[]): (value: Json) => string {
  const isNumber = names.some((name, index) => holdsNumber(name, names[index - 1]));
  return (value) => {
    if (!isScalar(value)) return Array.isArray(value) ? "a list" : "a group";
    const text = String(value);
    const masked = isNumber || typeof value === "number" ? maskMemberNumber(text) : maskText(text);
    return masked.length > SHOWN_MAX ? `${masked.slice(0, SHOWN_MAX)}…` : masked;
  };
}

function isScalar(value: Json): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
