import { isAnswered } from "../../domain/notification.ts";
import type { Notification } from "../../domain/notification.ts";
import type { ConductRule } from "./conduct-rule.ts";
import { remarksOn } from "./notification-not-answered.ts";

export const notificationAnsweredLate: ConductRule = {
  id: "notification-answered-late",
  severity: "warning",
  title: "A notification was not answered at its first attempt",
  reason: "Every further attempt comes later, and the last one may be the last.",
  isOnByDefault: true,
  needsTime: false,
  find: (_exchanges, notifications) =>
    remarksOn(notifications.filter(isLate), "at the first attempt, and it was sent again"),
};

/** One that has failed for good has a rule of its own. */
function isLate({ state, attempts }: Notification): boolean {
  const [first] = attempts;
  return state !== "failed" && first !== undefined && !isAnswered(first);
}
