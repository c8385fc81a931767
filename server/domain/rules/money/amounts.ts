import { currencyDecimals } from "../../currency.ts";
import { amountAt } from "../../request/instruction.ts";
import type { Instruction } from "../../request/instruction.ts";
import { textAt, valueAt } from "../../json.ts";
import type { JsonObject } from "../../json.ts";
import {
  AMOUNT_MAX,
  decimalsOf,
  formatAmount,
  isDecimal,
  parseAmount,
  subtract,
  sumOf,
  toNumber,
  ZERO,
} from "../../money.ts";
import type { Amount } from "../../money.ts";
import type { Refusal } from "../../record/refusal.ts";
import { amountInForce, invalid, missing } from "../../request/rule.ts";
import type { Rule } from "../../request/rule.ts";
import { currencyOf } from "../../order/status.ts";
import { areRaised, MAIN_MONEY_MEMBERS, MONEY_MEMBERS, topicOf } from "../../request/topics.ts";
import { charges } from "./charge.ts";

/** The contract sees to this too, but in mode observe it lets everything through. */
export const amountGiven: Rule = {
  id: "amount-given",
  source: "interface section 2.6",
  refuses: ({ instruction }) => {
    // An amount that could be read is one; the charged one stands in for what could not.
    if (instruction.amount !== undefined && instruction.charged === undefined) return undefined;
    const field = writtenAt(instruction);
    const text = textAt(instruction.body, field);
    if (text === undefined) return missing(field, "The operation requires an amount");
    return isDecimal(text) ? undefined : invalid(field, text, "It is not a valid decimal number");
  },
};

/** Where the request says the operation's amount: a net amount stands in for the order's. */
function writtenAt({ operation, amountField, body }: Instruction): string {
  const takesNet = amountField === "order.amount" || operation === "UPDATE_AUTHORIZATION";
  const isNet =
    takesNet && textAt(body, amountField) === undefined && textAt(body, "order.netAmount") !== undefined;
  return isNet ? "order.netAmount" : amountField;
}

/** Refuses the amount where the request says it; of a net amount what it comes to with the merchant's charge is told. */
export function refusedAmount(instruction: Instruction, amount: Amount, reason: string): Refusal {
  const { charged } = instruction;
  const field = writtenAt(instruction);
  if (charged === undefined || field !== "order.netAmount")
    return invalid(field, formatAmount(amount), reason);
  const sum = charged.charge > 0 ? `With the merchant charge it is ${formatAmount(amount)}. ` : "";
  return invalid(field, formatAmount(charged.net), sum + reason);
}

/** No amount is larger than amounts can be, or carries more decimals than its currency has (assumption A67). */
export const decimalsOfCurrency: Rule = {
  id: "decimals-of-currency",
  source: "interface section 2.1; assumption A67",
  refuses: ({ instruction, order }) => {
    const fields = moneyIn(instruction);
    const large = tooLarge(instruction, fields);
    if (large !== undefined) {
      const value = textAt(instruction.body, large) ?? "";
      return invalid(large, value, `The maximum amount is ${LARGEST}`);
    }
    const currency = instruction.currency ?? (order && currencyOf(order));
    if (currency === undefined) return undefined;
    const decimals = currencyDecimals(currency);
    const field = fields.find((path) => tooManyDecimals(instruction, path, decimals));
    if (field === undefined) return undefined;
    const value = textAt(instruction.body, field) ?? "";
    return invalid(field, value, `Too many decimal places specified for value [${value}]`);
  },
};

export const amountAboveZero: Rule = {
  id: "amount-above-zero",
  source: "assumption A68",
  refuses: ({ instruction }) => {
    const { amount, body } = instruction;
    if (amount === undefined || amount > 0) return undefined;
    const field = writtenAt(instruction);
    const value = textAt(body, field) ?? formatAmount(amount);
    return invalid(field, value, "Transaction or order amount must be greater than zero");
  },
};

/** Where an older contract lets a payment state its amount twice, both must agree (assumption A174). */
export const amountsAgree: Rule = {
  id: "amounts-agree",
  source: "interface section 2.6; assumption A174",
  topic: "transactionMoney",
  refuses: ({ instruction: { body, amount, currency } }) => {
    const again = amountAt(body, "transaction.amount");
    if (again !== undefined && amount !== undefined && again !== amount) {
      return invalid(
        "transaction.amount",
        formatAmount(again),
        `The order's amount is ${formatAmount(amount)}`,
      );
    }
    const other = textAt(body, "transaction.currency");
    return other === undefined || currency === undefined || other === currency
      ? undefined
      : invalid("transaction.currency", other, `The order's currency is ${currency}`);
  },
};

/** Where sub-totals stand: captures and refunds of later versions have them in the transaction. */
const PLACES = [
  { group: "order", discount: "order.discount.amount" },
  { group: "transaction", discount: "transaction.discountAmount" },
] as const;
type Place = (typeof PLACES)[number];

interface SubTotals {
  /** The sub-totals less the discount. */
  readonly sum: Amount;
  /** What they are called in sentences: "sub-totals less the discount". */
  readonly name: string;
  /** The path of the first one, and its amount. */
  readonly first: { readonly field: string; readonly amount: Amount };
}

