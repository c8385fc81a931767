import { formatLine, type OrderLine } from "./log-line.ts";
import type { Entry, OrderTable } from "./order-table.ts";

/** The table as it stood at one moment. Entries are never changed in place, so references are enough. */
export type TableView = readonly {
  readonly merchantId: string;
  readonly ids: readonly string[];
  readonly entries: readonly Entry[];
}[];

export function viewOf(table: OrderTable): TableView {
  return [...table.merchants].map(([merchantId, orders]) => ({
    merchantId,
    ids: [...orders.ids],
    entries: [...orders.entries.values()],
  }));
}

/** The lines that build the view again, in the order of first commit. */
export function* linesOf(view: TableView): Generator<Buffer> {
  for (const { merchantId, ids, entries } of view) {
    for (const [place, entry] of entries.entries()) yield formatLine(lineOf(merchantId, ids[place], entry));
  }
}

function lineOf(merchantId: string, orderId: string | undefined, { count, owed, text }: Entry): OrderLine {
  if (orderId === undefined)
    throw new Error("an order stands in the table and not in the index of its merchant");
  return { kind: "order", key: { merchantId, orderId }, from: 0, count, owed, text };
}
