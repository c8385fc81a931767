import type { AttemptLine, Notification } from "../../domain/record/notification.ts";

/** The notifications that the attempts in a journal's file tell of, each as it stood behind the last one. */
export function notificationsOf(lines: readonly AttemptLine[]): readonly Notification[] {
  const byId = new Map<string, Notification>();
  for (const { id, merchantId, orderId, transactionId, url, exchange, state, attempt } of lines) {
    const before = byId.get(id);
    const queuedAt = before?.queuedAt ?? attempt.at;
    const attempts = [...(before?.attempts ?? []), attempt];
    const subject = { id, merchantId, orderId, transactionId, url, exchange };
    byId.set(id, { ...subject, state, queuedAt, attempts });
  }
  return [...byId.values()];
}
