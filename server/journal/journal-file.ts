import { closeSync, openSync, readSync, statSync } from "node:fs";
import { FileError } from "../document/file-problem.ts";
import { isObject } from "../domain/json.ts";
import type { Exchange } from "../domain/record/exchange.ts";
import type { AttemptLine, Notification, NotificationAttempt } from "../domain/record/notification.ts";
import { lineFault, linesOf, unreadable } from "./journal-lines.ts";
import type { JournalLine } from "./journal-lines.ts";
import { seriesOf } from "./rotation.ts";

/** How every line of a journal file begins; a file that begins otherwise is none. */
export const LINE_START = '{"id":"';

/** An exchange, and where it stands, so that it can be read again. */
export interface JournalEntry extends Pick<JournalLine, "start" | "bytes"> {
  readonly exchange: Exchange;
  readonly file: string;
}

/** Is told of the attempts at notifications on the way; they are no exchanges. */
export type OnAttempt = (line: AttemptLine) => void;

/** The exchanges of a journal file and of those set aside from it, oldest first, one after the other, so that a long file needs little memory. */
export async function* readJournalFile(
  path: string,
  onAttempt?: OnAttempt,
): AsyncGenerator<Exchange, void, undefined> {
  for await (const { exchange } of readJournalEntries(path, onAttempt)) yield exchange;
}

/**
 * The same with their places. Throws a FileError that names the line that is no exchange. A last line that the end of
 * the process cut off is left out.
 */
export async function* readJournalEntries(
  path: string,
  onAttempt: OnAttempt = () => undefined,
): AsyncGenerator<JournalEntry, void, undefined> {
  let isEmpty = true;
  for await (const { file, text, number, start, bytes, isWhole } of linesOfSeries(path)) {
    const attempt = attemptIn(text);
    if (attempt !== undefined) onAttempt(attempt);
    if (attempt !== undefined || text.trim() === "") continue;
    const exchange = exchangeIn(text);
    if (exchange === undefined && (isWhole || !isCut(text))) throw foreignLine(file, number, isEmpty);
    if (exchange === undefined) continue;
    isEmpty = false;
    yield { exchange, file, start, bytes };
  }
  if (isEmpty) throw nothingIn(path);
}

async function* linesOfSeries(path: string): AsyncGenerator<JournalLine & { readonly file: string }> {
  for (const file of seriesOf(path)) for await (const line of linesOf(file)) yield { ...line, file };
}

/** Whether the text may be the beginning of a line. */
export function isCut(text: string): boolean {
  return text.startsWith(LINE_START) || LINE_START.startsWith(text);
}

/** Undefined when the text is no exchange. What is wrong with it is not said: the text could hold anything. */
export function exchangeIn(text: string): Exchange | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isExchange(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** By the members that every view reads; a journal file is written by the sandbox and by nobody else. */
function isExchange(value: unknown): value is Exchange {
  if (!isObject(value)) return false;
  const { id, at, request, answer, notes } = value;
  const hasTexts = typeof id === "string" && typeof at === "string" && !Number.isNaN(Date.parse(at));
  const hasRequest = isObject(request) && typeof request["route"] === "string";
  return hasTexts && hasRequest && isObject(answer) && Array.isArray(notes);
}

/** What begins otherwise was never a journal; what goes on otherwise was damaged. */
export function foreignLine(path: string, line: number, isFirst: boolean): FileError {
  const hint = isFirst ? "; a journal is the file that the sandbox writes when SANDBOX_JOURNAL is set" : "";
  return lineFault(path, line, `this line is not an exchange${hint}`);
}

/** A journal in which nothing came would let everything pass (assumption A228). */
function nothingIn(file: string): FileError {
  const message = "the journal file contains no complete exchange; no request came while it was written";
  return new FileError([{ file, line: 0, column: 0, message }]);
}

/** The line begins as those of exchanges do, so that a file of the journal is still known by its beginning. */
export function attemptLine(notification: Notification, attempt: NotificationAttempt): AttemptLine {
  const { id, merchantId, orderId, transactionId, url, exchange, state } = notification;
  const kind = "notification-attempt";
  return { id, kind, merchantId, orderId, transactionId, url, exchange, state, attempt };
}

const BEGINNING = /^\{"id":"[^"]*","kind":"notification-attempt",/;

/** Undefined when the text is no such line, or a part of one. */
export function attemptIn(text: string): AttemptLine | undefined {
  if (!BEGINNING.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isAttemptLine(value) ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function isAttemptLine(value: unknown): value is AttemptLine {
  return isObject(value) && isObject(value["attempt"]) && typeof value["exchange"] === "string";
}

/** Where exchanges of a journal file stand that are to be gone through again. */
export interface JournalIndex {
  /** Everything in the file, once and in its order; of what is wanted the place is kept. */
  readonly exchanges: AsyncIterable<Exchange>;
  /** What was wanted, the oldest first, read from the file anew each time and one by one. */
  readonly wanted: Iterable<Exchange> & { readonly length: number };
}

interface Place extends Omit<JournalEntry, "exchange"> {
  readonly at: number;
}

export function createJournalIndex(path: string, isWanted: (exchange: Exchange) => boolean): JournalIndex {
  const places: Place[] = [];
  return {
    exchanges: {
      async *[Symbol.asyncIterator]() {
        for await (const { exchange, file, start, bytes } of readJournalEntries(path)) {
          if (isWanted(exchange)) places.push({ file, start, bytes, at: Date.parse(exchange.at) });
          yield exchange;
        }
      },
    },
    wanted: {
      get length() {
        return places.length;
      },
      [Symbol.iterator]: () => readAgain(places),
    },
  };
}

/** Whether the file can be read a second time: what comes through a pipe comes once. */
export function isReadAgain(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? true;
}

function* readAgain(places: readonly Place[]): Generator<Exchange, void, undefined> {
  // They stand there in the order in which they were answered.
  const byTime = places.toSorted((one, other) => one.at - other.at);
  const files = new Map<string, number>();
  try {
    for (const place of byTime) {
      const file = files.get(place.file) ?? opened(place.file);
      files.set(place.file, file);
      yield exchangeAt(file, place);
    }
  } finally {
    for (const file of files.values()) closeSync(file);
  }
}

function opened(path: string): number {
  try {
    return openSync(path, "r");
  } catch (error) {
    throw unreadable(path, error);
  }
}

function exchangeAt(file: number, { file: path, start, bytes }: Place): Exchange {
  const line = Buffer.alloc(bytes);
  const length = readSync(file, line, 0, bytes, start);
  const exchange = exchangeIn(line.toString("utf8", 0, length));
  if (exchange !== undefined) return exchange;
  const message = "the journal file was changed while it was read";
  throw new FileError([{ file: path, line: 0, column: 0, message }]);
}
