import { maskId, maskText } from "../../../domain/card/card.ts";
import { textAt } from "../../../domain/json.ts";
import { formatAmount } from "../../../domain/money.ts";
import { withDueEntries } from "../../../domain/order/due-entries.ts";
import type { Order } from "../../../domain/order/order.ts";
import { currencyOf, statusOf } from "../../../domain/order/status.ts";
import { totalsOf } from "../../../domain/order/totals.ts";
import { isoTime } from "../../../domain/time.ts";
import { orderAmountOf } from "../../../gateway/answers/groups/order-group.ts";
import type { AppParts } from "../../parts.ts";
import { listOf, MERCHANT, NO_MERCHANT } from "../kernel/endpoint.ts";
import type { Judged, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import { NEXT } from "../kernel/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { orderDetail } from "./order-detail.ts";
import { ORDER_DETAIL, ORDER_QUERY, ORDER_ROW } from "./order-views.ts";
import type { OrderDetail, OrderPage, OrderRow } from "./order-views.ts";
import { pagesOf, searched } from "./search.ts";

/** The orders that the store holds of a merchant. */
export const orders: Resource = {
  schemas: {
    OrderRow: ORDER_ROW,
    Orders: {
      type: "object",
      required: ["orders"],
      properties: {
        orders: listOf("OrderRow"),
        next: NEXT,
      },
    },
    OrderDetail: ORDER_DETAIL,
  },
  endpoints: [
    endpoint({
      method: "get",
      path: `${MERCHANT}/orders`,
      tag: "Orders",
      summary: "Lists the merchant's orders, newest first",
      description: pagesOf("orders"),
      query: ORDER_QUERY,
      answers: { 200: "Orders" },
      problems: { 400: "A filter is unknown, or its value is wrong.", 404: NO_MERCHANT },
      handle:
        (parts) =>
        ({ merchant, query }) =>
          pageOf(parts, merchant.id, query),
    }),
    endpoint({
      method: "get",
      path: `${MERCHANT}/orders/:orderId`,
      tag: "Orders",
      summary: "Returns an order with its transactions, and what may be done next",
      description:
        "Each step in next has been tried without effect, so that a refusal has the gateway's own sentence.",
      answers: { 200: "OrderDetail" },
      problems: { 404: "There is no such merchant, or it has no order with this id." },
      handle: (parts) => {
        const detailOf = orderDetail(parts);
        return async ({ merchant, params: { orderId } }): Promise<OrderDetail> => {
          const order = await parts.orders.find({ merchantId: merchant.id, orderId });
          if (order === undefined)
            throw new Problem(404, "No such order", "The merchant has no order with this id.");
          const now = await parts.clocks.now(merchant.id);
          return {
            ...rowOf(withDueEntries(order, now)),
            ...(await detailOf(merchant, withDueEntries(order, now))),
          };
        };
      },
    }),
  ],
};

async function pageOf(
  { orders: source, clocks }: AppParts,
  merchantId: string,
  { search, status, ...page }: Judged<typeof ORDER_QUERY>,
): Promise<OrderPage> {
  const now = await clocks.now(merchantId);
  const found = await searched(
    {
      list: (part) => source.list(merchantId, part),
      idOf: ({ id }) => id,
      foundIn: (order) => {
        const row = rowOf(withDueEntries(order, now));
        return (status ?? row.status) === row.status && bears(order, search) ? [row] : [];
      },
      nextOf: ({ id }) => id,
      nextBehind: ({ id }) => maskId(id),
    },
    page,
  );
  return { orders: found.rows, next: found.next };
}

/** Names of people are found whatever the case of their letters. */
function bears({ id, transactions }: Order, search = ""): boolean {
  const wanted = search.toLowerCase();
  if (id.toLowerCase().includes(wanted)) return true;
  return transactions.some(({ request }) =>
    ["order.reference", "order.description"].some((member) =>
      textAt(request, member)?.toLowerCase().includes(wanted),
    ),
  );
}

function rowOf(order: Order): OrderRow {
  const { id, transactions } = order;
  const { authorized, captured, refunded, disbursed } = totalsOf(order);
  const [first] = transactions;
  const last = transactions.at(-1);
  const references = transactions.flatMap(({ request }) => textAt(request, "order.reference") ?? []);
  return {
    id: maskId(id),
    status: statusOf(order),
    reference: references[0] === undefined ? undefined : maskText(references[0]),
    currency: currencyOf(order),
    amount: formatAmount(orderAmountOf(order).amount),
    totals: {
      authorized: formatAmount(authorized),
      captured: formatAmount(captured),
      refunded: formatAmount(refunded),
      disbursed: formatAmount(disbursed),
    },
    transactions: transactions.length,
    createdAt: isoTime(first?.at ?? 0),
    changedAt: isoTime(last?.at ?? 0),
  };
}
