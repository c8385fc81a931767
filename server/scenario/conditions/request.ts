import { CARD } from "../../domain/card/card-details.ts";
import { maskText } from "../../domain/card/card.ts";
import { holdsNumber, isSecretPath, maskNumberIn } from "../../domain/card/secret-members.ts";
import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Facts } from "../../domain/record/decision.ts";
import { membersOf, parseMemberPath, valuesAt } from "../../domain/request/member-path.ts";
import { listOf, placedTexts } from "../condition-kinds/condition.ts";
import type {
  ConditionKind,
  Mistake,
  Need,
  OneOrMore,
  PlacedText,
  Question,
} from "../condition-kinds/condition.ts";
import { PATTERN_MAX, readPattern } from "../condition-kinds/pattern.ts";
import { TOKEN } from "../condition-kinds/request-place.ts";
import type { RequestPlace } from "../condition-kinds/request-place.ts";
import { all, either } from "../condition-kinds/words.ts";

type Scalar = string | number | boolean;

/** Everything that is asked must hold, for one and the same value. */
export interface MemberTests {
  readonly equals?: Scalar;
  readonly in?: readonly Scalar[];
  readonly exists?: boolean;
  readonly prefix?: string;
  readonly pattern?: string;
}

type MemberWanted = OneOrMore<Scalar> | MemberTests;

/** One for each member that `request` names. */
export const request: ConditionKind<MemberWanted> = {
  description:
    "Any member of the request by its path: a value, a list of permitted values, or a mapping of equals, in, exists, prefix and pattern.",
  section: "other-members",
  ask: askMember,
  isImplied: (wanted, same) => same !== undefined && areTestsImplied(testsOf(wanted), testsOf(same)),
  need: memberNeed,
  mistakes: memberMistakes,
  cardNumbers: numbersOfCards,
};

function testsOf(wanted: MemberWanted): MemberTests {
  if (typeof wanted === "object" && !Array.isArray(wanted)) return wanted as MemberTests;
  return { in: listOf(wanted as OneOrMore<Scalar>) };
}

/** The only values that fit; undefined when they are not listed. */
function valuesOf({ equals, in: list }: MemberTests): readonly Scalar[] | undefined {
  return equals === undefined ? list : [equals];
}

/** Of a text, number or boolean of the request. */
type Fits = (value: Scalar) => boolean;

interface Test {
  readonly fits: Fits;
  readonly wanted: string;
}

function askMember(wanted: MemberWanted, path: string): Question {
  const steps = parseMemberPath(path);
  const names = membersOf(steps);
  const show = showing(names);
  const { exists, ...asked } = testsOf(wanted);
  const tests = testsIn(asked, show);
  return {
    holds: (facts) => {
      const values = valuesAt(facts.request, steps);
      if (exists !== undefined && exists !== values.length > 0) return false;
      return (
        tests.length === 0 ||
        values.some((value) => isScalar(value) && tests.every(({ fits }) => fits(value)))
      );
    },
    wanted: [
      ...(exists === undefined ? [] : [exists ? "one" : "none"]),
      ...tests.map((test) => test.wanted),
    ].join(", "),
    got: got(steps, isSecretPath(names) ? () => "one" : show),
  };
}

