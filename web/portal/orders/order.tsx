import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { StatusBadge } from "../parts/badge.tsx";
import { Copy } from "../parts/copy.tsx";
import { DetailPane } from "../parts/detail-pane.tsx";
import { StateDiagram } from "../parts/state-diagram.tsx";
import type { WayStep } from "../parts/state-diagram.tsx";
import { ask, curlOf, sentenceOf } from "../state/api.ts";
import type { NotificationView, OrderDetail, OrderEvent } from "../state/answers.ts";
import { rows } from "../state/feed.ts";
import { hrefOf } from "../state/place.ts";
import { merchant } from "../state/session.ts";
import { Life } from "./life.tsx";
import { NextSteps } from "./next-steps.tsx";

interface Loaded {
  readonly order: OrderDetail;
  readonly notifications: readonly NotificationView[];
}

/** One order: its money, what may be done next, and everything that became of it. It is read anew when something comes. */
export function Order({ id }: { readonly id: string }): VNode {
  const loaded = useSignal<Loaded | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  const newest = rows.value.find((row) => row.merchant === merchant.value && row.order === id)?.id;
  useEffect(() => {
    load(id).then(
      (found) => (loaded.value = found),
      (error: unknown) => (fault.value = sentenceOf(error)),
    );
  }, [id, newest]);
  return (
    <DetailPane label="Order" page="orders" fault={fault.value}>
      {loaded.value === undefined ? undefined : (
        <Shown loaded={loaded.value} reload={async () => (loaded.value = await load(id))} />
      )}
    </DetailPane>
  );
}

async function load(id: string): Promise<Loaded> {
  const order = encodeURIComponent(id);
  const root = `/v1/merchants/${encodeURIComponent(merchant.peek())}`;
  const [detail, { notifications }] = await Promise.all([
    ask<OrderDetail>(`${root}/orders/${order}`),
    ask<{ notifications: readonly NotificationView[] }>(`${root}/notifications?order=${order}`),
  ]);
  return { order: detail, notifications };
}

interface ShownProps {
  readonly loaded: Loaded;
  readonly reload: () => Promise<unknown>;
}

function Shown({ loaded: { order, notifications }, reload }: ShownProps): VNode {
  const { id, status, currency = "", totals, reference } = order;
  const path = `/v1/merchants/${encodeURIComponent(merchant.value)}/orders/${encodeURIComponent(id)}`;
  return (
    <article>
      <header class="headline">
        <h1 tabIndex={-1}>
          <span class="digits">{id}</span> <StatusBadge status={status} />
        </h1>
        {reference === undefined ? undefined : <p class="soft">{reference}</p>}
        <dl class="totals">
          {Object.entries(totals).map(([name, amount]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="digits">{`${String(amount)} ${currency}`}</dd>
            </div>
          ))}
        </dl>
        <div class="tools">
          <Copy text={id} what="the order's id">
            Copy id
          </Copy>
          <a class="button small" href={hrefOf({ page: "traffic", query: { q: id } })}>
            Its traffic
          </a>
          <Copy text={curlOf("GET", path)} what="the command for this page">
            Command
          </Copy>
        </div>
      </header>
      <NextSteps orderId={id} status={status} steps={order.next} onDone={reload} />
      <h2>Status</h2>
      <StateDiagram way={wayOf(order.history)} />
      <Life history={order.history} notifications={notifications} />
    </article>
  );
}

/** A failed transaction that changed nothing is no step. */
function wayOf(history: readonly OrderEvent[]): readonly WayStep[] {
  return history
    .map(({ statusAfter, type }, index) => ({
      from: history[index - 1]?.statusAfter ?? "NEW",
      to: statusAfter,
      by: type,
    }))
    .filter(({ from, to }) => from !== to);
}
