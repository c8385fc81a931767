import type { VNode } from "preact";
import { StatusBadge } from "../parts/badge.tsx";
import { againWords, attemptsOf, NotificationState } from "../notifications/state.tsx";
import type { NotificationView, OrderEvent } from "../state/answers.ts";
import { hrefOf } from "../state/place.ts";
import { shownDate, spanOf } from "../state/times.ts";

interface LifeProps {
  readonly history: readonly OrderEvent[];
  readonly notifications: readonly NotificationView[];
}

interface Moment {
  readonly at: string;
  readonly show: () => VNode;
}

/** Everything that became of an order on one axis of time, with the notifications about it. */
export function Life({ history, notifications }: LifeProps): VNode {
  const moments: readonly Moment[] = [
    ...history.map((event, index) => ({
      at: event.at,
      show: () => <Event event={event} before={history[index - 1]?.statusAfter} />,
    })),
    ...notifications.map((notification) => ({
      at: notification.queuedAt,
      show: () => <Notified notification={notification} />,
    })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    <section aria-label="Life of the order">
      <h2>Life</h2>
      <ol class="life">
        {moments.map(({ at, show }, index) => (
          <li key={index}>
            <p class="soft digits">
              <time dateTime={at}>{shownDate(at)}</time>
              <Since at={at} before={moments[index - 1]?.at} />
            </p>
            {show()}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Since({
  at,
  before,
}: {
  readonly at: string;
  readonly before: string | undefined;
}): VNode | undefined {
  const ms = before === undefined ? 0 : Date.parse(at) - Date.parse(before);
  return ms > 0 ? <span class="since">{` +${spanOf(ms)}`}</span> : undefined;
}

function Event({
  event,
  before,
}: {
  readonly event: OrderEvent;
  readonly before: string | undefined;
}): VNode {
  const { id, type, amount, currency, result, gatewayCode, statusAfter, isVoided, target, rule } = event;
  const outcome = { SUCCESS: "approved", FAILURE: "declined" }[result] ?? "pending";
  return (
    <div class={isVoided ? "moment voided" : "moment"}>
      <p>
        <b>{type.replaceAll("_", " ").toLowerCase()}</b>{" "}
        <span class="digits">{target === undefined ? `${amount} ${currency}` : `of ${target}`}</span>{" "}
        <span class={`badge ${outcome}`}>{gatewayCode}</span>
        {isVoided ? <span class="badge done">voided since</span> : undefined}
      </p>
      <p class="soft">
        Transaction{" "}
        <a class="digits" href={hrefOf({ page: "traffic", query: { q: id } })}>
          {id}
        </a>
        {rule === undefined ? "" : `, decided by ${rule}`}
        {before === statusAfter ? (
          ""
        ) : (
          <>
            , the order is then <StatusBadge status={statusAfter} />
          </>
        )}
      </p>
    </div>
  );
}

function Notified({ notification }: { readonly notification: NotificationView }): VNode {
  const { url, attempts, transactionId } = notification;
  const last = attempts.at(-1);
  return (
    <div class="moment">
      <p>
        <b>notification</b> <NotificationState notification={notification} />
      </p>
      <p class="soft">
        {`About transaction ${transactionId} to ${url}: ${attemptsOf(notification)}`}
        {last === undefined ? "" : `, the last one ${last.reason ?? `answered ${last.status ?? ""}`}`}
        {againWords(notification)}
      </p>
    </div>
  );
}
