import { isAnswered } from "../../../domain/record/notification.ts";
import type { Notification, NotificationAttempt } from "../../../domain/record/notification.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";

export const notificationNotAnswered: ConductRule = {
  id: "notification-not-answered",
  severity: "error",
  title: "A notification was not answered",
  duty: "Every notification is answered",
  reason: "Events without a request, such as a payer who pays late, are reported in no other way.",
  isOnByDefault: true,
  needsTime: false,
  find: (_exchanges, notifications) =>
    remarksOn(
      notifications.filter(
        ({ attempts }) => attempts.length > 0 && !attempts.some(isAnswered) && !attempts.some(isForged),
      ),
      ({ attempts }) => `${countedWords(attempts.length)} 2xx; the last: ${lastFaultOf(attempts)}`,
    ),
};

function countedWords(attempts: number): string {
  return attempts === 1 ? "1 attempt, not answered" : `${attempts} attempts, none answered`;
}

/** One remark for each way in which it went wrong. */
export function remarksOn(
  notifications: readonly Notification[],
  wordsOf: (notification: Notification) => string,
): readonly Remark[] {
  return [...groupedBy(notifications, wordsOf)].map(([words, group]) => {
    const shown = group.map(({ orderId, transactionId }) => `${orderId}/${transactionId}`);
    const others = group.length > 1 ? ` (and ${group.length - 1} more alike)` : "";
    return {
      message: `the notification of ${shown[0] ?? ""}${others}: ${words}`,
      exchanges: [...new Set(group.map(({ exchange }) => exchange))],
      count: group.length,
    };
  });
}

/** Why the last of the attempts that were not answered 2xx was not. */
export function lastFaultOf(attempts: Notification["attempts"]): string {
  return attempts.findLast((attempt) => !isAnswered(attempt))?.reason ?? "";
}

export const notificationAnsweredLate: ConductRule = {
  id: "notification-answered-late",
  severity: "warning",
  title: "A notification was not answered on the first attempt",
  duty: "Every notification is answered on the first attempt",
  reason: "Every further attempt comes later, and there may be no more.",
  isOnByDefault: true,
  needsTime: false,
  find: (_exchanges, notifications) => remarksOn(notifications.filter(isLate), wordsOf),
};

/** Whoever refuses what has a wrong secret is right. */
function isForged({ secret }: NotificationAttempt): boolean {
  return secret !== undefined;
}

/** One that was never answered has a rule of its own. */
function isLate({ attempts }: Notification): boolean {
  const [first] = attempts;
  return first !== undefined && !isAnswered(first) && attempts.some(isAnswered) && !attempts.some(isForged);
}

/** The fault is that of the attempt before the one that was answered: later ones were asked for by somebody. */
function wordsOf({ attempts }: Notification): string {
  const answered = attempts.findIndex(isAnswered);
  const fault = lastFaultOf(attempts.slice(0, answered));
  return `${attempts.length} attempts, of which number ${answered + 1} was the first answered 2xx; before it: ${fault}`;
}
