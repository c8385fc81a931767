import type { Exchange, ExchangeAnswer } from "../domain/record/exchange.ts";

export interface JournalLimits {
  /** Exchanges kept per merchant. */
  readonly perMerchant: number;
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
export interface Shelves {
  readonly limits: JournalLimits;
  readonly byMerchant: Map<string, Shelf>;
  /** The entries by id, those that came after `indexed` left out: nobody has asked since. */
  readonly byId: Map<string, Entry>;
  indexed: number;
  bytes: number;
}

/** Exchanges whose caller never proved to be a merchant share one place. */
const NOBODY = "";

export function createShelves(limits: JournalLimits): Shelves {
  return { limits, byMerchant: new Map(), byId: new Map(), indexed: 0, bytes: 0 };
}

/** Adds the newest entry of all, and makes room for it. */
export function shelve(shelves: Shelves, entry: Entry): void {
  const { byMerchant } = shelves;
  const merchantId = entry.exchange.merchantId ?? NOBODY;
  const known = byMerchant.get(merchantId);
  const shelf = known ?? createShelf();
  if (known === undefined) byMerchant.set(merchantId, shelf);
  addNewest(shelf, entry);
  shelves.bytes += entry.bytes;
  makeRoom(shelves, shelf);
}

function makeRoom(shelves: Shelves, shelf: Shelf): void {
  const { limits, byMerchant } = shelves;
  while (countOf(shelf) > limits.perMerchant || shelf.bytes > limits.bytesPerMerchant) {
    forgetOldest(shelves, shelf);
  }
  if (byMerchant.size > limits.merchants) forgetMerchant(shelves, quietest(byMerchant));
  while (shelves.bytes > limits.bytes) relieve(shelves);
}

function quietest(byMerchant: Shelves["byMerchant"]): string {
  let [found, oldest] = [NOBODY, Infinity];
  for (const [merchantId, { newest }] of byMerchant) {
    if (newest < oldest) [found, oldest] = [merchantId, newest];
  }
  return found;
}

function forgetOldest(shelves: Shelves, shelf: Shelf): void {
  const oldest = takeOldest(shelf);
  if (oldest === undefined) return;
  if (oldest.sequence <= shelves.indexed) shelves.byId.delete(oldest.exchange.id);
  shelves.bytes -= oldest.bytes;
}

export function forgetMerchant(shelves: Shelves, merchantId: string): void {
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

/** The entry of this id. Those that came since somebody asked the last time join the index first. */
export function entryOf(shelves: Shelves, id: string): Entry | undefined {
  let newest = shelves.indexed;
  for (const shelf of shelves.byMerchant.values()) {
    index(shelves, shelf);
    newest = Math.max(newest, shelf.newest);
  }
  shelves.indexed = newest;
  return shelves.byId.get(id);
}

function index({ byId, indexed }: Shelves, shelf: Shelf): void {
  for (const entry of newestFirst(shelf)) {
    if (entry.sequence <= indexed) return;
    byId.set(entry.exchange.id, entry);
  }
}

/** An exchange as it is kept: the body of its answer stands beside it, as text. */
export type KeptExchange = Omit<Exchange, "answer"> & { readonly answer: Pick<ExchangeAnswer, "status"> };

/** An exchange with its place among all of the journal, and about how large it is. */
export interface Entry {
  readonly sequence: number;
  readonly exchange: KeptExchange;
  /** The JSON text of the answer's body; undefined when it has none. */
  readonly answerText: string | undefined;
  readonly bytes: number;
}

/** The exchanges of one merchant, oldest first. */
export interface Shelf {
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

function createShelf(): Shelf {
  return { entries: [], first: 0, gone: 0, bytes: 0, newest: 0 };
}

function countOf({ entries, first }: Shelf): number {
  return entries.length - first;
}

function addNewest(shelf: Shelf, entry: Entry): void {
  shelf.entries.push(entry);
  shelf.bytes += entry.bytes;
  shelf.newest = entry.sequence;
}

/** Takes the oldest entry off; undefined when there is none. A full shelf does so at every request. */
function takeOldest(shelf: Shelf): Entry | undefined {
  const oldest = shelf.entries[shelf.first];
  if (oldest === undefined) return undefined;
  shelf.entries[shelf.first] = undefined;
  shelf.first += 1;
  shelf.gone += 1;
  shelf.bytes -= oldest.bytes;
  if (shelf.first > FEW_GAPS && shelf.first * 2 > shelf.entries.length) {
    shelf.entries.splice(0, shelf.first);
    shelf.first = 0;
  }
  return oldest;
}

export function* newestFirst({ entries, first }: Shelf): Generator<Entry> {
  for (let place = entries.length - 1; place >= first; place -= 1) {
    const entry = entries[place];
    if (entry !== undefined) yield entry;
  }
}
