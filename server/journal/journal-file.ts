import { FileError } from "../document/file-problem.ts";
import type { Exchange } from "../domain/record/exchange.ts";
import { isObject } from "../domain/json.ts";
import type { AttemptLine } from "../domain/record/notification.ts";
import { attemptIn } from "./attempt-line.ts";
import { lineFault, linesOf } from "./journal-lines.ts";
import type { JournalLine } from "./journal-lines.ts";

/** How every line of a journal file begins; a file that begins otherwise is none. */
export const LINE_START = '{"id":"';

/** An exchange, and where it stands in the file, so that it can be read again. */
export interface JournalEntry extends Pick<JournalLine, "start" | "bytes"> {
  readonly exchange: Exchange;
}

/** Is told of the attempts at notifications on the way; they are no exchanges. */
export type OnAttempt = (line: AttemptLine) => void;

/** The exchanges of a journal file, oldest first, one after the other, so that a long file needs little memory. */
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
  for await (const { text, number, start, bytes, isWhole } of linesOf(path)) {
    const attempt = attemptIn(text);
    if (attempt !== undefined) onAttempt(attempt);
    if (attempt !== undefined || text.trim() === "") continue;
    const exchange = exchangeIn(text);
    if (exchange === undefined && (isWhole || !isCut(text))) throw foreignLine(path, number, isEmpty);
    if (exchange === undefined) continue;
    isEmpty = false;
    yield { exchange, start, bytes };
  }
  if (isEmpty) throw nothingIn(path);
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
function foreignLine(path: string, line: number, isFirst: boolean): FileError {
  const hint = isFirst ? "; a journal is the file that the sandbox writes when SANDBOX_JOURNAL is set" : "";
  return lineFault(path, line, `this line is not an exchange${hint}`);
}

/** A journal in which nothing came would let everything pass (assumption A228). */
function nothingIn(file: string): FileError {
  const message = "the journal file contains no complete exchange; no request came while it was written";
  return new FileError([{ file, line: 0, column: 0, message }]);
}
