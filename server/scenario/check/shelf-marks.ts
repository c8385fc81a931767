import { parseAmount } from "../../domain/money.ts";
import { textsOf } from "../conditions.ts";
import type { When } from "../conditions.ts";
import type { AmountRange } from "../conditions/amounts.ts";
import type { CardRange } from "../conditions/card-range.ts";
import { listOf } from "../conditions/condition.ts";

/** A condition of which thousands of rules may have one each. */
interface ShelfKind {
  /** What a rule with the condition stands under; none when it has no such condition. */
  readonly marks: (when: When) => readonly string[];
  /** All that a rule stands under whose condition these conditions could make sure of. */
  readonly sought: (when: When) => readonly string[];
}

type Subject = "order" | "reference" | "transaction";

/** Of lists: only a condition on the same makes sure of one, and then each of its values is in the list. */
function list(name: string, valuesOf: (when: When) => readonly string[]): ShelfKind {
  const marks = (when: When): readonly string[] =>
    [...new Set(valuesOf(when))].map((value) => `${name} ${value}`);
  return { marks, sought: (when) => marks(when).slice(0, 1) };
}

/** Of beginnings: what makes sure of one begins with it. */
function beginnings(
  name: string,
  valuesOf: (when: When) => readonly string[],
  beginningsOf: (when: When) => readonly (string | undefined)[],
): ShelfKind {
  return {
    marks: (when) => valuesOf(when).map((value) => `${name} ${value}`),
    sought: (when) => [
      ...new Set(
        beginningsOf(when).flatMap((text = "") =>
          Array.from(text, (_, index) => `${name} ${text.slice(0, index + 1)}`),
        ),
      ),
    ],
  };
}

function textBeginnings(subject: Subject): ShelfKind {
  return beginnings(
    `${subject}Prefix`,
    (when) => textsOf(when[`${subject}Prefix`]),
    (when) => [
      textsOf(when[subject])[0],
      textsOf(when[`${subject}Prefix`])[0],
      textsOf(when[`${subject}Glob`])[0]?.split(/[*?]/)[0],
    ],
  );
}

const cardBeginnings = beginnings(
  "cardPrefix",
  ({ cardPrefix }) => textsOf(cardPrefix),
  ({ card, cardPrefix, cardRange }) => [
    textsOf(card)[0],
    textsOf(cardPrefix)[0],
    cardRange === undefined ? undefined : listOf<CardRange>(cardRange)[0]?.min,
  ],
);

/** In the order in which a rule's own is looked for: the one that tells most rules apart comes first. */
export const SHELF_KINDS: readonly ShelfKind[] = [
  list("card", ({ card }) => textsOf(card)),
  list("order", ({ order }) => textsOf(order)),
  list("reference", ({ reference }) => textsOf(reference)),
  list("transaction", ({ transaction }) => textsOf(transaction)),
  list("amount", ({ amount }) => amountsOf(amount)),
  textBeginnings("order"),
  textBeginnings("reference"),
  textBeginnings("transaction"),
  cardBeginnings,
  list("expiry", ({ expiry }) => textsOf(expiry)),
  list("securityCode", ({ securityCode }) => textsOf(securityCode)),
  list("street", ({ street }) => textsOf(street)),
];

/** Exact amounts, however they are written. */
function amountsOf(amount: When["amount"]): readonly string[] {
  if (typeof amount !== "object" || Array.isArray(amount))
    return textsOf(amount as string | readonly string[] | undefined).map(exact);
  const { min = "0", max = "" } = amount as AmountRange;
  return exact(min) === exact(max) ? [exact(min)] : [];
}

function exact(text: string): string {
  return String(parseAmount(text));
}
