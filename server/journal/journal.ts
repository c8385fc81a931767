import type { Exchange } from "../domain/exchange.ts";
import { isMeant, type ExchangeFilter } from "./exchange-filter.ts";
import { entryFor, exchangeOf } from "./kept-exchange.ts";
import { newestFirst, type Entry, type Shelf } from "./shelf.ts";
import {
  createShelves,
  entryOf,
  forgetMerchant,
  shelve,
  type JournalLimits,
  type Shelves,
} from "./shelves.ts";

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

/** Is told of an exchange that is complete. */
export type ExchangeListener = (exchange: Exchange) => void;

/** The exchanges in memory: per merchant the newest ones, so that a busy merchant pushes out nobody else's. */
export interface Journal {
  /** `answerText` is the JSON text of the answer's body, where there is one already: it need not be written again. */
  record: (exchange: Exchange, answerText?: string) => void;
  find: (id: string) => Exchange | undefined;
  /** Newest first. */
  list: (query: ExchangeQuery) => readonly Exchange[];
  /** How many of the merchant newer ones have pushed out, since it was last forgotten. */
  goneOf: (merchantId: string) => number;
  /** Forgets the exchanges of one merchant. */
  forget: (merchantId: string) => void;
  /** Calls with every exchange that is recorded from now on, until the function that comes back is called. */
  subscribe: (listener: ExchangeListener) => () => void;
}

export function createJournal(limits: JournalLimits): Journal {
  const shelves = createShelves(limits);
  let listeners: readonly ExchangeListener[] = [];
  let sequence = 0;
  return {
    record: (exchange, answerText) => {
      sequence += 1;
      shelve(shelves, entryFor(exchange, sequence, answerText));
      for (const listener of listeners) listener(exchange);
    },
    find: (id) => {
      const entry = entryOf(shelves, id);
      return entry && exchangeOf(entry);
    },
    list: (query) => select(shelves, query).map(exchangeOf),
    goneOf: (merchantId) => shelves.byMerchant.get(merchantId)?.gone ?? 0,
    forget: (merchantId) => {
      forgetMerchant(shelves, merchantId);
    },
    subscribe: (listener) => {
      listeners = [...listeners, listener];
      return () => {
        listeners = listeners.filter((one) => one !== listener);
      };
    },
  };
}

/** A part of the journal, by the places of its entries. */
interface Range {
  /** Newer than this. */
  readonly after: number;
  /** Older than this. */
  readonly before: number;
}

function select(shelves: Shelves, query: ExchangeQuery): readonly Entry[] {
  const { merchant } = query.filter;
  const range = rangeOf(shelves, query);
  const own = merchant === undefined ? undefined : shelves.byMerchant.get(merchant);
  if (merchant !== undefined) return own === undefined ? [] : pick(own, range, query);
  // The newest of all are among the newest of each.
  return [...shelves.byMerchant.values()]
    .flatMap((shelf) => pick(shelf, range, query))
    .sort((one, other) => other.sequence - one.sequence)
    .slice(0, query.limit);
}

function rangeOf(shelves: Shelves, { before, after }: ExchangeQuery): Range {
  return {
    after: after === undefined ? 0 : (entryOf(shelves, after)?.sequence ?? Infinity),
    before: before === undefined ? Infinity : (entryOf(shelves, before)?.sequence ?? 0),
  };
}

/** The newest entries of one shelf that the query means. */
function pick(shelf: Shelf, { after, before }: Range, { filter, limit }: ExchangeQuery): Entry[] {
  const picked: Entry[] = [];
  for (const entry of newestFirst(shelf)) {
    if (picked.length >= limit || entry.sequence <= after) break;
    if (entry.sequence < before && isMeant(filter, entry.exchange)) picked.push(entry);
  }
  return picked;
}
