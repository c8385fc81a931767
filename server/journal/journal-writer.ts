import type { Exchange } from "../domain/record/exchange.ts";
import type { AttemptLine } from "../domain/record/notification.ts";
import type { JournalTarget } from "./journal-target.ts";

/** Writes exchanges and attempts at notifications to a file, one a line, in their order, behind the requests: none of them waits or fails for it. */
export interface JournalWriter {
  append: (line: AttemptLine | Exchange) => void;
  /** Whether the file holds, or will soon hold, every exchange. Asking one that failed makes it try again. */
  healthy: () => boolean;
  /** Writes what is pending. */
  close: () => Promise<void>;
}

/** How the writer tells the outside what became of the file. */
export type JournalLog = (
  level: "info" | "error",
  event: string,
  fields: Readonly<Record<string, string | number>>,
) => void;

interface Writing {
  readonly target: JournalTarget;
  readonly log: JournalLog;
  /** Lines that are not written yet, oldest first, and how long they are together. */
  pending: string[];
  pendingLength: number;
  /** Exchanges that there was no room for while the file could not be written. */
  lost: number;
  failing: boolean;
  running: Promise<void> | undefined;
}

/** What waits for a disk that is slow or full is bounded: the sandbox goes on without the file. */
const PENDING_LENGTH_MAX = 1 << 25;
/** What one append writes at most, lines being whole. */
const APPEND_LENGTH_MAX = 1 << 20;

export function createJournalWriter(
  target: JournalTarget,
  log: JournalLog,
  pendingMax = PENDING_LENGTH_MAX,
): JournalWriter {
  const writing: Writing = {
    target,
    log,
    ...{ pending: [], pendingLength: 0, lost: 0, failing: false, running: undefined },
  };
  return {
    append: (recorded) => {
      const line = `${JSON.stringify(recorded)}\n`;
      if (writing.pendingLength + line.length > pendingMax) lose(writing);
      else keep(writing, line);
      startWriting(writing);
    },
    healthy: () => {
      if (writing.failing) startWriting(writing);
      return !writing.failing && writing.lost === 0;
    },
    close: async () => {
      await writing.running;
      startWriting(writing);
      await writing.running;
      const lost = writing.lost + writing.pending.length;
      if (lost > 0) log("error", "journal-file-incomplete", { lost });
      await target.close();
    },
  };
}

function keep(writing: Writing, line: string): void {
  writing.pending.push(line);
  writing.pendingLength += line.length;
}

function lose(writing: Writing): void {
  if (writing.lost === 0) writing.log("error", "journal-file-loses-exchanges", {});
  writing.lost += 1;
}

function startWriting(writing: Writing): void {
  writing.running ??= writeAll(writing).finally(() => {
    writing.running = undefined;
  });
}

/** Ends when nothing is pending, or at the first failure; the next exchange tries again. */
async function writeAll(writing: Writing): Promise<void> {
  let written = true;
  while (written && writing.pending.length > 0) written = await writeSome(writing);
}

/** Whether it could. */
async function writeSome(writing: Writing): Promise<boolean> {
  const lines = nextLines(writing.pending);
  try {
    if (writing.failing) await writing.target.mend();
    await writing.target.append(Buffer.from(lines.join("")));
  } catch (error) {
    fail(writing, error);
    return false;
  }
  succeed(writing, lines);
  return true;
}

/** As many of the oldest lines as one append takes, and one at least. */
function nextLines(pending: readonly string[]): readonly string[] {
  let length = 0;
  const end = pending.findIndex((line) => (length += line.length) > APPEND_LENGTH_MAX);
  return pending.slice(0, end < 0 ? pending.length : Math.max(1, end));
}

function succeed(writing: Writing, written: readonly string[]): void {
  writing.pending = writing.pending.slice(written.length);
  writing.pendingLength -= written.reduce((sum, { length }) => sum + length, 0);
  if (writing.failing) writing.log("info", "journal-file-writes-again", { lost: writing.lost });
  writing.failing = false;
}

function fail(writing: Writing, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  if (!writing.failing) writing.log("error", "journal-file-cannot-write", { reason });
  writing.failing = true;
}
