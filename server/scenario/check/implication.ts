import type { ConditionName, When } from "../conditions.ts";
import { cardImplied, cardPrefixImplied, cardRangeImplied, schemeImplied } from "./implied-card.ts";
import { amountEndsImplied, amountImplied, numberImplied } from "./implied-numbers.ts";
import { requestImplied } from "./implied-request.ts";
import { listImplied, textImplied, useImplied } from "./implied-texts.ts";
import type { Implied } from "./implied-texts.ts";
import { clockImplied, earlierImplied } from "./implied-times.ts";

/** One entry for each condition: when a later rule makes sure of it. Never by mistake; some cases are missed. */
const IMPLIED: Readonly<Record<ConditionName, Implied>> = {
  amount: amountImplied,
  amountEnds: amountEndsImplied,
  attempt: numberImplied("attempt"),
  card: cardImplied,
  cardPrefix: cardPrefixImplied,
  cardRange: cardRangeImplied,
  clock: clockImplied,
  currency: listImplied("currency"),
  earlier: earlierImplied,
  expiry: listImplied("expiry"),
  merchant: listImplied("merchant"),
  // Which operations both rules are asked for is compared beforehand (shadowing.ts).
  operation: () => true,
  order: textImplied("order", ""),
  orderGlob: textImplied("order", "Glob"),
  orderPrefix: textImplied("order", "Prefix"),
  orderStatus: listImplied("orderStatus"),
  p2pe: listImplied("p2pe"),
  pin: listImplied("pin"),
  reference: textImplied("reference", ""),
  referenceGlob: textImplied("reference", "Glob"),
  referencePrefix: textImplied("reference", "Prefix"),
  request: requestImplied,
  scheme: schemeImplied,
  securityCode: listImplied("securityCode"),
  session: useImplied("session"),
  street: listImplied("street"),
  token: useImplied("token"),
  transaction: textImplied("transaction", ""),
  transactionGlob: textImplied("transaction", "Glob"),
  transactionPrefix: textImplied("transaction", "Prefix"),
  version: numberImplied("version"),
};

/** Whether every request that the later conditions hold for is one that the earlier ones hold for, operation aside. */
export function isEverythingImplied(earlier: When, later: When): boolean {
  return (Object.keys(earlier) as ConditionName[]).every((name) => IMPLIED[name](earlier, later));
}
