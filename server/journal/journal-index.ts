import { closeSync, openSync, readSync, statSync } from "node:fs";
import { FileError } from "../document/file-problem.ts";
import type { Exchange } from "../domain/record/exchange.ts";
import { exchangeIn, readJournalEntries } from "./journal-file.ts";
import type { JournalEntry } from "./journal-file.ts";
import { unreadable } from "./journal-lines.ts";

/** Where exchanges of a journal file stand that are to be gone through again. */
export interface JournalIndex {
  /** Everything in the file, once and in its order; of what is wanted the place is kept. */
  readonly exchanges: AsyncIterable<Exchange>;
  /** What was wanted, the oldest first, read from the file anew each time and one by one. */
  readonly wanted: Iterable<Exchange> & { readonly length: number };
}

interface Place extends Pick<JournalEntry, "start" | "bytes"> {
  readonly at: number;
}

export function createJournalIndex(path: string, isWanted: (exchange: Exchange) => boolean): JournalIndex {
  const places: Place[] = [];
  return {
    exchanges: {
      async *[Symbol.asyncIterator]() {
        for await (const { exchange, start, bytes } of readJournalEntries(path)) {
          if (isWanted(exchange)) places.push({ start, bytes, at: Date.parse(exchange.at) });
          yield exchange;
        }
      },
    },
    wanted: {
      get length() {
        return places.length;
      },
      [Symbol.iterator]: () => readAgain(path, places),
    },
  };
}

/** Whether the file can be read a second time: what comes through a pipe comes once. */
export function isReadAgain(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}

function* readAgain(path: string, places: readonly Place[]): Generator<Exchange, void, undefined> {
  // They stand there in the order in which they were answered.
  const byTime = places.toSorted((one, other) => one.at - other.at);
  const file = opened(path);
  try {
    for (const place of byTime) yield exchangeAt(file, path, place);
  } finally {
    closeSync(file);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw unreadable(path, error);
  }
}

function exchangeAt(file: number, path: string, { start, bytes }: Place): Exchange {
  const line = Buffer.alloc(bytes);
  const length = readSync(file, line, 0, bytes, start);
  const exchange = exchangeIn(line.toString("utf8", 0, length));
  if (exchange !== undefined) return exchange;
  const message = "the journal file was changed while it was read";
  throw new FileError([{ file: path, line: 0, column: 0, message }]);
}
