import { textAt } from "../../../domain/json.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { KeptLimits } from "../../../domain/kept.ts";
import type { Order } from "../../../domain/order/order.ts";
import type { Found, Store, Work, WorkKey } from "../../../store/store.ts";
import { forgetRecords } from "../../pages.ts";
import { evictionRef } from "./evictions.ts";
import type { KeptPages } from "./kept-pages.ts";
import { createLookouts } from "./lookouts.ts";
import type { LookoutParts } from "./lookouts.ts";

/** The newest so many orders are kept, each for so many days after its first transaction; undefined: all, for ever. */
export type KeptOrdersLimits = Pick<KeptLimits, "daysKept" | "ordersKept">;

export interface KeptOrdersParts extends LookoutParts {
  readonly store: Store;
  readonly pages: Pick<KeptPages, "forgetOf">;
  readonly limitOf: (merchantId: string, limit: keyof KeptOrdersLimits) => number | undefined;
  /** Is told what was evicted. */
  readonly evicted: (merchantId: string, orders: number) => void;
}

/** The same store, which evicts what of a merchant is too much when more of it begins. */
export interface KeepingStore {
  readonly store: Store;
  /** Looks after all merchants: days pass, and limits become lower, also for those that begin nothing. */
  readonly sweep: () => Promise<void>;
}

/** Orders that are looked up together to be evicted. */
const PAGE = 500;

const DAY_MS = 24 * 3_600_000;

export function createKeptOrders(parts: KeptOrdersParts): KeepingStore {
  const { store, limitOf } = parts;
  const isLimited = (merchantId: string): boolean =>
    limitOf(merchantId, "ordersKept") !== undefined || limitOf(merchantId, "daysKept") !== undefined;
  const lookouts = createLookouts(parts, (merchantId) => keepWithin(parts, merchantId));
  return {
    store: {
      ...store,
      transact: (key, work) => {
        const { merchantId } = key;
        if (!isLimited(merchantId)) return store.transact(key, work);
        const began = (): Promise<void> => lookouts.began(merchantId, limitOf(merchantId, "ordersKept"));
        return transactThen(store, { key, work, began });
      },
    },
    sweep: async () => {
      for (const merchantId of await store.merchantsWithOrders())
        if (isLimited(merchantId)) await lookouts.look(merchantId);
    },
  };
}

interface Step<R> {
  readonly key: WorkKey;
  readonly work: (found: Found) => Work<R>;
  /** Called when the order begins with it. */
  readonly began: () => Promise<void>;
}

async function transactThen<R>(store: Store, { key, work, began }: Step<R>): Promise<R> {
  const { result, begins } = await store.transact(key, (found) => {
    const done = work(found);
    const begins = found.order === undefined && done.order !== undefined;
    return { ...done, result: { result: done.result, begins } };
  });
  if (begins) await began();
  return result;
}

/** What is known of a merchant's evictions. It goes when its orders are reset. */
interface Eviction {
  /** How many orders were evicted. */
  readonly orders: number;
  /** The newest order of each day, the oldest day first: days later all orders up to it are too old. */
  readonly days: readonly Day[];
}

interface Day {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly newest: string;
}

const RECORD = evictionRef("orders");

function evictionIn(value: JsonObject | undefined): Eviction {
  // Nobody else writes the record.
  return (value as Eviction | undefined) ?? { orders: 0, days: [] };
}

async function keepWithin(parts: KeptOrdersParts, merchantId: string): Promise<void> {
  const { store, evicted } = parts;
  const orders = await evictOldest(parts, merchantId);
  await markToday(parts, merchantId);
  if (orders === 0) return;
  evicted(merchantId, orders);
  await forgetNotifications(store, merchantId, Math.min(PAGE, 2 * orders));
}

