import { currencyDecimals } from "../../domain/currency.ts";
import type { Facts } from "../../domain/record/decision.ts";
import { AMOUNT_MAX, decimalsOf, formatAmount, parseAmount, toNumber } from "../../domain/money.ts";
import type { Amount } from "../../domain/money.ts";
import { isTransactionOperation } from "../../domain/request/operation.ts";
import type { AskedOperation, DecidedOperation } from "../../domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../domain/operations/index.ts";
import { listOf, textsOf } from "../condition-kinds/condition.ts";
import type { ConditionKind, OneOrMore, Question } from "../condition-kinds/condition.ts";
import { areEnclosed, isRange, rangeMistakes } from "../condition-kinds/numbers.ts";
import type { Stretch } from "../condition-kinds/numbers.ts";
import type { MemberPlace, PlaceIn } from "../condition-kinds/request-place.ts";
import { exactText } from "../condition-kinds/texts.ts";
import { either } from "../condition-kinds/words.ts";

/** Both ends are included; one of them may be left open. */
export interface AmountRange {
  readonly min?: string;
  readonly max?: string;
}

type AmountWanted = OneOrMore<string> | AmountRange;

export interface MoneyConditions {
  readonly amount?: AmountWanted;
  readonly currency?: OneOrMore<string>;
}

const REFERABLE: readonly DecidedOperation[] = ["AUTHORIZE", "PAY"];

/**
 * Also a net amount makes an amount, but no longer one than an amount itself can be, unless a surcharge makes it longer
 * (assumption A206).
 */
const amountIn: PlaceIn = (operation) => {
  const place = moneyIn(operation, "amount");
  const isOfPart = isTransactionOperation(operation) && OPERATION_DEFINITIONS[operation].isOfPart;
  return isOfPart ? place : { ...place, members: [...place.members, "order.netAmount"] };
};

/** A referral has the money of the transaction that was referred (assumption A117). */
function moneyIn(operation: AskedOperation, name: string): MemberPlace {
  const group = isTransactionOperation(operation) ? OPERATION_DEFINITIONS[operation].moneyOf : "order";
  const member = `${group}.${name}`;
  const place = { members: [member], valueOf: member };
  return operation === "REFERRAL" ? { ...place, by: REFERABLE } : place;
}

export const amount: ConditionKind<AmountWanted, MoneyConditions> = {
  description:
    'The amount of the request: exactly (one or a list), or a range { min, max } with both ends included. "10", "10.0" and "10.00" are the same.',
  ask: amountQuestion,
  isImplied: (wanted, same) => same !== undefined && areEnclosed(stretchesOf(same), stretchesOf(wanted)),
  need: (wanted) => ({ noun: "amount", placeIn: amountIn, values: possibleAmounts(wanted) }),
  mistakes: (written) =>
    rangeMistakes(written, "amount", (end) => (typeof end === "string" ? parseAmount(end) : undefined)),
  contradiction: tooManyDecimals,
  index: {
    keys: (wanted) => {
      const stretches = stretchesOf(wanted);
      return stretches.every(({ first, last }) => first === last)
        ? stretches.map(({ first }) => String(first))
        : [];
    },
    lookups: (given) =>
      given.amount === undefined
        ? []
        : stretchesOf(given.amount)
            .map(({ first }) => String(first))
            .slice(0, 1),
  },
};

export const amountEnds: ConditionKind<OneOrMore<string>> = {
  description:
    'The last digits of the amount in the format of its currency, without the decimal point: one or a list. "66" matches 12.66 EUR and 1266 JPY.',
  ask: amountEndQuestion,
  isImplied: (wanted, same) =>
    same !== undefined && listOf(same).every((end) => listOf(wanted).some((other) => end.endsWith(other))),
  need: () => ({ noun: "amount", placeIn: amountIn }),
};

