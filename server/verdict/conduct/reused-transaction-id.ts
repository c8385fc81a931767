import { attemptsOf, idsOf, isSameTransaction, nameOf } from "./attempt.ts";
import type { Attempt, Fate } from "./attempt.ts";
import type { ConductRule } from "./conduct-rule.ts";

export const reusedTransactionId: ConductRule = {
  id: "reused-transaction-id",
  severity: "error",
  title: "A transaction id was used for another request",
  reason: "The gateway refuses it, so that the payer's second try fails whatever the card is worth.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) =>
    reusesIn(attemptsOf(exchanges)).map(([first, again]) => {
      const message = `${nameOf(again)} was refused: the id had been used by ${first.operation}, which ${FATES[first.fate]}`;
      return { message, exchanges: idsOf(first, again), count: 1 };
    }),
};

const FATES: Readonly<Record<Fate, string>> = {
  approved: "was approved",
  declined: "had failed",
  open: "was not decided yet",
  refused: "was refused",
  nothing: "was not stored",
};

/** Requests that were refused because their id was taken, each with the one that took it. */
export function reusesIn(
  attempts: readonly Attempt[],
): readonly (readonly [first: Attempt, again: Attempt])[] {
  return attempts.filter(isRefusedForId).flatMap((again) => {
    const first = attempts.find((it) => it.exchange.committed && isSameTransaction(it, again));
    return first !== undefined && first.index < again.index ? [[first, again] as const] : [];
  });
}

function isRefusedForId({ exchange: { refusal } }: Attempt): boolean {
  return refusal?.reason === "rule" && refusal.fault?.field === "transaction.id";
}
