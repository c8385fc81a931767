import { maskId } from "../../../domain/card/card.ts";
import { withDueEntries } from "../../../domain/order/due-entries.ts";
import { currentTransactions } from "../../../domain/order/order.ts";
import type { Order, Transaction } from "../../../domain/order/order.ts";
import { msOfAskedTime } from "../../../domain/time.ts";
import type { AppParts } from "../../parts.ts";
import { listOf, MERCHANT, NO_MERCHANT } from "../kernel/endpoint.ts";
import type { Judged, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import { NEXT } from "../kernel/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { eventOf } from "./order-detail.ts";
import { pagesOf, searched } from "./search.ts";
import { TRANSACTION_QUERY, TRANSACTION_ROW } from "./transaction-views.ts";
import type { TransactionPage, TransactionRow } from "./transaction-views.ts";

/** The transactions that the store holds of a merchant, whatever their order (assumption A460). */
export const transactions: Resource = {
  schemas: {
    TransactionRow: TRANSACTION_ROW,
    Transactions: {
      type: "object",
      required: ["transactions"],
      properties: { transactions: listOf("TransactionRow"), next: NEXT },
    },
  },
  endpoints: [
    endpoint({
      method: "get",
      path: `${MERCHANT}/transactions`,
      tag: "Orders",
      summary: "Lists the merchant's transactions, those of the newest order first",
      description:
        "Orders stand as in their own list, and the newest transaction of each stands first. Each transaction is shown " +
        `as it stands now. ${pagesOf("orders")}`,
      query: TRANSACTION_QUERY,
      answers: { 200: "Transactions" },
      problems: { 400: "A filter is unknown, or its value is wrong.", 404: NO_MERCHANT },
      handle:
        (parts) =>
        ({ merchant, query }) =>
          pageFor(parts, merchant.id, query),
    }),
  ],
};

type Query = Judged<typeof TRANSACTION_QUERY>;

/** A transaction as it stands, and the order that it is of. */
interface Found {
  readonly order: Order;
  readonly transaction: Transaction;
}

async function pageFor(
  { orders, clocks }: AppParts,
  merchantId: string,
  { after, limit, ...filters }: Query,
): Promise<TransactionPage> {
  const now = await clocks.now(merchantId);
  const isMeant = filterOf(filters);
  const place = after === undefined ? undefined : placeOf(after);
  const first = filters.order ?? (place?.transactionId === undefined ? undefined : place.orderId);
  const begun = first === undefined ? undefined : await orders.find({ merchantId, orderId: first });
  const left = begun === undefined ? [] : behind(transactionsOf(begun, now), place?.transactionId);
  const { rows, next } = await searched(
    {
      list: async (page) => (filters.order === undefined ? orders.list(merchantId, page) : []),
      idOf: ({ id }) => id,
      foundIn: (order) => transactionsOf(order, now).filter(isMeant),
      nextOf: ({ order, transaction }) => cursorOf(order.id, transaction.id),
      nextBehind: ({ id }) => cursorOf(id),
    },
    { after: place?.orderId, limit },
    left.filter(isMeant),
  );
  return { transactions: rows.map(shown), next };
}

/** Newest first. */
function transactionsOf(stored: Order, now: number): readonly Found[] {
  const order = withDueEntries(stored, now);
  return currentTransactions(order)
    .map((transaction) => ({ order, transaction }))
    .toReversed();
}

function behind(all: readonly Found[], transactionId: string | undefined): readonly Found[] {
  if (transactionId === undefined) return all;
  const place = all.findIndex(({ transaction: { id } }) => id === transactionId);
  return place < 0 ? [] : all.slice(place + 1);
}

function filterOf({ operation, result, outcome, since }: Omit<Query, "after" | "limit">) {
  const from = since === undefined ? -Infinity : msOfAskedTime(since);
  if (from === undefined)
    throw new Problem(
      400,
      "Invalid since",
      "since must be a time with a time zone, for example 2030-01-31T12:00:00Z.",
    );
  return ({ transaction: it }: Found): boolean =>
    it.at >= from &&
    (operation ?? it.operation) === it.operation &&
    (result ?? it.outcome.result) === it.outcome.result &&
    (outcome ?? it.outcome.gatewayCode) === it.outcome.gatewayCode;
}

function shown({ order, transaction }: Found): TransactionRow {
  const index = order.transactions.lastIndexOf(transaction);
  return { order: maskId(order.id), ...eventOf(order, transaction, index) };
}

/** Ids hold any characters, so that they are told apart as in a path. */
function cursorOf(...ids: readonly [orderId: string, transactionId?: string]): string {
  return ids.flatMap((id) => (id === undefined ? [] : encodeURIComponent(maskId(id)))).join("/");
}

function placeOf(after: string): { readonly orderId: string; readonly transactionId: string | undefined } {
  try {
    const [orderId = "", transactionId] = after.split("/").map(decodeURIComponent);
    return { orderId, transactionId };
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new Problem(400, "Invalid after", "after must be next of the previous page.");
  }
}