export const currency: ConditionKind<OneOrMore<string>> = {
  description: "The currency of the request: one or a list.",
  ...exactText((facts) => facts.currency),
  need: (wanted) => ({
    noun: "currency",
    placeIn: (operation) => moneyIn(operation, "currency"),
    values: textsOf(wanted),
  }),
};

function amountQuestion(wanted: AmountWanted): Question {
  const got = ({ amount: came }: Facts): string => (came === undefined ? "none" : formatAmount(came));
  if (isRange(wanted)) return { ...inRange(wanted), got };
  const amounts = new Set<Amount | undefined>(listOf(wanted).map(amountOf));
  return {
    holds: (facts) => facts.amount !== undefined && amounts.has(facts.amount),
    wanted: either(listOf(wanted)),
    got,
  };
}

function inRange({ min, max }: AmountRange): Omit<Question, "got"> {
  const [least, most] = [amountOf(min ?? "0"), max === undefined ? Infinity : amountOf(max)];
  return {
    holds: (facts) => facts.amount !== undefined && facts.amount >= least && facts.amount <= most,
    wanted: `from ${min ?? "0"}${max === undefined ? "" : ` to ${max}`}`,
  };
}

function amountEndQuestion(wanted: OneOrMore<string>): Question {
  const ends = listOf(wanted);
  return {
    holds: (facts) => {
      const digits = writtenAmount(facts)?.replace(".", "");
      return digits !== undefined && ends.some((end) => digits.endsWith(end));
    },
    wanted: `an end of ${either(ends)}`,
    got: (facts) => writtenAmount(facts) ?? "none",
  };
}

/** With the decimals of the currency, or all three when there are more in it (assumption A190). */
function writtenAmount(facts: Facts): string | undefined {
  if (facts.amount === undefined) return undefined;
  const decimals = currencyDecimals(facts.currency ?? "");
  const isFiner = facts.amount % 10 ** (3 - decimals) !== 0;
  return toNumber(facts.amount).toFixed(isFiner ? 3 : decimals);
}

function amountOf(text: string): Amount {
  const parsed = parseAmount(text);
  if (parsed === undefined) throw new Error(`the schema accepted an invalid amount: ${text}`);
  return parsed;
}

/** In whole thousandths. */
function stretchesOf(wanted: AmountWanted): readonly Stretch[] {
  if (!isRange(wanted))
    return listOf(wanted).map((text) => ({ first: amountOf(text), last: amountOf(text) }));
  const { min = "0", max } = wanted;
  return [{ first: amountOf(min), last: max === undefined ? Infinity : amountOf(max) }];
}

/** The shortest ones that the condition holds for. */
function possibleAmounts(wanted: AmountWanted): readonly string[] {
  if (!isRange(wanted)) return listOf(wanted).flatMap(spellings);
  const [{ first: least, last } = { first: 0, last: Infinity }] = stretchesOf(wanted);
  // The begin of the range, and the next ones with fewer decimals.
  return [1, 10, 100, 1000]
    .map((unit) => Math.ceil(least / unit) * unit)
    .filter((it) => it <= Math.min(last, AMOUNT_MAX))
    .flatMap((it) => spellings(String(it / 1000)));
}

/** Trailing zeros are the caller's choice, so that the shortest form stands for all. */
function spellings(text: string): readonly string[] {
  const parsed = amountOf(text);
  return [String(parsed / 1000), (parsed / 1000).toFixed(2), text];
}

function tooManyDecimals({ amount: wanted, currency: wantedCurrency }: MoneyConditions): string | false {
  if (wanted === undefined || wantedCurrency === undefined || isRange(wanted)) return false;
  const decimals = Math.max(...textsOf(wantedCurrency).map(currencyDecimals));
  const areTooFine = textsOf(wanted).every((text) => decimalsOf(text.replace(/\.?0+$/, "")) > decimals);
  return areTooFine && `amounts of ${textsOf(wantedCurrency).join(", ")} have ${decimals || "no"} decimals`;
}
