import type { JsonObject } from "../../domain/json.ts";
import type { Order, Transaction } from "../../domain/order/order.ts";
import type { ListedRecord, OrderKey, Page, RecordKind, Store } from "../store.ts";
import type { Database } from "./database.ts";
import { fromKey, toKey } from "./entries.ts";
import type { ReadEntries } from "./entries.ts";

/** An open store, to whoever only looks. */
export interface Readable {
  readonly database: Database;
  readonly read: ReadEntries;
}

/** What only looks, of the store and of what processes tell each other by it. */
export interface Reading extends Pick<
  Store,
  | "countOrders"
  | "countRecords"
  | "find"
  | "findRecord"
  | "findRecords"
  | "list"
  | "listRecords"
  | "merchantsWith"
  | "merchantsWithOrders"
> {
  /** How often the merchant's orders were reset. */
  resetsOf: (merchantId: string) => Promise<number>;
  /** Names the notifications that are on their way, of all merchants, in the order of their commits. */
  queuedNotifications: () => Promise<readonly { readonly merchantId: string; readonly id: string }[]>;
}

/** `open` throws once the store is closed. */
export function readingOf(open: () => Readable): Reading {
  const findRecords: Reading["findRecords"] = async (merchantId, refs) => {
    const { entries } = await open().read(merchantId, refs);
    return entries.map(({ text }) => recordOf(text));
  };
  return {
    find: async (key) => {
      const { entries } = await open().read(key.merchantId, [{ kind: "order", id: key.orderId }]);
      const text = entries[0]?.text;
      return text === undefined ? undefined : orderOf(key, text);
    },
    list: async (merchantId, page) => {
      const rows = await listed(open(), merchantId, "order", page);
      return rows.map(({ id, text }) => orderOf({ merchantId, orderId: id }, text));
    },
    merchantsWithOrders: async () => merchantsHaving(open(), "order"),
    countOrders: async (merchantId) => countOf(open(), merchantId, "order"),
    findRecord: async (merchantId, ref) => (await findRecords(merchantId, [ref]))[0],
    findRecords,
    listRecords: async (merchantId, kind, page): Promise<readonly ListedRecord[]> => {
      const rows = await listed(open(), merchantId, kind, page);
      return rows.map(({ id, text }) => ({ id, value: JSON.parse(text) as JsonObject }));
    },
    countRecords: async (merchantId, kind) => countOf(open(), merchantId, kind),
    merchantsWith: async (kind) => merchantsHaving(open(), kind),
    resetsOf: async (merchantId) => {
      const text = `select resets from sandbox_merchants where merchant = $1`;
      const [row] = await open().database.run({ text, values: [toKey(merchantId)] });
      return Number(row?.["resets"] ?? 0);
    },
    queuedNotifications: async () => {
      const rows = await open().database.run({ name: "sandbox_queued", text: QUEUED });
      return rows.map(({ merchant, id }) => ({ merchantId: fromKey(merchant), id: fromKey(id) }));
    },
  };
}

export function orderOf({ merchantId, orderId }: OrderKey, text: string): Order {
  return { merchantId, id: orderId, transactions: JSON.parse(`[${text}]`) as Transaction[] };
}

export function recordOf(text: string | undefined): JsonObject | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as JsonObject);
}

const LIST = `
  select id, value from sandbox_entries
  where merchant = $1 and kind = $2 and value is not null`;
const AFTER = `(
  select place from sandbox_entries where merchant = $1 and kind = $2 and id = $4 and value is not null)`;

async function listed(
  { database }: Readable,
  merchantId: string,
  kind: RecordKind | "order",
  { limit, after, newestFirst = false }: Page,
): Promise<readonly { readonly id: string; readonly text: string }[]> {
  const behind = after === undefined ? "" : ` and place ${newestFirst ? "<" : ">"} ${AFTER}`;
  const text = `${LIST}${behind} order by place ${newestFirst ? "desc" : "asc"} limit $3`;
  const values = [toKey(merchantId), kind, Number.isFinite(limit) ? limit : null];
  const rows = await database.run({ text, values: after === undefined ? values : [...values, toKey(after)] });
  return rows.map(({ id, value }) => ({ id: fromKey(id), text: String(value) }));
}

async function merchantsHaving(
  { database }: Readable,
  kind: RecordKind | "order",
): Promise<readonly string[]> {
  const text = `
    select m.merchant from sandbox_merchants m
    where exists (select 1 from sandbox_entries e where e.merchant = m.merchant and e.kind = $1)`;
  const rows = await database.run({ text, values: [kind] });
  return rows.map(({ merchant }) => fromKey(merchant));
}

/** By the index of these alone. */
const QUEUED = `
  select merchant, id from sandbox_entries
  where kind = 'notification' and value like '%"state":"queued"%' order by place limit 10000`;

const COUNT = `
  select count(*) as entries from sandbox_entries where merchant = $1 and kind = $2 and value is not null`;

async function countOf(
  { database }: Readable,
  merchantId: string,
  kind: RecordKind | "order",
): Promise<number> {
  const [row] = await database.run({ text: COUNT, values: [toKey(merchantId), kind] });
  return Number(row?.["entries"]);
}
