import type { VNode } from "preact";
import { Action } from "../parts/action.tsx";
import type { NotificationView } from "../state/answers.ts";
import { rootOf, useWhatFollows } from "../state/loaded.ts";
import { hrefOf } from "../state/place.ts";
import { merchant } from "../state/session.ts";
import { shownDate } from "../state/times.ts";
import { Inboxes } from "./inbox.tsx";

interface Page {
  readonly notifications: readonly NotificationView[];
}

/** What was sent to the merchant's own system, with every attempt and its answer. */
export function Notifications(): VNode {
  const { value, reloadTwice } = useWhatFollows<Page>("/notifications?limit=100");
  return (
    <div class="column">
      <h1>Notifications of {merchant.value}</h1>
      <Inboxes />
      <h2>What was sent</h2>
      {value?.notifications.length === 0 ? (
        <p class="soft">
          None yet. They are queued when notifications are on (SANDBOX_NOTIFICATIONS=on) and the order or the
          merchant names an address.
        </p>
      ) : undefined}
      <ul class="plain">
        {value?.notifications.map((notification) => (
          <li key={notification.id} class="sheet entry">
            <Sent notification={notification} onDone={reloadTwice} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const KINDS: Readonly<Record<string, string>> = { delivered: "approved", failed: "refused" };

function Sent({
  notification,
  onDone,
}: {
  readonly notification: NotificationView;
  readonly onDone: () => void;
}): VNode {
  const { id, orderId, transactionId, url, state, queuedAt, attempts } = notification;
  return (
    <>
      <p>
        <span class={`badge ${KINDS[state] ?? "pending"}`}>{state}</span>{" "}
        <a href={hrefOf({ page: "orders", open: orderId, query: { merchant: merchant.value } })}>{orderId}</a>
        {` / ${transactionId} to `}
        <span class="digits">{url}</span>
      </p>
      <p class="soft">Queued {shownDate(queuedAt)}</p>
      {attempts.length === 0 ? undefined : (
        <ol class="attempts">
          {attempts.map(({ at, status, reason, answer }, index) => (
            <li key={index}>
              <span class="digits">{shownDate(at)}</span> {reason ?? `answered ${status ?? ""}`}
              {answer === undefined || answer === "" ? undefined : <pre class="snippet">{answer}</pre>}
            </li>
          ))}
        </ol>
      )}
      <Action
        name="Resend"
        what={`the notification about ${orderId} / ${transactionId}`}
        method="POST"
        path={`${rootOf(merchant.value)}/notifications/${encodeURIComponent(id)}/resend`}
        onDone={onDone}
      />
    </>
  );
}
