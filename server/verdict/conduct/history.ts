import { once } from "../../contract/judge/contract.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { attemptsOf } from "./attempt.ts";
import type { Attempt } from "./attempt.ts";
import { groupedBy } from "./grouped.ts";
import { amountOf, cardOf, referenceOf } from "./purchase.ts";

/** An exchange, and its place among the exchanges, which is that of its answer. */
export type Placed = Pick<Attempt, "exchange" | "index">;

/** What one client did, by what belongs together: a journal is too long to go through it again for each attempt. */
export interface History {
  readonly attempts: readonly Attempt[];
  readonly exchangesOf: (orderId: string) => readonly Placed[];
  readonly attemptsOf: (orderId: string) => readonly Attempt[];
  /** The first attempt that passes the test, among those of the same order or purchase; no other can ask for the same. */
  readonly firstAlike: (attempt: Attempt, test: (other: Attempt) => boolean) => Attempt | undefined;
}

export function historyOf(exchanges: readonly Exchange[]): History {
  const attempts = attemptsOf(exchanges);
  // Most clients have nothing to be looked up.
  const placed = once(() =>
    groupedBy(
      exchanges.map((exchange, index) => ({ exchange, index })),
      (it) => it.exchange.request.orderId,
    ),
  );
  const byOrder = once(() => groupedBy(attempts, ({ orderId }) => orderId));
  const byPurchase = once(() => groupedBy(attempts, purchaseOf));
  return {
    attempts,
    exchangesOf: (orderId) => placed().get(orderId) ?? [],
    attemptsOf: (orderId) => byOrder().get(orderId) ?? [],
    firstAlike: (attempt, test) => {
      const groups = [byOrder().get(attempt.orderId), byPurchase().get(purchaseOf(attempt))];
      const found = groups.flatMap((group) => group?.find(test) ?? []);
      return found.sort((one, other) => one.index - other.index)[0];
    },
  };
}

/** By its reference; without one by card and amount. */
function purchaseOf(attempt: Attempt): string {
  const reference = referenceOf(attempt);
  return JSON.stringify(reference === undefined ? [cardOf(attempt), amountOf(attempt)] : [reference]);
}
