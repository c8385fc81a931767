import type { Exchange, ExchangeAnswer } from "../domain/record/exchange.ts";

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

export function createShelf(): Shelf {
  return { entries: [], first: 0, gone: 0, bytes: 0, newest: 0 };
}

export function countOf({ entries, first }: Shelf): number {
  return entries.length - first;
}

export function addNewest(shelf: Shelf, entry: Entry): void {
  shelf.entries.push(entry);
  shelf.bytes += entry.bytes;
  shelf.newest = entry.sequence;
}

/** Takes the oldest entry off; undefined when there is none. A full shelf does so at every request. */
export function takeOldest(shelf: Shelf): Entry | undefined {
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
