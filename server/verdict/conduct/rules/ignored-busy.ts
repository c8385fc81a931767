import { idsOf, isBusy, nameOf, timeOf } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";
import { historyOf } from "../history.ts";
import { asksAgain } from "../purchase.ts";

/** What the header Retry-After of a busy answer asks for (assumption A176). */
export const RETRY_AFTER_MS = 1_000;
/** Clocks of two machines, and timers that are a moment early. */
const TOLERANCE_MS = 20;

export const ignoredBusy: ConductRule = {
  id: "ignored-busy",
  severity: "warning",
  title: "A busy gateway was retried too soon",
  duty: "A busy gateway is given time to recover",
  reason: "Retry-After says when to retry; retrying sooner prolongs the problem.",
  isOnByDefault: true,
  needsTime: true,
  find: (exchanges) => {
    const history = historyOf(exchanges);
    const hasty = history.attempts.filter(isBusy).flatMap((busy) => {
      const again = history.firstAlike(busy, (it) => it.index > busy.index && isSame(busy, it));
      return again !== undefined && isTooSoon(busy, again) ? [[busy, again] as const] : [];
    });
    return [...groupedBy(hasty, ([busy]) => busy.orderId).values()].flatMap(remarkOn);
  },
};

function isSame(busy: Attempt, later: Attempt): boolean {
  const isOfOrder = busy.orderId === later.orderId && busy.operation === later.operation;
  return isOfOrder || asksAgain(busy, later);
}

function isTooSoon({ exchange }: Attempt, again: Attempt): boolean {
  const waitedMs = timeOf(again.exchange) - timeOf(exchange) - exchange.durationMs;
  return waitedMs < RETRY_AFTER_MS - TOLERANCE_MS;
}

function remarkOn(pairs: readonly (readonly [busy: Attempt, again: Attempt])[]): readonly Remark[] {
  const [first] = pairs;
  if (first === undefined) return [];
  const shown = new Set(pairs.flatMap((pair) => idsOf(...pair)));
  const message = `after SERVER_BUSY ${nameOf(first[0])} was sent again before Retry-After had passed`;
  return [{ message, exchanges: [...shown], count: pairs.length }];
}
