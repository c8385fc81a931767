import { createHash } from "node:crypto";
import type { Hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Order } from "../domain/order/order.ts";
import { RECORD_KINDS, StoreUnusable } from "../store/store.ts";
import type { ListedRecord, RecordKind, Store } from "../store/store.ts";
import { EXIT, flagValue, UsageError } from "./kernel/command.ts";
import type { Command, Invocation } from "./kernel/command.ts";

/** Copies all data of a store to another one that is empty, and reads both again. */
export const moveCommand: Command = {
  summary: "Copies the data of a folder to a PostgreSQL database or back, and checks the copy.",
  words: undefined,
  wordsMax: 0,
  flags: [
    { name: "from", help: "data folder, or postgres://user:password@host:5432/name; it stays as it is" },
    { name: "to", help: "the same, of an empty folder or database" },
  ],
  run: (invocation, { print, tell }) => {
    const [from, to] = [placeIn(invocation, "from"), placeIn(invocation, "to")];
    return withStore(openSource(from), (source) =>
      withStore(openPlace(to, source.secret), async (target) => {
        await demandEmpty(target, source);
        const copied = await copy(source, target);
        const found = await read(target, NOBODY);
        if (copied.digest !== found.digest) {
          tell(`The copy is not the same: ${wordsOf(copied)} were read, ${wordsOf(found)} are there now.\n`);
          return EXIT.found;
        }
        print(`Copied ${wordsOf(found)}.\nThe same digest on both sides: ${found.digest}\n`);
        return EXIT.fine;
      }),
    );
  },
};

async function withStore<R>(opening: Promise<Store>, work: (store: Store) => Promise<R>): Promise<R> {
  const store = await opening;
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function placeIn(invocation: Invocation, flag: string): string {
  const place = flagValue(invocation, flag) ?? "";
  if (place === "") throw new UsageError(`--${flag} is missing: name a data folder or a postgres:// URL`);
  return place;
}

function isDatabase(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

function openSource(place: string): Promise<Store> {
  if (!isDatabase(place) && !existsSync(join(place, "secret.key")))
    throw new UsageError(`--from names ${place}, which holds no data`);
  return openPlace(place);
}

/** The secret is given to data that begin now. Nobody else may use them: a folder is locked, and of a database is asked. */
async function openPlace(place: string, secret?: Uint8Array): Promise<Store> {
  const given = secret === undefined ? {} : { secret };
  const log = (): void => undefined;
  if (!isDatabase(place)) {
    const { openLogStore } = await import("../store/log-store.ts");
    return openLogStore({ folder: place, log, onDamage: "refuse", ...given });
  }
  const { openPostgresStore } = await import("../store/postgres/postgres-store.ts");
  const { livingProcesses } = await import("../store/postgres/pulse.ts");
  const store = await openPostgresStore({ url: place, connections: 2, log, ...given });
  const users = await livingProcesses(store.database);
  if (users.size === 0) return store;
  await store.close();
  throw new StoreUnusable(`${users.size} sandboxes use the database; stop them, and wait ten seconds`);
}

async function demandEmpty(target: Store, source: Store): Promise<void> {
  const merchants = await merchantsOf(target);
  if (merchants.length > 0)
    throw new StoreUnusable("--to holds data already; empty it, or choose another place");
  if (!Buffer.from(target.secret).equals(Buffer.from(source.secret)))
    throw new StoreUnusable("--to has a secret of its own already; empty it, or choose another place");
}

/** What a store holds, counted, and a digest of all of it in its order. */
interface Content {
  readonly merchants: number;
  readonly orders: number;
  readonly transactions: number;
  readonly records: number;
  readonly digest: string;
}

function wordsOf({ merchants, orders, transactions, records }: Content): string {
  return `${orders} orders with ${transactions} transactions and ${records} records of ${merchants} merchants`;
}

/** Is told of each page of orders and records, one after the other. */
interface Reader {
  readonly orders: (merchantId: string, page: readonly Order[]) => Promise<void>;
  readonly records: (merchantId: string, kind: RecordKind, page: readonly ListedRecord[]) => Promise<void>;
}

const NOBODY: Reader = { orders: () => Promise.resolve(), records: () => Promise.resolve() };

/** Orders and records keep their order, as they are written one after the other. */
function copy(source: Store, target: Store): Promise<Content> {
  return read(source, {
    orders: async (merchantId, page) => {
      for (const order of page)
        await target.transact({ merchantId, orderId: order.id, records: [] }, () => ({
          order,
          records: [],
          result: undefined,
        }));
    },
    records: async (merchantId, kind, page) => {
      const begun = page.map(({ id, value }) => ({ kind, id, value }));
      const key = { merchantId, orderId: undefined, records: [] };
      await target.transact(key, () => ({ order: undefined, records: [], begun, result: undefined }));
    },
  });
}

const PAGE = 200;

type Counts = { orders: number; transactions: number; records: number };

async function read(store: Store, reader: Reader): Promise<Content> {
  const hash = createHash("sha256");
  const merchants = await merchantsOf(store);
  const counts: Counts = { orders: 0, transactions: 0, records: 0 };
  for (const merchantId of merchants) {
    add(hash, "merchant", merchantId);
    for await (const page of pagesOf((range) => store.list(merchantId, range))) {
      await reader.orders(merchantId, page);
      addOrders(hash, counts, page);
    }
    for await (const [kind, page] of recordsOf(store, merchantId)) {
      await reader.records(merchantId, kind, page);
      counts.records += page.length;
      page.forEach((record) => {
        add(hash, kind, record);
      });
    }
  }
  return { merchants: merchants.length, ...counts, digest: hash.digest("hex") };
}

function addOrders(hash: Hash, counts: Counts, page: readonly Order[]): void {
  for (const order of page) {
    add(hash, "order", order);
    counts.orders += 1;
    counts.transactions += order.transactions.length;
  }
}

async function* recordsOf(
  store: Store,
  merchantId: string,
): AsyncGenerator<readonly [RecordKind, readonly ListedRecord[]]> {
  for (const kind of RECORD_KINDS)
    for await (const page of pagesOf((range) => store.listRecords(merchantId, kind, range)))
      yield [kind, page];
}

function add(hash: Hash, kind: string, value: unknown): void {
  hash.update(`${JSON.stringify([kind, value])}\n`);
}

/** Those that have something, by their ids. */
async function merchantsOf(store: Store): Promise<readonly string[]> {
  const one = { limit: 1, after: undefined };
  const all = new Set(await store.merchantsWithOrders());
  for (const kind of RECORD_KINDS) for (const id of await store.merchantsWith(kind)) all.add(id);
  const found: string[] = [];
  for (const id of [...all].sort()) {
    const records = RECORD_KINDS.map((kind) => store.listRecords(id, kind, one));
    const firsts = await Promise.all<readonly unknown[]>([store.list(id, one), ...records]);
    if (firsts.some((page) => Array.isArray(page) && page.length > 0)) found.push(id);
  }
  return found;
}

async function* pagesOf<T extends { readonly id: string }>(
  list: (range: { readonly limit: number; readonly after: string | undefined }) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[]> {
  let page: readonly T[] = [];
  do {
    page = await list({ limit: PAGE, after: page.at(-1)?.id });
    if (page.length > 0) yield page;
  } while (page.length === PAGE);
}
