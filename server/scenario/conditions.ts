import { maskNumber, maskText } from "../domain/card.ts";
import type { Facts } from "../domain/decision.ts";
import { formatAmount, parseAmount } from "../domain/money.ts";
import type { Amount } from "../domain/money.ts";

/** How many of a list's values a sentence names. */
const NAMED_MAX = 3;

/** What a file writes behind a condition's name; the schema says which of these each may have. */
export type Wanted = string | readonly string[] | AmountRange;

export interface AmountRange {
  readonly min?: string;
  readonly max?: string;
}

export type ConditionName = keyof typeof KINDS;

/** The conditions of a rule, as its file writes them. */
export type When = { readonly [name in ConditionName]?: Wanted };

/** One condition of one rule. Its words may be kept: they never hold card data. */
export interface Condition {
  readonly name: ConditionName;
  readonly holds: (facts: Facts) => boolean;
  readonly wanted: string;
  readonly got: (facts: Facts) => string;
}

type Kind = (wanted: Wanted) => Omit<Condition, "name">;
type Fact = (facts: Facts) => string | undefined;

/** How a wanted value and the value that came are told. */
interface Telling {
  readonly wanted: (text: string) => string;
  readonly got: (text: string) => string;
}

const plain: Telling = { wanted: maskText, got: maskText };
const cardNumber: Telling = { wanted: maskNumber, got: maskNumber };
const cardStart: Telling = { wanted: maskText, got: maskNumber };
const hidden: Telling = { wanted: maskText, got: () => "another one" };

/** Everything that `when` can ask, one entry each. schemas/scenario.json has the same members. */
const KINDS = {
  operation: oneOf((facts) => facts.operation, plain),
  card: oneOf((facts) => facts.card?.number, cardNumber),
  cardPrefix: startsWith((facts) => facts.card?.number, cardStart),
  scheme: oneOf((facts) => facts.card?.scheme, plain),
  expiry: oneOf(({ card }) => card?.expiry && `${card.expiry.month}/${card.expiry.year}`, plain),
  securityCode: oneOf((facts) => facts.card?.securityCode, hidden),
  street: oneOf((facts) => facts.street, plain),
  amount: amountIs,
  currency: oneOf((facts) => facts.currency, plain),
  merchant: oneOf((facts) => facts.merchantId, plain),
  order: oneOf((facts) => facts.orderId, plain),
  orderPrefix: startsWith((facts) => facts.orderId, plain),
  reference: oneOf((facts) => facts.reference, plain),
  // What is about no order has no status either.
  orderStatus: oneOf(
    ({ orderId, orderStatus }) => (orderId === undefined ? undefined : (orderStatus ?? "NEW")),
    plain,
  ),
  p2pe: oneOf((facts) => facts.card?.p2peState, plain),
  pin: oneOf((facts) => facts.card?.pinState, plain),
} satisfies Record<string, Kind>;

export const CONDITION_NAMES = Object.keys(KINDS) as readonly ConditionName[];

/** The conditions in the order they are written, which is the order they are asked in. */
export function conditionsOf(when: When): readonly Condition[] {
  return (Object.entries(when) as [ConditionName, Wanted][]).map(([name, wanted]) => ({
    name,
    ...KINDS[name](wanted),
  }));
}

/** The texts behind a condition, whether one or a list was written. */
export function textsOf(wanted: Wanted | undefined): readonly string[] {
  if (typeof wanted === "string") return [wanted];
  return Array.isArray(wanted) ? (wanted as readonly string[]) : [];
}

function oneOf(fact: Fact, telling: Telling): Kind {
  return (wanted) => {
    const texts = new Set<string | undefined>(textsOf(wanted));
    return {
      holds: (facts) => texts.has(fact(facts)),
      wanted: either(textsOf(wanted).map(telling.wanted)),
      got: told(fact, telling),
    };
  };
}

function startsWith(fact: Fact, telling: Telling): Kind {
  return (wanted) => {
    const starts = textsOf(wanted);
    return {
      holds: (facts) => starts.some((start) => fact(facts)?.startsWith(start)),
      wanted: `a start of ${either(starts.map(telling.wanted))}`,
      got: told(fact, telling),
    };
  };
}

function told(fact: Fact, telling: Telling): (facts: Facts) => string {
  return (facts) => {
    const text = fact(facts);
    return text === undefined ? "none" : telling.got(text);
  };
}

function amountIs(wanted: Wanted): Omit<Condition, "name"> {
  const got = ({ amount }: Facts): string => (amount === undefined ? "none" : formatAmount(amount));
  if (typeof wanted === "string" || "length" in wanted) {
    const amounts = new Set<Amount | undefined>(textsOf(wanted).map(amountOf));
    return {
      holds: ({ amount }) => amount !== undefined && amounts.has(amount),
      wanted: either(textsOf(wanted)),
      got,
    };
  }
  const [min, max] = [
    amountOf(wanted.min ?? "0"),
    wanted.max === undefined ? Infinity : amountOf(wanted.max),
  ];
  return {
    holds: ({ amount }) => amount !== undefined && amount >= min && amount <= max,
    wanted: `from ${wanted.min ?? "0"}${wanted.max === undefined ? "" : ` to ${wanted.max}`}`,
    got,
  };
}

function amountOf(text: string): Amount {
  const amount = parseAmount(text);
  if (amount === undefined) throw new Error(`the schema let an amount pass that is none: ${text}`);
  return amount;
}

function either(texts: readonly string[]): string {
  const rest = texts.length - NAMED_MAX;
  const named = texts.slice(0, NAMED_MAX).join(" or ");
  return rest > 0 ? `${named} or ${rest} more` : named;
}
