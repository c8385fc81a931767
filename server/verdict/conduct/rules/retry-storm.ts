import { attemptsOf, idsOf, isApproved, isBusy, isSameTransaction, nameOf, timeOf } from "../attempt.ts";
import type { Attempt } from "../attempt.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";

/** As many as a client that waits twice as long each time does not make (assumption A221). */
const RETRIES_MAX = 4;
const WITHIN_MS = 10_000;

export const retryStorm: ConductRule = {
  id: "retry-storm",
  severity: "warning",
  title: "A request was retried many times without a pause",
  duty: "Retries are made after a pause",
  reason: "A struggling gateway cannot recover, cards get blocked, and the caller is throttled.",
  isOnByDefault: true,
  needsTime: true,
  find: (exchanges) => {
    const series = groupedBy(attemptsOf(exchanges), (it) => JSON.stringify([it.orderId, it.operation]));
    return [...series.values()].flatMap(remarkOn);
  },
};

function remarkOn(series: readonly Attempt[]): readonly Remark[] {
  const retries = series.filter((it, index) => isRetry(it, series[index - 1]));
  const dense = retries.filter((_, index) => isDense(retries, index));
  const [first] = dense;
  if (first === undefined) return [];
  const message = `${nameOf(first)} was retried ${dense.length} times, each within ${WITHIN_MS / 1000} seconds of the last`;
  return [{ message, exchanges: idsOf(...dense), count: dense.length }];
}

/** What follows a success under another id is new, and what follows a busy answer has a rule of its own. */
function isRetry(attempt: Attempt, before: Attempt | undefined): boolean {
  if (before === undefined || isBusy(before)) return false;
  return isSameTransaction(before, attempt) || !isApproved(before);
}

/** Whether it is one of more retries than that within the time. */
function isDense(retries: readonly Attempt[], index: number): boolean {
  for (let start = Math.max(0, index - RETRIES_MAX); start <= index; start += 1) {
    const [first, last] = [retries[start], retries[start + RETRIES_MAX]];
    if (first !== undefined && last !== undefined && apartMs(first, last) <= WITHIN_MS) return true;
  }
  return false;
}

function apartMs(first: Attempt, last: Attempt): number {
  return Math.abs(timeOf(last.exchange) - timeOf(first.exchange));
}
