import { isAnswered } from "../../../domain/record/notification.ts";
import type { NotificationAttempt } from "../../../domain/record/notification.ts";
import type { ConductRule } from "../conduct-rule.ts";
import { remarksOn } from "./notification-answers.ts";

/** A 2xx is taken for taking it in (assumption A391). */
export const forgedNotificationTaken: ConductRule = {
  id: "forged-notification-taken",
  severity: "error",
  title: "A notification with a wrong secret was taken",
  duty: "No notification with a wrong secret is taken",
  reason: "Anybody who knows the address can then tell the shop that an order is paid.",
  isOnByDefault: true,
  needsTime: false,
  find: (_exchanges, notifications) =>
    remarksOn(
      notifications.filter(({ attempts }) => takenForged(attempts) !== undefined),
      ({ attempts }) => {
        const taken = takenForged(attempts);
        const sent = taken?.secret === "wrong" ? "a wrong X-Notification-Secret" : "no X-Notification-Secret";
        return `it came with ${sent} and was answered ${taken?.status ?? ""}`;
      },
    ),
};

function takenForged(attempts: readonly NotificationAttempt[]): NotificationAttempt | undefined {
  return attempts.find((attempt) => attempt.secret !== undefined && isAnswered(attempt));
}
