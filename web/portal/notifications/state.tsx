import type { VNode } from "preact";
import type { NotificationView } from "../state/answers.ts";
import { shownDue } from "../state/times.ts";

const KINDS: Readonly<Record<string, string>> = { delivered: "approved", failed: "refused" };

/** Whether it has arrived, and until then what came of the attempts so far. */
export function NotificationState({ notification }: { readonly notification: NotificationView }): VNode {
  const { state, attempts } = notification;
  if (state === "queued" && attempts.at(-1)?.reason !== undefined) {
    return <span class="badge declined">{attemptsOf(notification)} failed</span>;
  }
  return <span class={`badge ${KINDS[state] ?? "pending"}`}>{state}</span>;
}

export function attemptsOf({ attempts }: NotificationView): string {
  return `${attempts.length} attempt${attempts.length === 1 ? "" : "s"}`;
}

/** When it is tried again; "" when it is not. */
export function againWords({ nextAttemptAt, attempts }: NotificationView): string {
  if (nextAttemptAt === undefined) return "";
  return `, the ${attempts.length === 0 ? "first" : "next"} one due at ${shownDue(nextAttemptAt)}`;
}
