import { isAnswered } from "../../../domain/record/notification.ts";
import type { Notification } from "../../../domain/record/notification.ts";
import type { ConductRule } from "../conduct-rule.ts";
import { lastFaultOf, remarksOn } from "./notification-not-answered.ts";

export const notificationAnsweredLate: ConductRule = {
  id: "notification-answered-late",
  severity: "warning",
  title: "A notification was not answered at its first attempt",
  duty: "Every notification is answered at its first attempt",
  reason: "Every further attempt comes later, and the last one may be the last.",
  isOnByDefault: true,
  needsTime: false,
  find: (_exchanges, notifications) => remarksOn(notifications.filter(isLate), wordsOf),
};

/** One that was never answered has a rule of its own. */
function isLate({ attempts }: Notification): boolean {
  const [first] = attempts;
  return first !== undefined && !isAnswered(first) && attempts.some(isAnswered);
}

/** The fault is that of the attempt before the one that was answered: later ones were asked for by somebody. */
function wordsOf({ attempts }: Notification): string {
  const answered = attempts.findIndex(isAnswered);
  const fault = lastFaultOf(attempts.slice(0, answered));
  return `${attempts.length} attempts, of which number ${answered + 1} was the first answered 2xx; before it: ${fault}`;
}
