import { attemptsOf, idsOf, isApproved } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";
import { amountOf, cardOf, isCharge, isSoonAfter, referenceOf } from "../purchase.ts";

/** Only a note: the test cards of a suite buy the same thing all day. */
export const unreferencedPayments: ConductRule = {
  id: "unreferenced-payments",
  severity: "note",
  title: "Payments cannot be told apart",
  duty: "Payments can be told apart",
  reason: "Without a reference, nobody can tell a second purchase from a first one that was charged twice.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => {
    const charges = attemptsOf(exchanges).filter((it) => isCharge(it) && isApproved(it));
    const unnamed = charges.filter((it) => referenceOf(it) === undefined && cardOf(it) !== undefined);
    const alike = groupedBy(unnamed, (it) => JSON.stringify([cardOf(it), amountOf(it)]));
    return [...alike.values()].flatMap(remarkOn);
  },
};

function remarkOn(charges: readonly Attempt[]): readonly Remark[] {
  const close = charges.filter((it, index) => {
    const neighbours = [charges[index - 1], charges[index + 1]];
    return neighbours.some(
      (other) => other !== undefined && other.orderId !== it.orderId && isSoonAfter(other, it),
    );
  });
  const [first] = close;
  if (first === undefined) return [];
  const message = `${close.length} payments of ${amountOf(first) ?? "one amount"} with the card ${cardOf(first) ?? ""} have no order.reference`;
  return [{ message, exchanges: idsOf(...close), count: close.length }];
}
