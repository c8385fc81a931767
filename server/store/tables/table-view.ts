import type { CommitLine } from "../lines/commit-line.ts";
import type { Entry } from "./order-table.ts";
import { listedFrom, type RecordEntry } from "./record-table.ts";
import { bytesOf, type StoredText } from "../lines/slab.ts";
import type { StoreTable } from "./store-table.ts";
import type { RecordKind } from "../store.ts";

/** The table as it stood at one moment. What entries say is never changed in place, so references are enough. */
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

/** Every text of the view, in the order of its commits. */
export function* textsOf({ orders, records }: TableView): Generator<StoredText> {
  for (const { entries } of orders) yield* entries;
  for (const { entries } of records) for (const [, { text }] of entries) yield text;
}

/** The commits that build the view again, each of one text, in the order of first commit. */
export function* commitsOf({ orders, records }: TableView): Generator<CommitLine<Buffer>> {
  for (const { merchantId, ids, entries } of orders) {
    for (const [place, entry] of entries.entries()) yield orderCommit(merchantId, ids[place], entry);
  }
  for (const { merchantId, kind, entries } of records) {
    for (const [id, { text }] of entries) {
      yield { kind: "commit", merchantId, order: undefined, records: [{ kind, id, text: bytesOf(text) }] };
    }
  }
}

function orderCommit(merchantId: string, orderId: string | undefined, entry: Entry): CommitLine<Buffer> {
  if (orderId === undefined) throw new Error("an order is in the table but not in the index of its merchant");
  const order = { orderId, from: 0, count: entry.count, text: bytesOf(entry) };
  return { kind: "commit", merchantId, order, records: [] };
}
