import type { Exchange } from "../domain/exchange.ts";
import { isMeant, type ExchangeFilter } from "./exchange-filter.ts";
import { jsonSizeOf } from "./json-size.ts";
import { addNewest, countOf, createShelf, newestFirst, takeOldest, type Entry, type Shelf } from "./shelf.ts";

/** Which exchanges to show, and which page of them. */
export interface ExchangeQuery {
  readonly filter: ExchangeFilter;
  /** At most this many, newest first. */
  readonly limit: number;
  /** Only exchanges older than the one of this id, and none when it is not kept; undefined: from the newest. */
  readonly before?: string | undefined;
  /** Only exchanges newer than the one of this id, and none when it is not kept; undefined: to the oldest. */
  readonly after?: string | undefined;
}

/** The exchanges in memory: per merchant the newest ones, so that a busy merchant pushes out nobody else's. */
export interface Journal {
  record: (exchange: Exchange) => void;
  find: (id: string) => Exchange | undefined;
  /** Newest first. */
  list: (query: ExchangeQuery) => readonly Exchange[];
  /** How many of the merchant newer ones have pushed out, since it was last forgotten. */
  goneOf: (merchantId: string) => number;
  /** Forgets the exchanges of one merchant. */
  forget: (merchantId: string) => void;
  /** Calls with every exchange that is recorded from now on, until the function that comes back is called. */
  subscribe: (listener: (exchange: Exchange) => void) => () => void;
}

export interface JournalLimits {
  /** Exchanges kept per merchant. */
  readonly perMerchant: number;
  /** About how many bytes of JSON text the exchanges of one merchant take; in memory they take several times that. */
  readonly bytesPerMerchant: number;
  /** The same for all merchants together; the one that takes the most makes room. */
  readonly bytes: number;
  /** Merchants whose exchanges are kept; the one that was quiet the longest goes first. */
  readonly merchants: number;
}

interface Shelves {
  readonly limits: JournalLimits;
  /** The merchant whose last exchange is the newest stands last. */
  readonly byMerchant: Map<string, Shelf>;
  readonly byId: Map<string, Entry>;
  bytes: number;
}

/** Exchanges whose caller never proved to be a merchant share one place. */
const NOBODY = "";

export function createJournal(limits: JournalLimits): Journal {
  const shelves: Shelves = { limits, byMerchant: new Map(), byId: new Map(), bytes: 0 };
  const listeners = new Set<(exchange: Exchange) => void>();
  let sequence = 0;
  return {
    record: (exchange) => {
      sequence += 1;
      makeRoom(shelves, shelve(shelves, { sequence, exchange, bytes: jsonSizeOf(exchange) }));
      for (const listener of listeners) listener(exchange);
    },
    find: (id) => shelves.byId.get(id)?.exchange,
    list: (query) => select(shelves, query),
    goneOf: (merchantId) => shelves.byMerchant.get(merchantId)?.gone ?? 0,
    forget: (merchantId) => {
      remove(shelves, merchantId);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Returns the shelf that the entry came to. */
function shelve(shelves: Shelves, entry: Entry): Shelf {
  const { byMerchant, byId } = shelves;
  const merchantId = entry.exchange.merchantId ?? NOBODY;
  const shelf = byMerchant.get(merchantId) ?? createShelf();
  addNewest(shelf, entry);
  shelves.bytes += entry.bytes;
  byMerchant.delete(merchantId);
  byMerchant.set(merchantId, shelf);
  byId.set(entry.exchange.id, entry);
  return shelf;
}

function makeRoom(shelves: Shelves, shelf: Shelf): void {
  const { limits, byMerchant } = shelves;
  while (countOf(shelf) > limits.perMerchant || shelf.bytes > limits.bytesPerMerchant) {
    forgetOldest(shelves, shelf);
  }
  const quietest = byMerchant.size > limits.merchants ? byMerchant.keys().next().value : undefined;
  if (quietest !== undefined) remove(shelves, quietest);
  while (shelves.bytes > limits.bytes) relieve(shelves);
}

function forgetOldest(shelves: Shelves, shelf: Shelf): void {
  const oldest = takeOldest(shelf);
  if (oldest === undefined) return;
  shelves.byId.delete(oldest.exchange.id);
  shelves.bytes -= oldest.bytes;
}

function remove(shelves: Shelves, merchantId: string): void {
  const shelf = shelves.byMerchant.get(merchantId);
  if (shelf === undefined) return;
  while (countOf(shelf) > 0) forgetOldest(shelves, shelf);
  shelves.byMerchant.delete(merchantId);
}

/** Part of the fullest shelf that goes at once, so that the fullest need not be looked for at every request. */
const RELIEF = 1 / 16;

/** Makes room on the fullest shelf: whoever keeps less than others loses nothing. */
function relieve(shelves: Shelves): void {
  let fullest = createShelf();
  for (const shelf of shelves.byMerchant.values()) if (shelf.bytes > fullest.bytes) fullest = shelf;
  const enough = fullest.bytes * (1 - RELIEF);
  while (fullest.bytes > enough) forgetOldest(shelves, fullest);
}

function select(shelves: Shelves, query: ExchangeQuery): readonly Exchange[] {
  const { merchant } = query.filter;
  const own = merchant === undefined ? undefined : shelves.byMerchant.get(merchant);
  if (merchant !== undefined) return own === undefined ? [] : pick(shelves, own, query).map(exchangeOf);
  // The newest of all are among the newest of each.
  return [...shelves.byMerchant.values()]
    .flatMap((shelf) => pick(shelves, shelf, query))
    .sort((one, other) => other.sequence - one.sequence)
    .slice(0, query.limit)
    .map(exchangeOf);
}

/** The newest entries of one shelf that the query means. */
function pick({ byId }: Shelves, shelf: Shelf, { filter, limit, before, after }: ExchangeQuery): Entry[] {
  const end = before === undefined ? Infinity : (byId.get(before)?.sequence ?? 0);
  const start = after === undefined ? 0 : (byId.get(after)?.sequence ?? Infinity);
  const picked: Entry[] = [];
  for (const entry of newestFirst(shelf)) {
    if (picked.length >= limit || entry.sequence <= start) break;
    if (entry.sequence < end && isMeant(filter, entry.exchange)) picked.push(entry);
  }
  return picked;
}

function exchangeOf({ exchange }: Entry): Exchange {
  return exchange;
}