/** The oldest notifications, so many at a time, as far as their orders are gone. */
async function forgetNotifications(store: Store, merchantId: string, limit: number): Promise<void> {
  const page = await store.listRecords(merchantId, "notification", { limit, after: undefined });
  const orders = await Promise.all(
    page.map(({ value }) => store.find({ merchantId, orderId: textAt(value, "orderId") ?? "" })),
  );
  const kept = orders.findIndex((order) => order !== undefined);
  const gone = (kept < 0 ? page : page.slice(0, kept)).map(
    ({ id }) => ({ kind: "notification", id }) as const,
  );
  await forgetRecords(store, merchantId, gone);
  if (gone.length === limit) await forgetNotifications(store, merchantId, limit);
}

/** Evicts the oldest, so many at a time, until none is too old or too many. */
async function evictOldest(parts: KeptOrdersParts, merchantId: string): Promise<number> {
  const { store, pages } = parts;
  for (let evicted = 0; ;) {
    // Read before all else: should another process evict some meanwhile, the record is another one.
    const was = await store.findRecord(merchantId, RECORD);
    const { orders, days } = evictionIn(was);
    const old = await tooOld(parts, merchantId, days);
    const oldest = old.length > 0 ? old : await tooMany(parts, merchantId);
    const last = oldest.at(-1);
    if (last === undefined) return evicted;
    await pages.forgetOf(merchantId, oldest);
    const ids = new Set(oldest.map(({ id }) => id));
    const left = days.filter(({ newest }) => !ids.has(newest));
    const becomes = (gone: number): JsonObject => recordOf({ orders: orders + gone, days: left });
    const gone = await store.evict(merchantId, last.id, { ...RECORD, was, becomes });
    if (gone === 0) return evicted;
    evicted += gone;
  }
}

async function tooOld(
  { store, limitOf, clock }: KeptOrdersParts,
  merchantId: string,
  days: readonly Day[],
): Promise<readonly Order[]> {
  const daysKept = limitOf(merchantId, "daysKept") ?? Infinity;
  const last = days.findLast(({ at }) => at <= clock() - daysKept * DAY_MS);
  if (last === undefined || (await store.find({ merchantId, orderId: last.newest })) === undefined) return [];
  const oldest = await store.list(merchantId, { limit: PAGE, after: undefined });
  const place = oldest.findIndex(({ id }) => id === last.newest);
  return place < 0 ? oldest : oldest.slice(0, place + 1);
}

async function tooMany({ store, limitOf }: KeptOrdersParts, merchantId: string): Promise<readonly Order[]> {
  const ordersKept = limitOf(merchantId, "ordersKept");
  if (ordersKept === undefined) return [];
  const excess = (await store.countOrders(merchantId)) - ordersKept;
  return excess <= 0 ? [] : store.list(merchantId, { limit: Math.min(excess, PAGE), after: undefined });
}

function recordOf({ orders, days }: Eviction): JsonObject {
  return { orders, days: days.map((day) => ({ ...day })) };
}

/** Together with the order that it names, which is evicted with the record: no mark is of one that is gone. */
async function markToday({ store, limitOf, clock }: KeptOrdersParts, merchantId: string): Promise<void> {
  if (limitOf(merchantId, "daysKept") === undefined) return;
  const now = clock();
  const isDue = (days: readonly Day[]): boolean => now - (days.at(-1)?.at ?? -Infinity) >= DAY_MS;
  if (!isDue(evictionIn(await store.findRecord(merchantId, RECORD)).days)) return;
  const [newest] = await store.list(merchantId, { limit: 1, after: undefined, newestFirst: true });
  if (newest === undefined) return;
  const key = { merchantId, orderId: newest.id, records: [RECORD] };
  await store.transact(key, ({ order, records: [found] }) => {
    const { orders, days } = evictionIn(found);
    const isNew = order !== undefined && isDue(days) && days.at(-1)?.newest !== order.id;
    const marked = { orders, days: [...days, { at: now, newest: newest.id }] };
    const records = isNew ? [{ ...RECORD, value: recordOf(marked) }] : [];
    return { order: undefined, records, result: undefined };
  });
}
