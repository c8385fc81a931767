import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { textAt } from "../../../server/domain/json.ts";
import { Action } from "../parts/action.tsx";
import { breakable, Copy } from "../parts/copy.tsx";
import { JsonView } from "../parts/json-view.tsx";
import type { InboxDelivery, InboxView } from "../state/answers.ts";
import { rootOf, useWhatFollows } from "../state/loaded.ts";
import { merchant } from "../state/session.ts";
import { shownDate } from "../state/times.ts";
import { AnswerForm, answerWords } from "./inbox-answer.tsx";

/** The inbox that is there before anything was sent to another one. */
const USUAL = "main";

/** The sandbox's own receivers: where they are, how they answer, and what arrived. */
export function Inboxes(): VNode {
  const chosen = useSignal<string | undefined>(undefined);
  const { value: listed } = useWhatFollows<{ readonly inboxes: readonly InboxView[] }>("/inboxes");
  useEffect(() => {
    if (listed !== undefined) chosen.value ??= newestOf(listed.inboxes);
  }, [listed]);
  const shown = chosen.value;
  const names = new Set([USUAL, ...(shown === undefined ? [] : [shown]), ...namesOf(listed?.inboxes)]);
  return (
    <section class="sheet entry" aria-label="Inbox">
      <div class="page-head">
        <h2>Inbox</h2>
        {names.size === 1 ? undefined : (
          <select
            aria-label="Which inbox"
            value={shown}
            onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}
          >
            {[...names].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </div>
      {shown === undefined ? undefined : <Inbox key={shown} name={shown} />}
    </section>
  );
}

function namesOf(inboxes: readonly InboxView[] = []): readonly string[] {
  return inboxes.map(({ name }) => name);
}

/** The inbox where something arrived last: what one comes to look for. */
function newestOf(inboxes: readonly InboxView[]): string {
  const arrived = inboxes.flatMap(({ name, deliveries }) =>
    deliveries.map(({ receivedAt }) => ({ name, receivedAt })),
  );
  return arrived.sort((a, b) => b.receivedAt.localeCompare(a.receivedAt))[0]?.name ?? USUAL;
}

function Inbox({ name }: { readonly name: string }): VNode {
  const path = `/inboxes/${encodeURIComponent(name)}`;
  const { value, reloadTwice } = useWhatFollows<InboxView>(path);
  const deliveries = value?.deliveries ?? [];
  return (
    <>
      <p class="soft">
        A receiver that the sandbox has itself, so that you need none to see what is sent. Give this address
        as <code>order.notificationUrl</code>; the sandbox goes there without TLS.
      </p>
      <p class="address">
        <code>{breakable(value?.url ?? "")}</code>
        <Copy text={value?.url ?? ""} what="the address of the inbox" />
      </p>
      {value === undefined ? undefined : <AnswerForm path={path} now={value.answer} onDone={reloadTwice} />}
      <div class="page-head quiet">
        <h3>What arrived</h3>
        {deliveries.length === 0 ? undefined : (
          <Action
            name="Empty"
            what="the inbox"
            method="DELETE"
            path={rootOf(merchant.value) + path}
            onDone={reloadTwice}
          />
        )}
      </div>
      {value !== undefined && deliveries.length === 0 ? (
        <p class="soft">Nothing has arrived. Make a payment that names the address, and it shows here.</p>
      ) : undefined}
      <ul class="plain" aria-label="What arrived">
        {deliveries.map((delivery) => (
          <li key={keyOf(delivery)}>
            <Arrived delivery={delivery} />
          </li>
        ))}
      </ul>
    </>
  );
}

function keyOf({ receivedAt, headers }: InboxDelivery): string {
  return [receivedAt, headers["x-notification-id"], headers["x-notification-attempt"]].join(" ");
}

const SECRETS: Readonly<Record<InboxDelivery["secret"], readonly [kind: string, words: string]>> = {
  right: ["approved", "secret right"],
  wrong: ["refused", "secret wrong"],
  missing: ["refused", "secret missing"],
  none: ["done", "no secret set"],
};

function Arrived({ delivery }: { readonly delivery: InboxDelivery }): VNode {
  const { receivedAt, headers, secret, body, answer } = delivery;
  const [kind, words] = SECRETS[secret];
  const [order, transaction] = [textAt(body, "order.id"), textAt(body, "transaction.id")];
  const about = `${order ?? "no order"} / ${transaction ?? "no transaction"}`;
  return (
    <details class="step">
      <summary>
        <span class="step-title">{about}</span> <span class={`badge ${kind}`}>{words}</span>{" "}
        <span class="step-verdict">
          attempt {headers["x-notification-attempt"] ?? "unknown"}, {answerWords(answer)},{" "}
          {shownDate(receivedAt)}
        </span>
      </summary>
      <div class="step-body">
        <JsonView title={`Headers of ${about}`} value={headers} />
        <JsonView title={`Body of ${about}`} value={body} />
      </div>
    </details>
  );
}