/** What the sub-totals at the place come to; undefined when there are none. */
function subTotalsAt(body: JsonObject, { group, discount }: Place): SubTotals | undefined {
  const parts = ["itemAmount", "shippingAndHandlingAmount", "taxAmount"].flatMap((name) => {
    const field = `${group}.${name}`;
    const amount = amountAt(body, field);
    return amount === undefined ? [] : [{ field, amount }];
  });
  const [first] = parts;
  if (first === undefined) return undefined;
  const less = amountAt(body, discount);
  const sum = subtract(sumOf(parts.map(({ amount }) => amount)), less ?? ZERO);
  return { sum, name: less === undefined ? "sub-totals" : "sub-totals less the discount", first };
}

/**
 * Sub-totals given with the order's amount add up to it, less the discount (interface section 2.6). Where the version
 * has no place for the amount of the items, the others must leave room for it.
 */
export const subTotalsAddUp: Rule = {
  id: "sub-totals-add-up",
  source: "interface section 2.6; assumption A253",
  topic: "subTotals",
  refuses: ({ instruction: { body, carries } }) => {
    const amount = amountAt(body, "order.amount");
    const given = subTotalsAt(body, PLACES[0]);
    if (amount === undefined || given === undefined) return undefined;
    const { sum, name } = given;
    const isWhole = carries("order.itemAmount");
    if (isWhole ? sum === amount : sum <= amount) return undefined;
    const reason = `${isWhole ? EQUAL : NOT_LESS} the ${name}, ${formatAmount(sum)}`;
    return invalid("order.amount", formatAmount(amount), reason);
  },
};

const EQUAL = "It must equal";
const NOT_LESS = "It must not be less than";

/**
 * Sub-totals of a follow-up less the discount come to its amount, which an update without one leaves. Where the amount
 * of the items is left out, the others must leave room for it (interface section 2.6; assumption A119).
 */
export const subTotalsOfFollowUp: Rule = {
  id: "sub-totals-of-follow-up",
  source: "interface section 2.6; assumption A119",
  topic: "subTotals",
  refuses: (context) => {
    const { instruction } = context;
    const amount = amountInForce(context);
    if (amount === undefined) return undefined;
    for (const place of PLACES) {
      const given = subTotalsAt(instruction.body, place);
      const isWhole = valueAt(instruction.body, `${place.group}.itemAmount`) !== undefined;
      if (given === undefined || (isWhole ? given.sum === amount : given.sum <= amount)) continue;
      const { sum, name, first } = given;
      if (instruction.amount !== undefined)
        return refusedAmount(
          instruction,
          amount,
          `${isWhole ? EQUAL : NOT_LESS} the ${name}, ${formatAmount(sum)}`,
        );
      const must = isWhole ? "must equal" : "must not be more than";
      const limit = `${must} the authorized amount, which is ${formatAmount(amount)}`;
      const reason = `The ${name} come to ${formatAmount(sum)}, but ${limit}`;
      return invalid(first.field, formatAmount(first.amount), reason);
    }
    return undefined;
  },
};

/** A tip is part of the amount that is charged (interface section 2.6). */
export const gratuityContained: Rule = {
  id: "gratuity-contained",
  source: "interface section 2.6",
  topic: "gratuity",
  refuses: (context) => {
    const { body, traits } = context.instruction;
    const gratuity = amountAt(body, "order.gratuityAmount");
    // The net amount of an order says nothing of what a part of it is.
    const net = traits.isOfPart ? undefined : amountAt(body, "order.netAmount");
    const whole = net ?? amountInForce(context);
    if (gratuity === undefined || whole === undefined || gratuity <= whole) return undefined;
    const limit = `It must be included in the amount, which is ${formatAmount(whole)}`;
    return invalid("order.gratuityAmount", formatAmount(gratuity), limit);
  },
};

export const sums: readonly Rule[] = [subTotalsAddUp, ...charges, gratuityContained];

const LARGEST = toNumber(AMOUNT_MAX);

const MORE_MONEY = topicOf("moreMoney");

/** The members in which the request may have money. */
function moneyIn({ topics }: Instruction): readonly string[] {
  return areRaised(MORE_MONEY, topics) ? MONEY_MEMBERS : MAIN_MONEY_MEMBERS;
}

/** The member that is too large by itself, or that makes an amount too large with the merchant's charge. */
function tooLarge(instruction: Instruction, fields: readonly string[]): string | undefined {
  const { amount, body } = instruction;
  const field = fields.find((path) => isTooLarge(textAt(body, path)));
  return field ?? (amount !== undefined && amount > AMOUNT_MAX ? writtenAt(instruction) : undefined);
}

/** What can be read as an amount is none that is too large. */
function isTooLarge(text: string | undefined): boolean {
  return text !== undefined && parseAmount(text) === undefined && Number(text) > LARGEST;
}

function tooManyDecimals({ body }: Instruction, path: string, decimals: number): boolean {
  const text = textAt(body, path);
  return text !== undefined && decimalsOf(text) > decimals;
}
