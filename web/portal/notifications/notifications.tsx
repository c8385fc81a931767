import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { Action } from "../parts/action.tsx";
import type { NotificationView } from "../state/answers.ts";
import { rootOf, useWhatFollows } from "../state/loaded.ts";
import { hrefOf } from "../state/place.ts";
import { merchant } from "../state/session.ts";
import { shownDate } from "../state/times.ts";
import { Inboxes } from "./inbox.tsx";
import { againWords, attemptsOf, NotificationState } from "./state.tsx";

/** Attempts come by themselves. */
const LOOK_MS = 2_000;

interface Page {
  readonly isOn?: boolean;
  readonly url?: string;
  readonly notifications: readonly NotificationView[];
}

/** What was sent to the merchant's own system, with every attempt and its answer. */
export function Notifications(): VNode {
  const { value, reload, reloadTwice } = useWhatFollows<Page>("/notifications?limit=100");
  const isWaiting = value?.notifications.some(({ state }) => state === "queued") === true;
  useEffect(() => {
    const timer = isWaiting ? setInterval(reload, LOOK_MS) : undefined;
    return () => {
      clearInterval(timer);
    };
  }, [isWaiting]);
  return (
    <div class="column">
      <h1>Notifications of {merchant.value}</h1>
      {value && <Sending page={value} />}
      <Inboxes key={merchant.value} />
      <h2>What was sent</h2>
      {value?.notifications.length === 0 ? <p class="soft">Nothing yet.</p> : undefined}
      <ul class="plain">
        {value?.notifications.map((notification) => (
          <li key={notification.id} class="sheet entry quiet">
            <Sent notification={notification} onDone={reloadTwice} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Whether anything is sent, and where to. */
function Sending({ page: { isOn, url } }: { readonly page: Page }): VNode {
  if (isOn === false) {
    return (
      <p class="notice">
        Notifications are off, so nothing is sent. Start the sandbox with{" "}
        <code>SANDBOX_NOTIFICATIONS=on</code> (<code>--notifications on</code>), or give the merchant{" "}
        <code>notifications: {"{ enabled: true }"}</code> in the merchants file.
      </p>
    );
  }
  return (
    <p class="soft before-sheet">
      Notifications are on. They go to the address in the order, <code>order.notificationUrl</code>
      {url === undefined ? (
        "; without one, nothing is sent."
      ) : (
        <>
          , or else to <code>{url}</code>.
        </>
      )}
    </p>
  );
}

function Sent({
  notification,
  onDone,
}: {
  readonly notification: NotificationView;
  readonly onDone: () => void;
}): VNode {
  const { id, orderId, transactionId, url, queuedAt, attempts } = notification;
  return (
    <>
      <p>
        <NotificationState notification={notification} />{" "}
        <a href={hrefOf({ page: "orders", open: orderId, query: { merchant: merchant.value } })}>{orderId}</a>
        {` / ${transactionId} to `}
        <span class="digits">{url}</span>
      </p>
      <p class="soft">
        Queued {shownDate(queuedAt)}, {attemptsOf(notification)}
        {againWords(notification)}.
      </p>
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
