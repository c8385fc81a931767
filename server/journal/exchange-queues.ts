import type { Exchange, ExchangeAnswer } from "../domain/record/exchange.ts";
import { NOBODY, quietestOf } from "./by-merchant.ts";

export interface JournalLimits {
  /** Exchanges kept per merchant. */
  readonly perMerchant: number;
  /** Another number for this merchant; undefined: it has none of its own. */
  readonly ownOf?: (merchantId: string) => number | undefined;
  /** About how many bytes of JSON text the exchanges of one merchant take. */
  readonly bytesPerMerchant: number;
  /** The same for all merchants together; the one that takes the most makes room. */
  readonly bytes: number;
  /** Merchants whose exchanges are kept; the one that was quiet the longest goes first. */
  readonly merchants: number;
}

/**
 * The exchanges of all merchants. A request changes no Map here: V8 gives a Map whose entries come and go a new table
 * again and again, and an old one that has outlived a collection keeps alive whatever it held
 * (docs/decisions/0009-speed.md).
 */
export interface ExchangeQueues {
  readonly limits: JournalLimits;
  readonly byMerchant: Map<string, ExchangeQueue>;
  /** The entries by id, those that came after `indexed` left out: nobody has asked since. */
  readonly byId: Map<string, Entry>;
  indexed: number;
  bytes: number;
}

export function createQueues(limits: JournalLimits): ExchangeQueues {
  return { limits, byMerchant: new Map(), byId: new Map(), indexed: 0, bytes: 0 };
}

/** Adds an entry, the newest of all, and evicts old ones as the limits demand. */
export function enqueue(queues: ExchangeQueues, entry: Entry): void {
  const { byMerchant, limits } = queues;
  const merchantId = entry.exchange.merchantId ?? NOBODY;
  const known = byMerchant.get(merchantId);
  const queue = known ?? createQueue(limits.ownOf?.(merchantId) ?? limits.perMerchant);
  if (known === undefined) byMerchant.set(merchantId, queue);
  addNewest(queue, entry);
  queues.bytes += entry.bytes;
  makeRoom(queues, queue);
}

function makeRoom(queues: ExchangeQueues, queue: ExchangeQueue): void {
  const { limits, byMerchant } = queues;
  while (countOf(queue) > queue.countMax || queue.bytes > limits.bytesPerMerchant) {
    forgetOldest(queues, queue);
  }
  if (byMerchant.size > limits.merchants)
    forgetMerchant(queues, quietestOf(byMerchant, ({ newest }) => newest) ?? NOBODY);
  while (queues.bytes > limits.bytes) relieve(queues);
}

function forgetOldest(queues: ExchangeQueues, queue: ExchangeQueue): void {
  const oldest = takeOldest(queue);
  if (oldest === undefined) return;
  if (oldest.sequence <= queues.indexed) queues.byId.delete(oldest.exchange.id);
  queues.bytes -= oldest.bytes;
}

export function forgetMerchant(queues: ExchangeQueues, merchantId: string): void {
  const queue = queues.byMerchant.get(merchantId);
  if (queue === undefined) return;
  while (countOf(queue) > 0) forgetOldest(queues, queue);
  queues.byMerchant.delete(merchantId);
}

/** Fraction of the largest queue that is evicted at once, so that it need not be searched for at every request. */
const RELIEF = 1 / 16;

/** Evicts from the largest queue: merchants with fewer exchanges lose nothing. */
function relieve(queues: ExchangeQueues): void {
  let fullest = createQueue(0);
  for (const queue of queues.byMerchant.values()) if (queue.bytes > fullest.bytes) fullest = queue;
  const enough = fullest.bytes * (1 - RELIEF);
  while (fullest.bytes > enough) forgetOldest(queues, fullest);
}

/** The entry of this id. Those that came since somebody asked the last time join the index first. */
export function entryOf(queues: ExchangeQueues, id: string): Entry | undefined {
  let newest = queues.indexed;
  for (const queue of queues.byMerchant.values()) {
    index(queues, queue);
    newest = Math.max(newest, queue.newest);
  }
  queues.indexed = newest;
  return queues.byId.get(id);
}

function index({ byId, indexed }: ExchangeQueues, queue: ExchangeQueue): void {
  for (const entry of newestFirst(queue)) {
    if (entry.sequence <= indexed) return;
    byId.set(entry.exchange.id, entry);
  }
}

/** An exchange as it is kept: the body of its answer stands beside it, as text. */
export type KeptExchange = Omit<Exchange, "answer"> & { readonly answer: Pick<ExchangeAnswer, "status"> };

/** An exchange with its place among all of the journal, and about how large it is. */
export interface Entry {
  readonly sequence: number;
  /** When it came, by a clock that only moves forward. */
  readonly came: number;
  readonly exchange: KeptExchange;
  /** The JSON text of the answer's body; undefined when it has none. */
  readonly answerText: string | undefined;
  readonly bytes: number;
}

/** The exchanges of one merchant, oldest first. */
export interface ExchangeQueue {
  /** So many are kept. */
  readonly countMax: number;
  /** Those before `first` are gone. */
  readonly entries: (Entry | undefined)[];
  first: number;
  /** How many are gone. */
  gone: number;
  bytes: number;
  /** The sequence of the entry that came last, also when it is gone. */
  newest: number;
}

/** So many places of entries that are gone are not worth moving the others. */
const FEW_GAPS = 64;

function createQueue(countMax: number): ExchangeQueue {
  return { countMax, entries: [], first: 0, gone: 0, bytes: 0, newest: 0 };
}

export function countOf({ entries, first }: ExchangeQueue): number {
  return entries.length - first;
}

function addNewest(queue: ExchangeQueue, entry: Entry): void {
  queue.entries.push(entry);
  queue.bytes += entry.bytes;
  queue.newest = entry.sequence;
}

/** Removes the oldest entry; undefined when there is none. A full queue does so at every request. */
function takeOldest(queue: ExchangeQueue): Entry | undefined {
  const oldest = queue.entries[queue.first];
  if (oldest === undefined) return undefined;
  queue.entries[queue.first] = undefined;
  queue.first += 1;
  queue.gone += 1;
  queue.bytes -= oldest.bytes;
  if (queue.first > FEW_GAPS && queue.first * 2 > queue.entries.length) {
    queue.entries.splice(0, queue.first);
    queue.first = 0;
  }
  return oldest;
}

export function* newestFirst({ entries, first }: ExchangeQueue): Generator<Entry> {
  for (let place = entries.length - 1; place >= first; place -= 1) {
    const entry = entries[place];
    if (entry !== undefined) yield entry;
  }
}
