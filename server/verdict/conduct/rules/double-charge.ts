import { textAt } from "../../../domain/json.ts";
import { stepwise } from "../../../domain/steps.ts";
import { idsOf, isApproved, isLost, nameOf } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";
import { followUpOf } from "../follow-up.ts";
import { historyOf } from "../history.ts";
import type { History } from "../history.ts";
import { amountOf, isCharge, isSoonAfter, referenceOf } from "../purchase.ts";

/** The same reference and the same amount twice: parts of one purchase have amounts of their own. */
export const doubleCharge: ConductRule = {
  id: "double-charge",
  severity: "error",
  title: "A purchase was charged twice",
  duty: "No purchase is charged twice",
  reason: "The payer pays twice for one purchase, and the merchant pays for the refund and the dispute.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => {
    const history = historyOf(exchanges);
    const charges = history.attempts.filter((it) => isCharge(it) && isApproved(it));
    const neighbours = [...purchasesOf(charges).values()].flatMap(pairsOf);
    return stepwise(neighbours, (pair) => remarksOn(pair, history));
  },
};

function purchasesOf(charges: readonly Attempt[]): ReadonlyMap<string, readonly Attempt[]> {
  const named = charges.filter((it) => referenceOf(it) !== undefined);
  return groupedBy(named, (it) => JSON.stringify([referenceOf(it), amountOf(it)]));
}

type Pair = readonly [first: Attempt, second: Attempt];

/** Each with the one after it. */
function pairsOf(charges: readonly Attempt[]): readonly Pair[] {
  return charges.slice(1).flatMap((second, index) => {
    const first = charges[index];
    return first === undefined ? [] : [[first, second] as const];
  });
}

function remarksOn([first, second]: Pair, history: History): readonly Remark[] {
  if (!isSoonAfter(first, second)) return [];
  if (isTakenBack(first, second, history) || isToldElsewhere(first, history)) return [];
  const message = `${nameOf(first)} and ${nameOf(second)} both charged ${amountOf(second) ?? "the amount"} for the reference ${referenceOf(second) ?? ""}`;
  return [{ message, exchanges: idsOf(first, second), count: 1 }];
}

/** A lost answer and a new try are one fault, and it has a rule of its own. */
function isToldElsewhere(first: Attempt, history: History): boolean {
  return isLost(first) && followUpOf(first, history).kind === "asked-again";
}

const GIVEN_BACK: readonly (string | undefined)[] = ["CANCELLED", "REFUNDED"];

/** Whether all the money of the first went back before the second came: voided, or refunded. */
function isTakenBack(first: Attempt, second: Attempt, history: History): boolean {
  return history
    .attemptsOf(first.orderId)
    .some(
      (it) =>
        it.index > first.index &&
        it.index < second.index &&
        isApproved(it) &&
        GIVEN_BACK.includes(textAt(it.answerBody, "order.status")),
    );
}
