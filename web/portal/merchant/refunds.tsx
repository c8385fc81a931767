import type { VNode } from "preact";
import { Action } from "../parts/action.tsx";
import type { OrderDetail, OrderPage } from "../state/answers.ts";
import { rootOf, useLoaded, useOfMerchant } from "../state/loaded.ts";
import { hrefOf } from "../state/place.ts";
import { merchant } from "../state/session.ts";

/** Refunds that wait for an approval, where the merchant's refunds do: those of the twenty newest orders. */
export function Refunds(): VNode {
  const { value, reload } = useOfMerchant<OrderPage>("/orders?status=REFUND_REQUESTED&limit=20");
  return (
    <section class="sheet entry" aria-label="Refunds to approve">
      <h2>Refunds to approve</h2>
      {value?.orders.length === 0 ? (
        <p class="soft">
          No refund waits. Refunds wait if the merchants file says <code>refundApproval: true</code>.
        </p>
      ) : undefined}
      <ul class="plain">
        {value?.orders.map(({ id, transactions }) => (
          <Waiting key={`${id} ${transactions}`} order={id} onDone={reload} />
        ))}
      </ul>
    </section>
  );
}

interface WaitingProps {
  readonly order: string;
  readonly onDone: () => void;
}

/** The refunds of one order that wait. One that is settled has a second entry in the order's history. */
function Waiting({ order, onDone }: WaitingProps): VNode {
  const path = `/orders/${encodeURIComponent(order)}`;
  const { value, reload } = useLoaded<OrderDetail>(rootOf(merchant.value) + path);
  const latest = new Map((value?.history ?? []).map((event) => [event.id, event]));
  const waiting = [...latest.values()].filter(({ type }) => type === "REFUND_REQUEST");
  const done = (): void => {
    reload();
    onDone();
  };
  return (
    <>
      {waiting.map(({ id, amount, currency }) => (
        <li key={id} class="item">
          <span>
            <b class="digits">{`${amount} ${currency}`}</b> of{" "}
            <a href={hrefOf({ page: "orders", open: order, query: { merchant: merchant.value } })}>{order}</a>
            {` / ${id}`}
          </span>
          <span class="tools">
            {(["Approve", "Reject"] as const).map((verdict) => (
              <Action
                key={verdict}
                name={verdict}
                what={`${order} / ${id}`}
                method="POST"
                path={`${rootOf(merchant.value)}${path}/transactions/${encodeURIComponent(id)}/${verdict.toLowerCase()}`}
                onDone={done}
              />
            ))}
          </span>
        </li>
      ))}
    </>
  );
}
