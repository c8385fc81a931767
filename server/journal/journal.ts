import type { Exchange } from "../domain/record/exchange.ts";
import { NOBODY } from "./by-merchant.ts";
import { isMeant } from "./exchange-filter.ts";
import type { ExchangeFilter } from "./exchange-filter.ts";
import { countOf, createQueues, enqueue, entryOf, forgetMerchant, newestFirst } from "./exchange-queues.ts";
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
  /** Forgets the exchanges of one merchant; or only those that began before this time. */
  forget: (merchantId: string, before?: string) => void;
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

export function createJournal(limits: JournalLimits): Journal {
  const queues = createQueues(limits);
  let listeners: readonly ExchangeListener[] = [];
  let sequence = 0;
  return {
    record: (exchange, answerText) => {
      sequence += 1;
      enqueue(queues, entryFor(exchange, sequence, answerText));
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
    forget: (merchantId, before) => {
      forgetMerchant(queues, merchantId, before);
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
  /** Newer than this. */
  readonly after: number;
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

function rangeOf(queues: ExchangeQueues, { before, after }: ExchangeQuery): Range {
  return {
    after: after === undefined ? 0 : (entryOf(queues, after)?.sequence ?? Infinity),
    before: before === undefined ? Infinity : (entryOf(queues, before)?.sequence ?? 0),
  };
}

/** The newest entries of one merchant that the query asks for. */
function entriesFor(
  queue: ExchangeQueue,
  { after, before }: Range,
  { filter, limit }: ExchangeQuery,
): Entry[] {
  const found: Entry[] = [];
  for (const entry of newestFirst(queue)) {
    if (found.length >= limit || entry.sequence <= after) break;
    if (entry.sequence < before && isMeant(filter, entry.exchange)) found.push(entry);
  }
  return found;
}

/**
 * The exchange as it is kept. Of an answer the text is kept that is sent anyway: one object for the garbage collector
 * to move instead of forty. It is parsed when somebody looks at the exchange.
 */
function entryFor(exchange: Exchange, sequence: number, text: string | undefined): Entry {
  const { status, body } = exchange.answer;
  const answerText = text ?? (body === undefined ? undefined : JSON.stringify(body));
  // A plain copy first: members behind a spread are slow (docs/decisions/0009-speed.md).
  const kept: { -readonly [member in keyof KeptExchange]: KeptExchange[member] } = { ...exchange };
  kept.answer = { status };
  const bytes = exchangeSizeOf(exchange, answerText);
  return { sequence, exchange: kept, answerText, bytes };
}

function* parsed(entries: readonly Entry[]): Generator<Exchange> {
  for (const entry of entries) yield exchangeOf(entry);
}

function exchangeOf({ exchange, answerText }: Entry): Exchange {
  const body = answerText === undefined ? undefined : (JSON.parse(answerText) as Json);
  return { ...exchange, answer: { status: exchange.answer.status, body } };
}

/** Of members that every exchange has, but for texts of any length. */
const FRAME_BYTES = 255;
/** Of the request's members that only a call of an operation has. */
const CALL_BYTES = 100;
/** The name of a rule that was passed, with its marks, as a middle; the texts are the rules' own. */
const RULE_BYTES = 25;
/** Of the status before and after, and of where the clock and the order stood. */
const TRANSITION_BYTES = 140;
/** Which contract judged, without its findings. */
const CONTRACT_BYTES = 100;
/** What decided, without the rules that were tried or added to it. */
const SCENARIO_BYTES = 280;

/**
 * About how many bytes the exchange takes as JSON text. Bodies are not walked: a text was written of the one, and the
 * other came with its length; masking leaves that as it is, about. Every request pays for it.
 */
export function exchangeSizeOf(exchange: Exchange, answerText = ""): number {
  const { id, request, rules, transition, notes } = exchange;
  let bytes = FRAME_BYTES + id.length + answerText.length + requestSizeOf(request);
  if (rules !== undefined) bytes += RULE_BYTES * rules.passed.length;
  if (transition !== undefined) bytes += TRANSITION_BYTES;
  return bytes + listSizeOf(notes) + judgedSizeOf(exchange);
}

function requestSizeOf({ route, path = "", operation, body, bytes }: Exchange["request"]): number {
  const own = route.length + path.length + (operation === undefined ? 0 : CALL_BYTES);
  if (body === undefined) return own;
  // The fields of a page's form come without a length.
  return own + (bytes > 0 ? bytes : jsonSizeOf(body));
}

function judgedSizeOf({
  contract,
  scenario,
  pausedBy,
  shadow,
  fault,
  refusal,
  notifications,
}: Exchange): number {
  let bytes = 0;
  if (contract !== undefined) bytes += CONTRACT_BYTES + listSizeOf(contract.findings);
  if (scenario !== undefined) {
    bytes += SCENARIO_BYTES + listSizeOf(scenario.tried) + listSizeOf(scenario.addedBy);
  }
  if (pausedBy !== undefined) bytes += jsonSizeOf(pausedBy);
  if (shadow !== undefined) bytes += jsonSizeOf(shadow);
  if (fault !== undefined) bytes += jsonSizeOf(fault);
  if (refusal !== undefined) bytes += jsonSizeOf(refusal);
  if (notifications !== undefined) bytes += jsonSizeOf(notifications);
  return bytes;
}

/** Most lists of an exchange are empty. */
function listSizeOf(list: readonly unknown[]): number {
  return list.length === 0 ? 0 : jsonSizeOf(list);
}

/** Quotes, and the comma or colon behind. */
const TEXT_MARKS = 3;
/** A number, `true`, `false` or `null` with its comma, as a middle. */
const LEAF_BYTES = 6;

/**
 * About how many bytes the value takes as JSON text, if its texts are of one byte a letter. Counting is seven
 * times as fast as writing the text.
 */
function jsonSizeOf(value: unknown): number {
  if (typeof value === "string") return value.length + TEXT_MARKS;
  if (typeof value !== "object" || value === null) return LEAF_BYTES;
  let bytes = TEXT_MARKS;
  if (Array.isArray(value)) {
    for (const item of value as readonly unknown[]) bytes += jsonSizeOf(item);
    return bytes;
  }
  // Without a list of the entries, which would cost as much again.
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    if (member !== undefined) bytes += name.length + TEXT_MARKS + jsonSizeOf(member);
  }
  return bytes;
}
