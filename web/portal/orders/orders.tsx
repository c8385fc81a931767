import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { ORDER_STATUSES } from "../../../server/domain/order/status.ts";
import { StatusBadge, statusWords } from "../parts/badge.tsx";
import { FilterBar, FilterChoice, isFiltered, NothingFound } from "../parts/filter-bar.tsx";
import { ask, attempt } from "../state/api.ts";
import type { OrderPage, OrderRow } from "../state/answers.ts";
import { rows } from "../state/feed.ts";
import { hrefOf, place } from "../state/place.ts";
import { merchant } from "../state/session.ts";
import { shownDate } from "../state/times.ts";
import { Order } from "./order.tsx";

/** The orders of the merchant, newest first, beside the one that is looked at. */
export function Orders(): VNode {
  const { open, query } = place.value;
  return (
    <div class={open === undefined ? "panes" : "panes open"}>
      <section class="pane list-pane" aria-label="Orders">
        <FilterBar label="Search" placeholder="Search id, reference, description …">
          <FilterChoice name="status" label="Any status" options={ORDER_STATUSES} words={statusWords} />
        </FilterBar>
        <OrderList key={`${merchant.value} ${query["q"] ?? ""} ${query["status"] ?? ""}`} />
      </section>
      {open === undefined ? (
        <section class="pane detail-pane hint" aria-label="Order">
          <p class="soft">Choose an order to see its life, and what may be done next.</p>
        </section>
      ) : (
        <Order key={`${merchant.value} ${open}`} id={open} />
      )}
    </div>
  );
}

function OrderList(): VNode {
  const orders = useSignal<readonly OrderRow[]>([]);
  const next = useSignal<string | undefined>(undefined);
  const isLoaded = useSignal(false);
  const load = (after?: string): Promise<void> =>
    attempt(async () => {
      const page = await ask<OrderPage>(pathOf(after));
      orders.value = after === undefined ? page.orders : [...orders.peek(), ...page.orders];
      next.value = page.next;
      isLoaded.value = true;
    });
  // A list that somebody has read on in stays as it is.
  const newest = rows.value.find((row) => row.merchant === merchant.value)?.id;
  useEffect(() => {
    if (orders.peek().length <= 50) void load();
  }, [newest]);
  return (
    <div class="rows">
      {isLoaded.value && orders.value.length === 0 && next.value === undefined ? <Nothing /> : undefined}
      <ul class="plain">
        {orders.value.map((order) => (
          <li key={order.id}>
            <OrderLine order={order} />
          </li>
        ))}
      </ul>
      {next.value === undefined ? undefined : (
        <button type="button" onClick={() => void load(next.peek())}>
          Older orders
        </button>
      )}
    </div>
  );
}

const FILTERS = ["q", "status"] as const;

function Nothing(): VNode {
  if (isFiltered(FILTERS)) return <NothingFound names={FILTERS} />;
  return <p class="empty soft">{merchant.value} has no orders yet.</p>;
}

function pathOf(after: string | undefined): string {
  const { q = "", status = "" } = place.peek().query;
  const given = { search: q, status, after: after ?? "" };
  const search = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ""));
  return `/v1/merchants/${encodeURIComponent(merchant.peek())}/orders?${search.toString()}`;
}

function OrderLine({ order }: { readonly order: OrderRow }): VNode {
  const { id, status, amount, currency, changedAt, transactions, reference } = order;
  const { open, query } = place.value;
  return (
    <a
      class="row"
      href={hrefOf({ page: "orders", open: id, query: { ...query, merchant: merchant.value } })}
      aria-current={id === open ? "true" : undefined}
    >
      <span class="row-head">
        <b class="digits">{id}</b>
        <span class="about">{reference}</span>
        <span class="digits money">{`${amount} ${currency ?? ""}`}</span>
      </span>
      <span class="row-foot">
        <StatusBadge status={status} />
        <span class="soft words">
          {transactions === 1 ? "1 transaction" : `${transactions} transactions`}
        </span>
        <time class="digits soft" dateTime={changedAt}>
          {shownDate(changedAt)}
        </time>
      </span>
    </a>
  );
}
