import { currencyDecimals } from "../../domain/currency.ts";
import type { Facts } from "../../domain/decision.ts";
import { formatAmount, parseAmount, toNumber } from "../../domain/money.ts";
import type { Amount } from "../../domain/money.ts";
import { listOf } from "./condition.ts";
import type { OneOrMore, Question } from "./condition.ts";
import { either } from "./telling.ts";

/** Both ends are included; one of them may be left open. */
export interface AmountRange {
  readonly min?: string;
  readonly max?: string;
}

export function amountIs(wanted: OneOrMore<string> | AmountRange): Question {
  const got = ({ amount }: Facts): string => (amount === undefined ? "none" : formatAmount(amount));
  if (isRange(wanted)) return { ...inRange(wanted), got };
  const amounts = new Set<Amount | undefined>(listOf(wanted).map(amountOf));
  return {
    holds: ({ amount }) => amount !== undefined && amounts.has(amount),
    wanted: either(listOf(wanted)),
    got,
  };
}

/** The last digits of the amount as its currency writes it, without the point. */
export function amountEnds(wanted: OneOrMore<string>): Question {
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
function writtenAmount({ amount, currency }: Facts): string | undefined {
  if (amount === undefined) return undefined;
  const decimals = currencyDecimals(currency ?? "");
  const isFiner = amount % 10 ** (3 - decimals) !== 0;
  return toNumber(amount).toFixed(isFiner ? 3 : decimals);
}

function inRange({ min, max }: AmountRange): Omit<Question, "got"> {
  const [least, most] = [amountOf(min ?? "0"), max === undefined ? Infinity : amountOf(max)];
  return {
    holds: ({ amount }) => amount !== undefined && amount >= least && amount <= most,
    wanted: `from ${min ?? "0"}${max === undefined ? "" : ` to ${max}`}`,
  };
}

function isRange(wanted: OneOrMore<string> | AmountRange): wanted is AmountRange {
  return typeof wanted === "object" && !Array.isArray(wanted);
}

function amountOf(text: string): Amount {
  const amount = parseAmount(text);
  if (amount === undefined) throw new Error(`the schema let an amount pass that is none: ${text}`);
  return amount;
}
