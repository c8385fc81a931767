import type { Notification } from "../../domain/notification.ts";
import type { ConductRule, Remark } from "./conduct-rule.ts";
import { groupedBy } from "./grouped.ts";

export const notificationNotAnswered: ConductRule = {
  id: "notification-not-answered",
  severity: "error",
  title: "A notification was never answered",
  reason: "What happens without a request, such as a payer who pays late, is learned from nobody else.",
  isOnByDefault: true,
  needsTime: false,
  find: (_exchanges, notifications) =>
    remarksOn(
      notifications.filter(({ state }) => state === "failed"),
      "and no further attempt is made",
    ),
};

/** One remark for each way in which it went wrong. */
export function remarksOn(notifications: readonly Notification[], what: string): readonly Remark[] {
  const groups = groupedBy(notifications, (it) => faultOf(it));
  return [...groups].map(([fault, group]) => {
    const shown = group.map(({ orderId, transactionId }) => `${orderId}/${transactionId}`);
    const others = group.length > 1 ? ` and ${group.length - 1} more` : "";
    return {
      message: `the notification of ${shown[0] ?? ""}${others}: ${fault}, ${what}`,
      exchanges: [...new Set(group.map(({ exchange }) => exchange))],
      count: group.length,
    };
  });
}

/** The reason of the first attempt that went wrong. */
function faultOf({ attempts }: Notification): string {
  return attempts.find(({ reason }) => reason !== undefined)?.reason ?? "";
}
