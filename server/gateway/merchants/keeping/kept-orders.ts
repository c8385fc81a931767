import { textAt } from "../../../domain/json.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { KeptLimits } from "../../../domain/kept.ts";
import type { Found, Store, Work, WorkKey } from "../../../store/store.ts";
import { forgetRecords } from "../../pages.ts";
import { countIn, evictionRef } from "./evictions.ts";
import type { KeptPages } from "./kept-pages.ts";
import { createLookouts } from "./lookouts.ts";
import type { LookoutParts } from "./lookouts.ts";

/** The newest so many orders are kept, each for so many days after its first transaction; undefined: all, for ever. */
export type KeptOrdersLimits = Pick<KeptLimits, "daysKept" | "ordersKept">;

export interface KeptOrdersParts extends LookoutParts {
  readonly store: Store;
  readonly pages: Pick<KeptPages, "forgetOf" | "forgetThrough">;
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

/** What is left of the days, and how many orders were evicted. */
interface Evicted {
  readonly orders: number;
  readonly days: readonly Day[];
}

async function keepWithin(parts: KeptOrdersParts, merchantId: string): Promise<void> {
  const { store, evicted } = parts;
  const before = evictionIn(await store.findRecord(merchantId, RECORD));
  const old = await evictOld(parts, merchantId, before.days);
  const excess = await evictExcess(parts, merchantId, old.days);
  const orders = old.orders + excess.orders;
  if (orders === 0 && excess.days === before.days) return;
  await keepRecord(store, merchantId, { orders, days: excess.days });
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

async function evictOld(parts: KeptOrdersParts, merchantId: string, days: readonly Day[]): Promise<Evicted> {
  const daysKept = parts.limitOf(merchantId, "daysKept");
  if (daysKept === undefined) return { orders: 0, days };
  const now = parts.clock();
  const young = days.filter(({ at }) => at > now - daysKept * DAY_MS);
  let orders = 0;
  // Each is newer than the one before it.
  for (const { newest } of days.slice(0, days.length - young.length)) {
    await parts.pages.forgetThrough(merchantId, newest);
    orders += await parts.store.evict(merchantId, newest);
  }
  const left = young.length === days.length ? days : young;
  return { orders, days: await withToday(parts, merchantId, left) };
}

async function evictExcess(
  { store, pages, limitOf }: KeptOrdersParts,
  merchantId: string,
  days: readonly Day[],
): Promise<Evicted> {
  const ordersKept = limitOf(merchantId, "ordersKept");
  if (ordersKept === undefined) return { orders: 0, days };
  const gone = new Set<string>();
  let orders = 0;
  const excessNow = async (): Promise<number> => (await store.countOrders(merchantId)) - ordersKept;
  for (let left = await excessNow(); left > 0; left -= PAGE) {
    const listed = await store.list(merchantId, { limit: Math.min(left, PAGE), after: undefined });
    // Another process may have evicted some before they were listed.
    const oldest = listed.slice(0, Math.max(0, await excessNow()));
    await pages.forgetOf(merchantId, oldest);
    orders += await store.evict(merchantId, oldest.at(-1)?.id ?? "");
    for (const { id } of oldest) gone.add(id);
  }
  // Somebody may take the id of one that is gone for a new order.
  const left = days.filter(({ newest }) => !gone.has(newest));
  return { orders, days: left.length === days.length ? days : left };
}

async function withToday({ store, clock }: KeptOrdersParts, merchantId: string, days: readonly Day[]) {
  const [last, now] = [days.at(-1), clock()];
  if (last !== undefined && now - last.at < DAY_MS) return days;
  const [newest] = await store.list(merchantId, { limit: 1, after: undefined, newestFirst: true });
  if (newest === undefined || newest.id === last?.newest) return days;
  return [...days, { at: now, newest: newest.id }];
}

/** Other processes count theirs. */
function keepRecord(store: Store, merchantId: string, { orders, days }: Eviction): Promise<void> {
  return store.transact({ merchantId, orderId: undefined, records: [RECORD] }, ({ records: [found] }) => ({
    order: undefined,
    records: [
      {
        ...RECORD,
        value: { orders: countIn(found, "orders") + orders, days: days.map((day) => ({ ...day })) },
      },
    ],
    result: undefined,
  }));
}
