import { amountEnds, amountIs } from "./conditions/amounts.ts";
import { cardRange } from "./conditions/card-range.ts";
import { clockIs } from "./conditions/clock.ts";
import { listOf } from "./conditions/condition.ts";
import type { Condition, Kind, OneOrMore, Question } from "./conditions/condition.ts";
import { wasDecided } from "./conditions/earlier.ts";
import { numberIs } from "./conditions/numbers.ts";
import { memberIs } from "./conditions/request-member.ts";
import type { MemberWanted, Scalar } from "./conditions/request-member.ts";
import { CARD_NUMBER, CARD_START, HIDDEN, PLAIN } from "./conditions/telling.ts";
import { isLike, isUsed, oneOf, startsWith } from "./conditions/texts.ts";

export type { Condition };

/** Everything that `when` can ask but `request`, one entry each. schemas/scenario.json has the same members. */
const KINDS = {
  merchant: oneOf((facts) => facts.merchantId, PLAIN),
  operation: oneOf((facts) => facts.operation, PLAIN),
  version: numberIs((facts) => facts.version),
  card: oneOf((facts) => facts.card?.number, CARD_NUMBER),
  cardPrefix: startsWith((facts) => facts.card?.number, CARD_START),
  cardRange,
  scheme: oneOf((facts) => facts.card?.scheme, PLAIN),
  expiry: oneOf(({ card }) => card?.expiry && `${card.expiry.month}/${card.expiry.year}`, PLAIN),
  securityCode: oneOf((facts) => facts.card?.securityCode, HIDDEN),
  p2pe: oneOf((facts) => facts.card?.p2peState, PLAIN),
  pin: oneOf((facts) => facts.card?.pinState, PLAIN),
  street: oneOf((facts) => facts.street, PLAIN),
  amount: amountIs,
  amountEnds,
  currency: oneOf((facts) => facts.currency, PLAIN),
  order: oneOf((facts) => facts.orderId, PLAIN),
  orderPrefix: startsWith((facts) => facts.orderId, PLAIN),
  orderGlob: isLike((facts) => facts.orderId, PLAIN),
  reference: oneOf((facts) => facts.reference, PLAIN),
  referencePrefix: startsWith((facts) => facts.reference, PLAIN),
  referenceGlob: isLike((facts) => facts.reference, PLAIN),
  transaction: oneOf((facts) => facts.transactionId, PLAIN),
  transactionPrefix: startsWith((facts) => facts.transactionId, PLAIN),
  transactionGlob: isLike((facts) => facts.transactionId, PLAIN),
  session: isUsed((facts) => facts.sessionId, PLAIN),
  token: isUsed((facts) => facts.token, CARD_NUMBER),
  // What is about no order has no status either.
  orderStatus: oneOf(
    ({ orderId, orderStatus }) => (orderId === undefined ? undefined : (orderStatus ?? "NEW")),
    PLAIN,
  ),
  attempt: numberIs((facts) => facts.attempt),
  earlier: wasDecided,
  clock: clockIs,
} satisfies Record<string, Kind<never>>;

type Kinds = typeof KINDS;
export type ConditionName = keyof Kinds | "request";

/** The conditions of a rule, as its file writes them. */
export type When = { readonly [Name in keyof Kinds]?: Parameters<Kinds[Name]>[0] } & {
  /** By the member's path. */
  readonly request?: Readonly<Record<string, OneOrMore<Scalar> | MemberWanted>>;
};

export const CONDITION_NAMES: readonly ConditionName[] = [
  ...(Object.keys(KINDS) as (keyof Kinds)[]),
  "request",
];

/** The conditions in the order they are written, which is the order they are asked in. */
export function conditionsOf(when: When): readonly Condition[] {
  return Object.keys(when).flatMap((name) =>
    name === "request"
      ? requestConditions(when)
      : [condition(name, when[name as keyof Kinds], questionOf(when, name as keyof Kinds))],
  );
}

/** What stands behind a name is what the name's kind takes: a pairing that the compiler cannot follow. */
function questionOf(when: When, name: keyof Kinds): Question {
  return KINDS[name](when[name] as never);
}

function requestConditions({ request = {} }: When): readonly Condition[] {
  return Object.entries(request).map(([path, wanted]) =>
    condition(`request ${path}`, wanted, memberIs(path, wanted)),
  );
}

function condition(name: string, written: unknown, question: Question): Condition {
  return { name, key: JSON.stringify([name, written]), ...question };
}

/** The texts behind a condition, whether one or a list was written. */
export function textsOf(wanted: OneOrMore<string> | undefined): readonly string[] {
  return wanted === undefined ? [] : listOf(wanted);
}
