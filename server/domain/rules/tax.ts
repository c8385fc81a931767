import { amountAt } from "../instruction.ts";
import { isObject, textAt, valueAt } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";
import { formatAmount, isDecimal, parseAmount, ZERO } from "../money.ts";
import type { Amount } from "../money.ts";
import { invalid } from "../rule.ts";
import type { Rule } from "../rule.ts";

/** A decimal of any length, exactly: 0.3333 is 3333 with scale 4. */
interface Exact {
  readonly digits: bigint;
  readonly scale: number;
}

/** With line items that name their tax, the total tax is theirs (interface section 2.6, assumption A70). */
export const taxOfItems: Rule = {
  id: "tax-of-items-adds-up",
  source: "interface section 2.6",
  topic: "tax",
  refuses: ({ instruction: { body } }) => {
    const total = textAt(body, "order.taxAmount");
    const items = rowsAt(body, "order.item").filter((item) => textAt(item, "unitTaxAmount") !== undefined);
    if (total === undefined || items.length === 0) return undefined;
    const [given, ...taxes] = [exact(total), ...items.map(taxOfItem)];
    // What is no decimal is the contract's business, also where its mode lets it through.
    if (given === undefined || !taxes.every((tax) => tax !== undefined)) return undefined;
    const sum = taxes.reduce(addExact, { digits: 0n, scale: 0 });
    if (equal(sum, given)) return undefined;
    return invalid(
      "order.taxAmount",
      total,
      `It must equal the sum of item.quantity times item.unitTaxAmount, ${formatExact(sum)}`,
    );
  },
};

/** The breakdown of tax is part of the total tax (interface section 2.6). */
export const taxBreakdownContained: Rule = {
  id: "tax-breakdown-contained",
  source: "interface section 2.6",
  topic: "tax",
  refuses: ({ instruction: { body } }) => {
    const total = amountAt(body, "order.taxAmount");
    if (total === undefined) return undefined;
    // In plain numbers, as many rows may leave the range of amounts: by then they are more than any total.
    const sum = rowsAt(body, "order.tax").reduce(
      (soFar, tax) => soFar + (parseAmount(textAt(tax, "amount") ?? "0") ?? ZERO),
      0,
    ) as Amount;
    if (sum <= total) return undefined;
    const fault = `The breakdown in order.tax comes to ${formatAmount(sum)}, which is more`;
    return invalid("order.taxAmount", formatAmount(total), fault);
  },
};

/** Tax on shipping is included in the shipping amount (interface section 2.6). */
export const shippingTaxContained: Rule = {
  id: "shipping-tax-contained",
  source: "interface section 2.6",
  topic: "tax",
  refuses: ({ instruction: { body } }) => {
    const tax = valueAt(body, "order.shippingAndHandlingTaxAmount");
    const shipping = amountAt(body, "order.shippingAndHandlingAmount");
    if (typeof tax !== "number" || shipping === undefined || Math.round(tax * 1000) <= shipping)
      return undefined;
    const fault = `It is included in order.shippingAndHandlingAmount, which is ${formatAmount(shipping)}`;
    return invalid("order.shippingAndHandlingTaxAmount", String(tax), fault);
  },
};

export const taxes: readonly Rule[] = [taxOfItems, taxBreakdownContained, shippingTaxContained];

function rowsAt(body: JsonObject, path: string): readonly JsonObject[] {
  const rows: Json | undefined = valueAt(body, path);
  return Array.isArray(rows) ? (rows as readonly Json[]).filter(isObject) : [];
}

function taxOfItem(item: JsonObject): Exact | undefined {
  const [quantity, tax] = [
    exact(textAt(item, "quantity") ?? "1"),
    exact(textAt(item, "unitTaxAmount") ?? "0"),
  ];
  if (quantity === undefined || tax === undefined) return undefined;
  return { digits: quantity.digits * tax.digits, scale: quantity.scale + tax.scale };
}

function exact(text: string): Exact | undefined {
  if (!isDecimal(text)) return undefined;
  const [whole = "", fraction = ""] = text.split(".");
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length };
}

function addExact(left: Exact, right: Exact): Exact {
  const scale = Math.max(left.scale, right.scale);
  return { digits: rescale(left, scale) + rescale(right, scale), scale };
}

function equal(left: Exact, right: Exact): boolean {
  const scale = Math.max(left.scale, right.scale);
  return rescale(left, scale) === rescale(right, scale);
}

function rescale(value: Exact, scale: number): bigint {
  return value.digits * 10n ** BigInt(scale - value.scale);
}

function formatExact({ digits, scale }: Exact): string {
  if (scale === 0) return String(digits);
  const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, "0");
  const whole = `${digits < 0n ? "-" : ""}${text.slice(0, -scale)}`;
  const fraction = text.slice(-scale).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
