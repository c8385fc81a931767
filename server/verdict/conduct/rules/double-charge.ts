import type { Exchange } from "../../../domain/record/exchange.ts";
import { attemptsOf, idsOf, isApproved, isLost, nameOf } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";
import { followUpOf } from "../follow-up.ts";
import { amountOf, isCharge, isSoonAfter, isTakenBack, referenceOf } from "../purchase.ts";

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
    const attempts = attemptsOf(exchanges);
    const charges = attempts.filter((it) => isCharge(it) && isApproved(it));
    return [...purchasesOf(charges).values()].flatMap((same) => remarksOn(same, exchanges, attempts));
  },
};

function purchasesOf(charges: readonly Attempt[]): ReadonlyMap<string, readonly Attempt[]> {
  const named = charges.filter((it) => referenceOf(it) !== undefined);
  return groupedBy(named, (it) => JSON.stringify([referenceOf(it), amountOf(it)]));
}

function remarksOn(
  charges: readonly Attempt[],
  exchanges: readonly Exchange[],
  attempts: readonly Attempt[],
): readonly Remark[] {
  return charges.slice(1).flatMap((second, index) => {
    const first = charges[index];
    if (first === undefined || !isSoonAfter(first, second)) return [];
    if (isTakenBack(first, second, attempts) || isToldElsewhere(first, exchanges, attempts)) return [];
    const message = `${nameOf(first)} and ${nameOf(second)} both charged ${amountOf(second) ?? "the amount"} for the reference ${referenceOf(second) ?? ""}`;
    return [{ message, exchanges: idsOf(first, second), count: 1 }];
  });
}

/** A lost answer and a new try are one fault, and it has a rule of its own. */
function isToldElsewhere(
  first: Attempt,
  exchanges: readonly Exchange[],
  attempts: readonly Attempt[],
): boolean {
  return isLost(first) && followUpOf(first, exchanges, attempts).kind === "asked-again";
}
