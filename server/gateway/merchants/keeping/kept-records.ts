import type { JsonObject } from "../../../domain/json.ts";
import type { Kept } from "../../../domain/kept.ts";
import type {
  Found,
  ListedRecord,
  RecordChange,
  RecordKind,
  RecordRef,
  Store,
  Work,
  WorkKey,
} from "../../../store/store.ts";
import { forgetPages } from "../../pages.ts";
import type { PageRef } from "../../pages.ts";
import { countIn, evictionRef } from "./evictions.ts";
import type { KeepingStore } from "./kept-orders.ts";
import { createLookouts } from "./lookouts.ts";
import type { LookoutParts } from "./lookouts.ts";

export type KeptRecords = Exclude<Kept, "orders">;

/** A kind of records of which only the newest are kept. */
export interface KeptKind {
  readonly kind: RecordKind;
  /**
   * How much it would be missed, at this time of the merchant's clock: 0 is used by nobody, and goes first; of the others the
   * lowest.
   */
  readonly worth: (value: JsonObject, now: number) => number;
  /** What is forgotten with it. */
  readonly companions: (id: string, value: JsonObject) => readonly RecordRef[];
  /** The page that payers open, which goes with it. */
  readonly page?: (id: string) => PageRef;
}

export interface KeptRecordsParts extends LookoutParts {
  readonly store: Store;
  readonly named: KeptRecords;
  /** So many are kept of the merchant, the newest; undefined: all. */
  readonly limitOf: (merchantId: string) => number | undefined;
  /** By the merchant's clock. */
  readonly now: (merchantId: string) => Promise<number>;
  /** Is told how many were evicted. */
  readonly evicted: (merchantId: string, count: number) => void;
}

/** Records that are looked up together. */
const PAGE = 500;

export function createKeptRecords(parts: KeptRecordsParts, kept: KeptKind): KeepingStore {
  const { store, limitOf } = parts;
  const lookouts = createLookouts(parts, (merchantId) =>
    keepWithin(parts, kept, merchantId, limitOf(merchantId) ?? Infinity),
  );
  return {
    store: {
      ...store,
      transact: (key, work) => {
        const isAbout = key.records.some(({ kind }) => kind === kept.kind);
        const limit = isAbout ? limitOf(key.merchantId) : undefined;
        if (limit === undefined) return store.transact(key, work);
        const began = (): Promise<void> => lookouts.began(key.merchantId, limit);
        return transactThen(store, kept, { key, work, began });
      },
    },
    sweep: async () => {
      for (const merchantId of await store.merchantsWith(kept.kind))
        if (limitOf(merchantId) !== undefined) await lookouts.look(merchantId);
    },
  };
}

interface Step<R> {
  readonly key: WorkKey;
  readonly work: (found: Found) => Work<R>;
  /** Called when a record of the kind begins with it. */
  readonly began: () => Promise<void>;
}

async function transactThen<R>(store: Store, { kind }: KeptKind, { key, work, began }: Step<R>): Promise<R> {
  const { result, begins } = await store.transact(key, (found) => {
    const done = work(found);
    const isNew = (id: string): boolean =>
      found.records[key.records.findIndex((ref) => ref.kind === kind && ref.id === id)] === undefined;
    const begins = done.records.some((it) => it.kind === kind && it.value !== undefined && isNew(it.id));
    return { ...done, result: { result: done.result, begins } };
  });
  if (begins) await began();
  return result;
}

async function keepWithin(
  parts: KeptRecordsParts,
  kept: KeptKind,
  merchantId: string,
  limit: number,
): Promise<void> {
  const { store } = parts;
  const excessNow = async (): Promise<number> => (await store.countRecords(merchantId, kept.kind)) - limit;
  const now = await parts.now(merchantId);
  const { page } = kept;
  for (let left = await excessNow(); left > 0; left -= PAGE) {
    const found = await victimsOf(parts, kept, { merchantId, now, excess: Math.min(left, PAGE), limit });
    // Another process may have evicted some before they were found.
    const victims = found.slice(0, Math.max(0, await excessNow()));
    if (page !== undefined)
      await forgetPages(
        store,
        victims.map(({ id }) => page(id)),
      );
    const gone = await forget(parts, kept, { merchantId, now, victims });
    if (gone > 0) parts.evicted(merchantId, gone);
  }
}

interface Search {
  readonly merchantId: string;
  readonly now: number;
  readonly excess: number;
  readonly limit: number;
}

/**
 * The oldest that nobody uses. Those in use are passed over as long as they are fewer than half of the limit: the newer half
 * is never looked at, so that what has just begun is not the first to go.
 */
async function victimsOf(
  { store }: KeptRecordsParts,
  { kind, worth }: KeptKind,
  { merchantId, now, excess, limit }: Search,
): Promise<readonly ListedRecord[]> {
  const unused: ListedRecord[] = [];
  const used: ListedRecord[] = [];
  let left = excess + Math.floor(limit / 2);
  let after: string | undefined;
  while (unused.length < excess && left > 0) {
    const page = await store.listRecords(merchantId, kind, { limit: Math.min(PAGE, left), after });
    if (page.length === 0) break;
    for (const record of page) (worth(record.value, now) === 0 ? unused : used).push(record);
    left -= page.length;
    after = page.at(-1)?.id;
  }
  const byWorth = used.sort((one, other) => worth(one.value, now) - worth(other.value, now));
  return [...unused, ...byWorth].slice(0, excess);
}

interface Condemned {
  readonly merchantId: string;
  readonly now: number;
  readonly victims: readonly ListedRecord[];
}

/** In one commit with the count; but for those that somebody has begun to use meanwhile. Gives how many. */
function forget(
  { store, named }: KeptRecordsParts,
  { kind, worth, companions }: KeptKind,
  { merchantId, now, victims }: Condemned,
): Promise<number> {
  const counted = evictionRef(named);
  const condemned = victims.map(({ id, value }) => ({
    refs: [{ kind, id }, ...companions(id, value)],
    isSame: (found: JsonObject | undefined): boolean =>
      found !== undefined &&
      worth(found, now) === worth(value, now) &&
      namesOf(companions(id, found)) === namesOf(companions(id, value)),
  }));
  const records = [counted, ...condemned.flatMap(({ refs }) => refs)];
  return store.transact({ merchantId, orderId: undefined, records }, (found) => {
    let at = 1;
    const gone = condemned.filter(({ refs, isSame }) => {
      const record = found.records[at];
      at += refs.length;
      return isSame(record);
    });
    const forgotten = gone.flatMap(({ refs }) =>
      refs.map((ref): RecordChange => ({ ...ref, value: undefined })),
    );
    const count = countIn(found.records[0], named) + gone.length;
    return {
      order: undefined,
      records: gone.length === 0 ? [] : [{ ...counted, value: { [named]: count } }, ...forgotten],
      result: gone.length,
    };
  });
}

function namesOf(refs: readonly RecordRef[]): string {
  return JSON.stringify(refs.map(({ kind, id }) => [kind, id]));
}