function testsIn(
  { equals, in: list, prefix, pattern }: MemberTests,
  show: (value: Json) => string,
): readonly Test[] {
  return [
    ...(equals === undefined ? [] : [{ fits: isSame(equals), wanted: show(equals) }]),
    ...(list === undefined ? [] : [{ fits: isAny(list.map(isSame)), wanted: either(list.map(show)) }]),
    ...(prefix === undefined ? [] : [{ fits: startsWith(prefix), wanted: `a start of ${show(prefix)}` }]),
    ...(pattern === undefined
      ? []
      : [{ fits: holdsPattern(pattern), wanted: `one that fits ${show(pattern)}` }]),
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
  if (fits === undefined) throw new Error("the scenario check accepted an invalid pattern");
  return (value) => fits(String(value));
}

function got(steps: ReturnType<typeof parseMemberPath>, show: (value: Json) => string): Question["got"] {
  return (facts: Facts) => {
    const values = valuesAt(facts.request, steps);
    return values.length === 0 ? "none" : all(values.map(show));
  };
}

/** How much of a value a sentence shows. */
const SHOWN_MAX = 60;

/** How values of a member are shown: masked as exchanges are, cut, and groups only named. */
function showing(names: readonly string[]): (value: Json) => string {
  const isNumber = names.some((name, index) => holdsNumber(name, names[index - 1]));
  return (value) => {
    if (!isScalar(value)) return Array.isArray(value) ? "a list" : "a group";
    const text = String(value);
    const masked =
      isNumber || typeof value === "number" ? maskNumberIn(names.at(-1) ?? "", text) : maskText(text);
    return masked.length > SHOWN_MAX ? `${masked.slice(0, SHOWN_MAX)}…` : masked;
  };
}

function isScalar(value: Json): value is Scalar {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

/** All that is asked of a member is asked of one and the same value of it. */
function areTestsImplied({ exists, ...wanted }: MemberTests, given: MemberTests): boolean {
  const hasValue = valuesOf(given) !== undefined || given.prefix !== undefined || given.pattern !== undefined;
  if (exists === false && given.exists !== false) return false;
  if (exists === true && given.exists !== true && !hasValue) return false;
  return Object.entries(wanted).every(([way, value]) => isTestImplied({ [way]: value }, given));
}

function isTestImplied({ prefix, pattern, ...some }: MemberTests, given: MemberTests): boolean {
  const values = valuesOf(given);
  const wanted = valuesOf(some);
  if (wanted !== undefined)
    return values?.every((value) => wanted.some((other) => isAlwaysSame(value, other))) === true;
  const texts = values?.every((value) => typeof value !== "number") === true ? values.map(String) : undefined;
  if (prefix !== undefined)
    return texts?.every((text) => text.startsWith(prefix)) ?? given.prefix?.startsWith(prefix) === true;
  if (pattern === undefined) return true;
  if (pattern === given.pattern || texts === undefined) return pattern === given.pattern;
  const { fits } = readPattern(pattern);
  return fits !== undefined && texts.every(fits);
}

/** Whether everything that is the same as the one is the same as the other, however it was sent. */
function isAlwaysSame(one: Scalar, other: Scalar): boolean {
  if (typeof other !== "number") return typeof one !== "number" && String(one) === String(other);
  if (typeof one !== "string") return one === other;
  return DECIMAL.test(one) && Number(one) === other;
}

function memberNeed(wanted: MemberWanted, path: string): Need | undefined {
  const tests = testsOf(wanted);
  if (tests.exists === false) return undefined;
  return { noun: path, placeIn: () => placeOf(path), values: valuesOf(tests) };
}

/** What a token or a terminal brings stands in the request as if it had been sent. */
function placeOf(path: string): RequestPlace {
  const isOfCard = path === CARD || path.startsWith(`${CARD}.`);
  return isOfCard ? { members: [path, CARD, TOKEN], valueOf: undefined } : { members: [path], valueOf: path };
}

const SECRET =
  'the value of this member is secret: use { exists: true }, or "securityCode" for the security code';
const ABSENT = "an absent member has no value: no request can match";

/** Values of secret members (assumption A194), patterns that cannot be used, and values of what must not be there. */
function memberMistakes(written: unknown, path: string): readonly Mistake[] {
  const tests = isObject(written) ? written : undefined;
  const asksOnlyWhetherItExists =
    tests !== undefined && Object.keys(tests).every((name) => name === "exists");
  if (isSecretPath(membersOf(parseMemberPath(path))) && !asksOnlyWhetherItExists)
    return [{ pointer: "", message: SECRET }];
  return tests === undefined ? [] : [...absentMistake(tests), ...patternMistake(tests["pattern"])];
}

function absentMistake(tests: JsonObject): readonly Mistake[] {
  if (tests["exists"] !== false || Object.keys(tests).length === 1) return [];
  return [{ pointer: "/exists", message: ABSENT }];
}

/** The schema tells patterns that are too long. */
function patternMistake(pattern: unknown): readonly Mistake[] {
  if (typeof pattern !== "string" || pattern.length > PATTERN_MAX) return [];
  const read = readPattern(pattern);
  if (read.fits !== undefined) return [];
  return [{ pointer: "/pattern", message: `this pattern is not supported: ${maskText(read.reason)}` }];
}

/** Of a member whose value is the number of a card. */
function numbersOfCards(written: unknown, path: string): readonly PlacedText[] {
  if (!["card", "giftCard"].some((group) => path.endsWith(`.${group}.number`))) return [];
  if (!isObject(written)) return placedTexts(written);
  return [...placedTexts(written["equals"], "/equals"), ...placedTexts(written["in"], "/in")];
}
