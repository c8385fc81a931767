import { amountAt } from "../../request/instruction.ts";
import type { Instruction } from "../../request/instruction.ts";
import { isObject, textAt, valueAt } from "../../json.ts";
import type { Json, JsonObject } from "../../json.ts";
import { formatAmount, isDecimal, parseAmount, ZERO } from "../../money.ts";
import type { Amount } from "../../money.ts";
import type { Refusal } from "../../record/refusal.ts";
import { demanded, invalid } from "../../request/rule.ts";
import type { Rule } from "../../request/rule.ts";

/** A decimal of any length, exactly: 0.3333 is 3333 with scale 4. */
interface Exact {
  readonly digits: bigint;
  readonly scale: number;
}

/** Where a request has its sub-totals: captures and refunds of later versions have them in the transaction. */
type Group = "order" | "transaction";

/** The rule for whichever group has what it is about. */
function inEither(refuses: (instruction: Instruction, group: Group) => Refusal | undefined): Rule["refuses"] {
  return ({ instruction }) => refuses(instruction, "order") ?? refuses(instruction, "transaction");
}

/** With line items that name their tax, the total tax is theirs (interface section 2.6, assumption A70). */
export const taxOfItems: Rule = {
  id: "tax-of-items-adds-up",
  source: "interface section 2.6",
  topic: "tax",
  refuses: inEither(({ body }, group) => {
    const total = textAt(body, `${group}.taxAmount`);
    const items = rowsAt(body, `${group}.item`).filter((item) => textAt(item, "unitTaxAmount") !== undefined);
    if (total === undefined || items.length === 0) return undefined;
    const [given, ...taxes] = [exact(total), ...items.map(taxOfItem)];
    // What is no decimal is the contract's business, also where its mode lets it through.
    if (given === undefined || !taxes.every((tax) => tax !== undefined)) return undefined;
    const sum = taxes.reduce(addExact, { digits: 0n, scale: 0 });
    if (equal(sum, given)) return undefined;
    return invalid(
      `${group}.taxAmount`,
      total,
      `It must equal the sum of item.quantity times item.unitTaxAmount, ${formatExact(sum)}`,
    );
  }),
};

/** The breakdown of tax is part of the total tax, which is there when there is a breakdown (interface section 2.6). */
export const taxBreakdownContained: Rule = {
  id: "tax-breakdown-contained",
  source: "interface section 2.6; assumption A254",
  topic: "tax",
  refuses: inEither((instruction, group) => {
    const { body } = instruction;
    const field = `${group}.taxAmount`;
    // In plain numbers, as many rows may leave the range of amounts: by then they are more than any total.
    const sum = rowsAt(body, `${group}.tax`).reduce(
      (soFar, tax) => soFar + (parseAmount(textAt(tax, "amount") ?? "0") ?? ZERO),
      0,
    ) as Amount;
    const total = amountAt(body, field);
    if (sum === ZERO || (total !== undefined && sum <= total)) return undefined;
    const breakdown = `The breakdown in ${group}.tax adds up to ${formatAmount(sum)}`;
    if (total !== undefined) return invalid(field, formatAmount(total), `${breakdown}, which is more`);
    return valueAt(body, field) === undefined ? demanded(instruction, field, breakdown) : undefined;
  }),
};

/** Tax on shipping is included in the shipping amount, which is there when there is such a tax (interface section 2.6). */
export const shippingTaxContained: Rule = {
  id: "shipping-tax-contained",
  source: "interface section 2.6; assumption A254",
  topic: "tax",
  refuses: inEither((instruction, group) => {
    const { body } = instruction;
    const [field, whole] = [`${group}.shippingAndHandlingTaxAmount`, `${group}.shippingAndHandlingAmount`];
    const given = valueAt(body, field);
    // A JSON number in most versions, and by its text where a mode takes that.
    const tax = typeof given === "number" ? Math.round(given * 1000) : amountAt(body, field);
    const shipping = amountAt(body, whole);
    if (tax === undefined || tax <= (shipping ?? ZERO)) return undefined;
    if (shipping === undefined) {
      if (valueAt(body, whole) !== undefined) return undefined;
      return demanded(instruction, whole, `It must include the tax in ${field}`);
    }
    const shown = typeof given === "number" ? String(given) : formatAmount(tax as Amount);
    return invalid(field, shown, `It must be included in ${whole}, which is ${formatAmount(shipping)}`);
  }),
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
