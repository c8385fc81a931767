import type { Writable } from "node:stream";
import { codeOf, reasonOf } from "../../domain/thrown.ts";

/** Where lines go while the process lives. Nobody waits for whoever reads them. */
export interface LineOutput {
  /** The line is made only if there is room for it. */
  readonly write: (line: () => string) => void;
  /** Resolves when all is written, with false if the reader takes no more. */
  readonly close: () => Promise<boolean>;
}

export interface LineOutputOptions {
  /** The line that says how many others were left out. */
  readonly leftOut: (count: number) => string;
  /** Nothing can be written any more: the reader has gone, or the disk is full. */
  readonly onEnd: (reason: string) => void;
  /** Whether a line is written at once where there is room; otherwise lines are gathered until the event loop turns. */
  readonly isPrompt?: boolean;
}

/** Characters that wait for the reader; what comes on top is left out and counted. */
const WAITING_MAX = 1 << 20;
/** What one write takes, so that it shows whether the reader reads. */
const PIECE_MAX = 1 << 15;
/** A reader that takes no piece in this time does not hold up an end. */
const PATIENCE_MS = 1_000;

interface Queue {
  lines: string[];
  /** Characters of the lines. */
  waiting: number;
  /** How many found no room since the last line that says so. */
  lost: number;
}

/** Pipes are written behind the requests (docs/decisions/0016-console.md). */
export function createLineOutput(stream: Writable, options: LineOutputOptions): LineOutput {
  const { leftOut, onEnd, isPrompt = false } = options;
  const queue: Queue = { lines: [], waiting: 0, lost: 0 };
  let isOver = false;
  let due: NodeJS.Immediate | undefined;
  const flush = (): void => {
    due = undefined;
    if (!isOver) flushQueue(queue, stream, leftOut);
  };
  stream.on("drain", flush);
  stream.on("error", (error) => {
    if (!isOver) onEnd(codeOf(error) ?? reasonOf(error));
    isOver = true;
    Object.assign(queue, { lines: [], waiting: 0, lost: 0 });
  });
  return {
    write: (line) => {
      if (isOver) return;
      if (queue.lost > 0 || queue.waiting > WAITING_MAX) queue.lost += 1;
      else keep(queue, line());
      if (isPrompt) flush();
      else due ??= setImmediate(flush);
    },
    close: async () => {
      flush();
      return isOver || isTaken(stream, queue);
    },
  };
}

function keep(queue: Queue, line: string): void {
  queue.lines.push(line);
  queue.waiting += line.length;
}

/** Writes as much as the stream takes, and says what was left out once there is room again. */
function flushQueue(queue: Queue, stream: Writable, leftOut: LineOutputOptions["leftOut"]): void {
  while (queue.lines.length > 0 && !stream.writableNeedDrain) {
    const piece = pieceOf(queue.lines);
    queue.lines = queue.lines.slice(piece.length);
    const text = piece.join("");
    queue.waiting -= text.length;
    stream.write(text);
  }
  if (queue.lost === 0 || queue.waiting > WAITING_MAX / 2) return;
  keep(queue, leftOut(queue.lost));
  queue.lost = 0;
  flushQueue(queue, stream, leftOut);
}

/** Waits as long as the reader reads. */
async function isTaken(stream: Writable, queue: Queue): Promise<boolean> {
  let left = Infinity;
  for (;;) {
    const now = queue.waiting + stream.writableLength;
    if (now === 0 || stream.errored) return true;
    if (now >= left) return false;
    left = now;
    await drained(stream);
  }
}

/** Until the stream has room, or patience is over. */
function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, PATIENCE_MS);
    function done(): void {
      clearTimeout(timer);
      stream.off("drain", done);
      resolve();
    }
    stream.once("drain", done);
    stream.write("", done);
  });
}

/** The first lines that fit into a piece, and one in any case. */
function pieceOf(lines: readonly string[]): readonly string[] {
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length) > PIECE_MAX);
  return lines.slice(0, end < 0 ? lines.length : Math.max(1, end));
}
