import { isAnswered } from "../../../domain/record/notification.ts";
import type { Notification, NotificationAttempt } from "../../../domain/record/notification.ts";
import type { ConductRule } from "../conduct-rule.ts";
import { remarksOn } from "./notification-answers.ts";

/** Fewer attempts may all have met a moment in which the receiver was down. */
const ATTEMPTS_MIN = 3;
/** Deliveries of others in between that show that it was up. */
const OTHERS_MIN = 2;
/** What proxies answer for a receiver that is down. */
const DOWN: readonly number[] = [502, 503, 504];

/** What a retry cannot mend fails the same way each time, while the receiver takes everything else (assumption A392). */
export const notificationRetriedInVain: ConductRule = {
  id: "notification-retried-in-vain",
  severity: "warning",
  title: "A notification was answered 5xx for what no retry can mend",
  duty: "What no retry can mend is not answered 5xx",
  reason: "The gateway sends it again for days, and what comes later for the order waits behind it.",
  isOnByDefault: true,
  needsTime: true,
  find: (_exchanges, notifications) =>
    remarksOn(
      notifications.filter((it) => isInVain(it, notifications)),
      ({ attempts }) =>
        `all ${attempts.length} attempts were answered ${attempts[0]?.status ?? ""}, while other notifications were taken`,
    ),
};

function isInVain({ id, url, attempts }: Notification, all: readonly Notification[]): boolean {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first === undefined || last === undefined || attempts.length < ATTEMPTS_MIN) return false;
  if (!isOwnFault(first) || attempts.some(({ status }) => status !== first.status)) return false;
  const between = all
    .filter((other) => other.id !== id && other.url === url)
    .flatMap((other) => other.attempts)
    .filter(({ at }) => first.at < at && at < last.at);
  return between.length >= OTHERS_MIN && between.every(isAnswered);
}

function isOwnFault({ status = 0 }: NotificationAttempt): boolean {
  return status >= 500 && !DOWN.includes(status);
}
