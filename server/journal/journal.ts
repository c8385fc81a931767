import type { Exchange } from "../domain/record/exchange.ts";
import { NOBODY } from "./by-merchant.ts";
import { isMeant } from "./exchange-filter.ts";
import type { ExchangeFilter } from "./exchange-filter.ts";
import { countOf, createQueues, enqueue, entryOf, forgetMerchant, newestFirst } from "./exchange-queues.ts";
import { exchangeSizeOf } from "./exchange-size.ts";
import type { Entry, JournalLimits, KeptExchange, ExchangeQueue, ExchangeQueues } from "./exchange-queues.ts";
import type { Json } from "../domain/json.ts";

/** Which exchanges to show, and which page of them. */
export interface ExchangeQuery {
  readonly filter: ExchangeFilter;
  /** At most this many, newest first. */
  readonly limit: number;
  /** At most about this many bytes of JSON text, but one exchange whatever its size; undefined: any number. */
  readonly bytesMax?: number | undefined;
  /** Only exchanges older than the one of this id, and none when it is not kept; undefined: from the newest. */
  readonly before?: string | undefined;
  /** Only exchanges newer than the one of this id, and none when it is not kept; undefined: to the oldest. */
  readonly after?: string | undefined;
  /** With `after`, also those that came at most so many milliseconds before it, and itself. */
  readonly overlapMs?: number;
}

/** Called with every complete exchange. */
export type ExchangeListener = (exchange: Exchange) => void;

/** The exchanges in memory: per merchant the newest ones, so that a busy merchant pushes out nobody else's. */
export interface Journal {
  /** `answerText` is the JSON text of the answer's body, where there is one already: it need not be written again. */
  record: (exchange: Exchange, answerText?: string) => void;
  find: (id: string) => Exchange | undefined;
  /** Newest first. */
  list: (query: ExchangeQuery) => readonly Exchange[];
  /** The same, chosen at once; the answer of each is parsed when it is taken. */
  walk: (query: ExchangeQuery) => Iterable<Exchange>;
  /** How many of the merchant newer ones have pushed out, since it was last forgotten. */
  goneOf: (merchantId: string) => number;
  /** Merchants of which exchanges are kept, the one that was called last first. */
  merchants: () => readonly MerchantExchanges[];
  /** Forgets the exchanges of one merchant. */
  forget: (merchantId: string) => void;
  /** Calls with every exchange that is recorded from now on, until the function that comes back is called. */
  subscribe: (listener: ExchangeListener) => () => void;
}

/** What is kept of one merchant. */
export interface MerchantExchanges {
  readonly merchant: string;
  readonly exchanges: number;
  /** How many newer ones have pushed out. */
  readonly gone: number;
  /** When the newest began, as exchanges show it. */
  readonly latest: string | undefined;
}

/** `stopwatch` gives milliseconds of a clock that only moves forward. */
export function createJournal(limits: JournalLimits, stopwatch = (): number => performance.now()): Journal {
  const queues = createQueues(limits);
  let listeners: readonly ExchangeListener[] = [];
  let sequence = 0;
  return {
    record: (exchange, answerText) => {
      sequence += 1;
      enqueue(queues, entryFor(exchange, { sequence, came: stopwatch() }, answerText));
      for (const listener of listeners) listener(exchange);
    },
    find: (id) => {
      const entry = entryOf(queues, id);
      return entry && exchangeOf(entry);
    },
    list: (query) => select(queues, query).map(exchangeOf),
    walk: (query) => parsed(select(queues, query)),
    merchants: () => merchantsOn(queues),
    goneOf: (merchantId) => queues.byMerchant.get(merchantId)?.gone ?? 0,
    forget: (merchantId) => {
      forgetMerchant(queues, merchantId);
    },
    subscribe: (listener) => {
      listeners = [...listeners, listener];
      return () => {
        listeners = listeners.filter((one) => one !== listener);
      };
    },
  };
}

