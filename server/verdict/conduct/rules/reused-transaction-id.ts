import { attemptsOf, idsOf, isSameTransaction, nameOf } from "../attempt.ts";
import type { Attempt, Fate } from "../attempt.ts";
import type { ConductRule } from "../conduct-rule.ts";

export const reusedTransactionId: ConductRule = {
  id: "reused-transaction-id",
  severity: "error",
  title: "A transaction id was reused for another request",
  duty: "A transaction id is used for only one request",
  reason: "The gateway refuses it, so the payer's second attempt fails even with a good card.",
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
    return first !== undefined && tookBefore(first, again) ? [[first, again] as const] : [];
  });
}

function isRefusedForId({ exchange: { refusal } }: Attempt): boolean {
  return refusal?.reason === "rule" && refusal.fault?.field === "transaction.id";
}

/**
 * What overlaps may be recorded the other way round: a refusal needs not wait for the disk. A rule that refuses says of
 * the id only what it was before (a confirmation without its initiation).
 */
function tookBefore(first: Attempt, again: Attempt): boolean {
  return first.index < again.index || again.exchange.rules?.refusedBy === undefined;
}
