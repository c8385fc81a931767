import { createReadStream } from "node:fs";
import { FileError } from "../document/file-problem.ts";
import type { Exchange } from "../domain/exchange.ts";
import { isObject } from "../domain/json.ts";

/** How every line of a journal file begins; a file that begins otherwise is none. */
export const LINE_START = '{"id":"';

/** No exchange comes near it: its bodies are bounded. */
const LINE_LENGTH_MAX = 1 << 26;

/**
 * The exchanges of a journal file, oldest first, one after the other, so that a long file needs little memory. Throws
 * a FileError that names the line that is no exchange. A last line that the end of the process cut off is left out.
 */
export async function* readJournalFile(path: string): AsyncGenerator<Exchange, void, undefined> {
  let line = 0;
  for await (const { text, isWhole } of linesOf(path)) {
    line += 1;
    if (text.trim() === "") continue;
    const exchange = exchangeOf(text);
    if (exchange !== undefined) yield exchange;
    else if (isWhole || !isCut(text)) throw fault(path, line, "this line is no exchange of a journal");
  }
}

/** Whether the text may be the beginning of a line. */
export function isCut(text: string): boolean {
  return text.startsWith(LINE_START) || LINE_START.startsWith(text);
}

interface Line {
  readonly text: string;
  /** Whether it has an end. */
  readonly isWhole: boolean;
}

async function* linesOf(path: string): AsyncGenerator<Line, void, undefined> {
  let rest = "";
  let line = 0;
  for await (const chunk of chunksOf(path)) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    line += lines.length;
    if (rest.length > LINE_LENGTH_MAX) throw fault(path, line + 1, "this line is longer than any exchange");
    for (const text of lines) yield { text, isWhole: true };
  }
  if (rest !== "") yield { text: rest, isWhole: false };
}

async function* chunksOf(path: string): AsyncGenerator<string, void, undefined> {
  try {
    for await (const chunk of createReadStream(path, "utf8")) yield String(chunk);
  } catch (error) {
    throw new FileError([unreadable(path, error)], { cause: error });
  }
}

/** Undefined when the text is no exchange. What is wrong with it is not said: the text could hold anything. */
function exchangeOf(text: string): Exchange | undefined {
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
  const hasTexts = typeof id === "string" && typeof at === "string";
  const hasRequest = isObject(request) && typeof request["route"] === "string";
  return hasTexts && hasRequest && isObject(answer) && Array.isArray(notes);
}

function fault(file: string, line: number, message: string): FileError {
  return new FileError([{ file, line, column: 1, message }]);
}

function unreadable(file: string, error: unknown): { file: string; line: 0; column: 0; message: string } {
  const reason = error instanceof Error ? error.message : String(error);
  return { file, line: 0, column: 0, message: `the journal file cannot be read: ${reason}` };
}
