import { currencyDecimals } from "../currency.ts";
import { amountAt } from "../instruction.ts";
import type { Instruction } from "../instruction.ts";
import { textAt } from "../json.ts";
import { add, AMOUNT_MAX, decimalsOf, formatAmount, isDecimal, subtract, toNumber, ZERO } from "../money.ts";
import { amountInForce, invalid, missing } from "../rule.ts";
import type { Rule } from "../rule.ts";
import { currencyOf } from "../status.ts";
import { charges } from "./charge.ts";

/** Members that are money in the order's or transaction's currency. Rates and quantities are not. */
const MONEY = [
  "order.amount",
  "order.netAmount",
  "order.itemAmount",
  "order.shippingAndHandlingAmount",
  "order.taxAmount",
  "order.gratuityAmount",
  "order.merchantCharge.amount",
  "order.discount.amount",
  "transaction.amount",
  "transaction.itemAmount",
  "transaction.shippingAndHandlingAmount",
  "transaction.taxAmount",
  "transaction.discountAmount",
] as const;

/** The contract sees to this too, but in mode observe it lets everything through. */
export const amountGiven: Rule = {
  id: "amount-given",
  source: "interface section 2.6",
  refuses: ({ instruction }) => {
    const field = writtenAt(instruction);
    const text = textAt(instruction.body, field);
    if (text === undefined) return missing(field, "The operation needs an amount");
    return isDecimal(text) ? undefined : invalid(field, text, "It is no decimal number");
  },
};

/** Where the request says the operation's amount: a net amount stands in for the order's. */
function writtenAt({ operation, amountField, body }: Instruction): string {
  const takesNet = amountField === "order.amount" || operation === "UPDATE_AUTHORIZATION";
  const isNet =
    takesNet && textAt(body, amountField) === undefined && textAt(body, "order.netAmount") !== undefined;
  return isNet ? "order.netAmount" : amountField;
}

/** No amount is larger than amounts can be, or carries more decimals than its currency has (assumption A67). */
export const decimalsOfCurrency: Rule = {
  id: "decimals-of-currency",
  source: "interface section 2.1; assumption A67",
  refuses: ({ instruction, order }) => {
    const large = tooLarge(instruction);
    if (large !== undefined) {
      const value = textAt(instruction.body, large) ?? "";
      return invalid(large, value, `The largest amount is ${LARGEST}`);
    }
    const currency = instruction.currency ?? (order && currencyOf(order));
    if (currency === undefined) return undefined;
    const field = MONEY.find((path) => tooManyDecimals(instruction, path, currencyDecimals(currency)));
    if (field === undefined) return undefined;
    const value = textAt(instruction.body, field) ?? "";
    return invalid(field, value, `Too many decimal places specified for value [${value}]`);
  },
};

export const amountAboveZero: Rule = {
  id: "amount-above-zero",
  source: "assumption A68",
  refuses: ({ instruction: { amount, amountField, body } }) =>
    amount === undefined || amount > 0
      ? undefined
      : invalid(
          amountField,
          textAt(body, amountField) ?? formatAmount(amount),
          "Transaction or order amount must be greater than zero",
        ),
};

/** Where an older contract lets a payment state its amount twice, both must agree (assumption A174). */
export const amountsAgree: Rule = {
  id: "amounts-agree",
  source: "interface section 2.6; assumption A174",
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

/** Sub-totals given with the order's amount add up to it, less the discount (interface section 2.6). */
export const subTotalsAddUp: Rule = {
  id: "sub-totals-add-up",
  source: "interface section 2.6",
  refuses: ({ instruction: { body } }) => {
    const amount = amountAt(body, "order.amount");
    const parts = ["order.itemAmount", "order.shippingAndHandlingAmount", "order.taxAmount"]
      .map((path) => amountAt(body, path))
      .filter((part) => part !== undefined);
    if (amount === undefined || parts.length === 0) return undefined;
    const discount = amountAt(body, "order.discount.amount");
    const sum = subtract(add(...parts), discount ?? ZERO);
    if (sum === amount) return undefined;
    const what = discount === undefined ? "the sub-totals" : "the sub-totals less the discount";
    return invalid("order.amount", formatAmount(amount), `It must equal ${what}, ${formatAmount(sum)}`);
  },
};

/** A tip is part of the amount that is charged (interface section 2.6). */
export const gratuityContained: Rule = {
  id: "gratuity-contained",
  source: "interface section 2.6",
  refuses: (context) => {
    const { body } = context.instruction;
    const gratuity = amountAt(body, "order.gratuityAmount");
    const whole = amountAt(body, "order.netAmount") ?? amountInForce(context);
    if (gratuity === undefined || whole === undefined || gratuity <= whole) return undefined;
    const limit = `It must be included in the amount, which is ${formatAmount(whole)}`;
    return invalid("order.gratuityAmount", formatAmount(gratuity), limit);
  },
};

export const sums: readonly Rule[] = [subTotalsAddUp, ...charges, gratuityContained];

const LARGEST = toNumber(AMOUNT_MAX);

/** The member that is too large by itself, or that makes an amount too large with the merchant's charge. */
function tooLarge(instruction: Instruction): string | undefined {
  const { amount, body } = instruction;
  const field = MONEY.find((path) => Number(textAt(body, path) ?? "0") > LARGEST);
  return field ?? (amount !== undefined && amount > AMOUNT_MAX ? writtenAt(instruction) : undefined);
}

function tooManyDecimals({ body }: Instruction, path: string, decimals: number): boolean {
  const text = textAt(body, path);
  return text !== undefined && decimalsOf(text) > decimals;
}