function merchantsOn({ byMerchant }: ExchangeQueues): readonly MerchantExchanges[] {
  const queues = [...byMerchant].filter(([merchant]) => merchant !== NOBODY);
  return queues
    .sort(([, one], [, other]) => other.newest - one.newest)
    .map(([merchant, queue]) => ({
      merchant,
      exchanges: countOf(queue),
      gone: queue.gone,
      latest: latestOn(queue)?.exchange.at,
    }));
}

function latestOn(queue: ExchangeQueue): Entry | undefined {
  for (const entry of newestFirst(queue)) return entry;
  return undefined;
}

/** A part of the journal, by the places of its entries. */
interface Range {
  /** Newer than this, or come later than that. */
  readonly after: number;
  readonly cameAfter: number;
  /** Older than this. */
  readonly before: number;
}

function select(queues: ExchangeQueues, query: ExchangeQuery): readonly Entry[] {
  const { merchant } = query.filter;
  const range = rangeOf(queues, query);
  const own = merchant === undefined ? undefined : queues.byMerchant.get(merchant);
  if (merchant !== undefined)
    return own === undefined ? [] : withinBytes(entriesFor(own, range, query), query);
  // The newest of all are among the newest of each.
  const found = [...queues.byMerchant.values()]
    .flatMap((queue) => entriesFor(queue, range, query))
    .sort((one, other) => other.sequence - one.sequence)
    .slice(0, query.limit);
  return withinBytes(found, query);
}

function withinBytes(entries: readonly Entry[], { bytesMax = Infinity }: ExchangeQuery): readonly Entry[] {
  let bytes = 0;
  const end = entries.findIndex((entry, index) => {
    bytes += entry.bytes;
    return index > 0 && bytes > bytesMax;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

function rangeOf(queues: ExchangeQueues, { before, after, overlapMs = 0 }: ExchangeQuery): Range {
  const last = after === undefined ? undefined : entryOf(queues, after);
  return {
    after: after === undefined ? 0 : (last?.sequence ?? Infinity),
    cameAfter: last === undefined || overlapMs === 0 ? Infinity : last.came - overlapMs,
    before: before === undefined ? Infinity : (entryOf(queues, before)?.sequence ?? 0),
  };
}

/** The newest entries of one merchant that the query asks for. */
function entriesFor(
  queue: ExchangeQueue,
  { after, cameAfter, before }: Range,
  { filter, limit }: ExchangeQuery,
): Entry[] {
  const found: Entry[] = [];
  for (const entry of newestFirst(queue)) {
    if (found.length >= limit || (entry.sequence <= after && entry.came <= cameAfter)) break;
    if (entry.sequence < before && isMeant(filter, entry.exchange)) found.push(entry);
  }
  return found;
}

/**
 * The exchange as it is kept. Of an answer the text is kept that is sent anyway: one object for the garbage collector
 * to move instead of forty. It is parsed when somebody looks at the exchange.
 */
function entryFor(
  exchange: Exchange,
  place: Pick<Entry, "came" | "sequence">,
  text: string | undefined,
): Entry {
  const { status, body } = exchange.answer;
  const answerText = text ?? (body === undefined ? undefined : JSON.stringify(body));
  // A plain copy first: members behind a spread are slow (docs/decisions/0009-speed.md).
  const kept: { -readonly [member in keyof KeptExchange]: KeptExchange[member] } = { ...exchange };
  kept.answer = { status };
  const bytes = exchangeSizeOf(exchange, answerText);
  return { sequence: place.sequence, came: place.came, exchange: kept, answerText, bytes };
}

function* parsed(entries: readonly Entry[]): Generator<Exchange> {
  for (const entry of entries) yield exchangeOf(entry);
}

function exchangeOf({ exchange, answerText }: Entry): Exchange {
  const body = answerText === undefined ? undefined : (JSON.parse(answerText) as Json);
  return { ...exchange, answer: { status: exchange.answer.status, body } };
}
