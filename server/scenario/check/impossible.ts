import { schemeOf } from "../../domain/card.ts";
import { currencyDecimals } from "../../domain/currency.ts";
import { decimalsOf } from "../../domain/money.ts";
import { textsOf } from "../conditions.ts";
import type { ConditionName, When } from "../conditions.ts";
import { createGlob } from "../conditions/glob.ts";
import type { CheckedRule } from "./checked-rule.ts";
import { problemOf } from "./remark.ts";
import type { CheckedProblem } from "./remark.ts";

/** Conditions that can hold each for itself and never together. */
interface Contradiction {
  readonly at: ConditionName;
  readonly why: string;
}

type Contradicts = (when: When) => Contradiction | false | undefined;

/** Undefined: the conditions of the rule can hold together, as far as that is easily told. */
export function impossibleProblem({ when, source, pointer }: CheckedRule): CheckedProblem | undefined {
  const [found] = CONTRADICTIONS.flatMap((find) => find(when) || []);
  if (found === undefined) return undefined;
  const at = { source, pointer: `${pointer}/when/${found.at}` };
  return problemOf("unreachable-rule", at, `no request can reach this rule: ${found.why}`);
}

type Subject = "order" | "reference" | "transaction";

const beginsOtherwise =
  (subject: Subject | "card"): Contradicts =>
  (when) =>
    noneOf(textsOf(when[subject]), when[`${subject}Prefix`], (text, prefix) => text.startsWith(prefix)) && {
      at: subject,
      why: `what "${subject}" asks for does not begin as "${subject}Prefix" says`,
    };

const isUnlike =
  (subject: Subject): Contradicts =>
  (when) =>
    noneOf(textsOf(when[subject]), when[`${subject}Glob`], (text, glob) => createGlob(glob)(text)) && {
      at: subject,
      why: `what "${subject}" asks for is not like "${subject}Glob" says`,
    };

const ofOtherScheme: Contradicts = ({ card, cardPrefix, scheme }) =>
  (noneOf(textsOf(card), scheme, (number, wanted) => schemeOf(number) === wanted) ||
    noneOf(textsOf(cardPrefix), scheme, (prefix, wanted) => schemesOf(prefix).has(wanted))) && {
    at: "scheme",
    why: "numbers that begin so are of another scheme",
  };

const isNewAndHasPast: Contradicts = ({ orderStatus, earlier, attempt }) => {
  const statuses = textsOf(orderStatus);
  if (statuses.length === 0 || statuses.some((status) => status !== "NEW")) return undefined;
  if (earlier !== undefined) return { at: "earlier", why: "an order that is NEW has no earlier transaction" };
  const isFirst = attempt === undefined || firstOf(attempt) === 1;
  return isFirst ? undefined : { at: "attempt", why: "on an order that is NEW every try is the first" };
};

const isTooFine: Contradicts = ({ amount, currency }) => {
  if (currency === undefined || (typeof amount !== "string" && !Array.isArray(amount))) return undefined;
  const decimals = Math.max(...textsOf(currency).map(currencyDecimals));
  const amounts = textsOf(amount as string | readonly string[]);
  return (
    amounts.every((text) => decimalsOf(text.replace(/\.?0+$/, "")) > decimals) && {
      at: "amount",
      why: `amounts of ${textsOf(currency).join(", ")} have ${decimals || "no"} decimals`,
    }
  );
};

const CONTRADICTIONS: readonly Contradicts[] = [
  ...(["card", "order", "reference", "transaction"] as const).map(beginsOtherwise),
  ...(["order", "reference", "transaction"] as const).map(isUnlike),
  ofOtherScheme,
  isNewAndHasPast,
  isTooFine,
];

/** Whether both are asked for, and no pair of them fits. */
function noneOf(
  texts: readonly string[],
  wanted: string | readonly string[] | undefined,
  fits: (text: string, wanted: string) => boolean,
): boolean {
  const others = textsOf(wanted);
  if (texts.length === 0 || others.length === 0) return false;
  return !texts.some((text) => others.some((other) => fits(text, other)));
}

function firstOf(attempt: NonNullable<When["attempt"]>): number {
  if (typeof attempt === "number") return attempt;
  return Array.isArray(attempt)
    ? Math.min(...(attempt as readonly number[]))
    : ((attempt as { readonly min?: number }).min ?? 1);
}

/** Schemes are told by four digits at most, and by how many digits there are. */
const TELLING_DIGITS = 4;
const LENGTHS = Array.from({ length: 11 }, (_, index) => 9 + index);

function schemesOf(prefix: string): ReadonlySet<string> {
  const begins =
    prefix.length >= TELLING_DIGITS
      ? [prefix]
      : Array.from({ length: 10 ** (TELLING_DIGITS - prefix.length) }, (_, index) =>
          prefix.concat(String(index).padStart(TELLING_DIGITS - prefix.length, "0")),
        );
  return new Set<string>(
    begins.flatMap((begin) => LENGTHS.map((length) => schemeOf(begin.padEnd(length, "0")))),
  );
}
