import { formatLine } from "./log-line.ts";
import type { Entry } from "./order-table.ts";
import { listedFrom, type RecordEntry } from "./record-table.ts";
import type { StoreTable } from "./store-table.ts";
import type { RecordKind } from "./store.ts";

/** The table as it stood at one moment. Entries are never changed in place, so references are enough. */
export interface TableView {
  readonly orders: readonly {
    readonly merchantId: string;
    readonly ids: readonly string[];
    readonly entries: readonly Entry[];
  }[];
  readonly records: readonly {
    readonly merchantId: string;
    readonly kind: RecordKind;
    readonly entries: readonly (readonly [string, RecordEntry])[];
  }[];
}

export function viewOf({ orders, records }: StoreTable): TableView {
  return {
    orders: [...orders.merchants].map(([merchantId, { ids, entries }]) => ({
      merchantId,
      ids: [...ids],
      entries: [...entries.values()],
    })),
    records: [...records.merchants].flatMap(([merchantId, kinds]) =>
      [...kinds].map(([kind, ofKind]) => ({ merchantId, kind, entries: [...listedFrom(ofKind, 0)] })),
    ),
  };
}

/** The lines that build the view again, in the order of first commit. */
export function* linesOf({ orders, records }: TableView): Generator<Buffer> {
  for (const { merchantId, ids, entries } of orders) {
    for (const [place, entry] of entries.entries()) yield orderLine(merchantId, ids[place], entry);
  }
  for (const { merchantId, kind, entries } of records) {
    for (const [id, { text }] of entries) {
      yield formatLine({ kind: "commit", merchantId, order: undefined, records: [{ kind, id, text }] });
    }
  }
}

function orderLine(merchantId: string, orderId: string | undefined, { count, text }: Entry): Buffer {
  if (orderId === undefined)
    throw new Error("an order stands in the table and not in the index of its merchant");
  const order = { orderId, from: 0, count, text };
  return formatLine({ kind: "commit", merchantId, order, records: [] });
}
