import { statSync } from "node:fs";
import type { Stats } from "node:fs";
import type { Exchange } from "../domain/record/exchange.ts";
import { attemptIn, exchangeIn, foreignLine, readJournalFile } from "./journal-file.ts";
import { linesOf, unreadable } from "./journal-lines.ts";
import { seriesOf } from "./rotation.ts";

/**
 * A reader that is called again and again: each time it gives the exchanges that have come to the end of the file since,
 * whole lines only. When the file was set aside, it reads the rest of it, and goes on in the one that took its place. It begins
 * with those that were set aside before.
 */
export function createJournalFollower(path: string): () => AsyncGenerator<Exchange, void, undefined> {
  let [file, offset, lines] = [0, 0, 0];
  const older = seriesOf(path).slice(0, -1);
  async function* restOf(name: string): AsyncGenerator<Exchange, void, undefined> {
    for await (const { text, start, bytes, isWhole } of linesOf(name, offset)) {
      if (!isWhole) return;
      [offset, lines] = [start + bytes + 1, lines + 1];
      if (text.trim() === "" || attemptIn(text) !== undefined) continue;
      const exchange = exchangeIn(text);
      if (exchange === undefined) throw foreignLine(name, lines, lines === 1);
      yield exchange;
    }
  }
  return async function* () {
    for (const before of older.splice(0)) yield* readJournalFile(before);
    const { ino, size } = statOf(path);
    if (ino !== file) {
      for (const aside of setAsideSince(path, file)) {
        yield* restOf(aside);
        [offset, lines] = [0, 0];
      }
    }
    if (ino !== file || size < offset) [file, offset, lines] = [ino, 0, 0];
    yield* restOf(path);
  };
}

/** The file with this inode, if it was set aside, and those that took its place and were set aside too. */
function setAsideSince(path: string, file: number): readonly string[] {
  const aside = seriesOf(path).slice(0, -1);
  const first = aside.findIndex((name) => statSync(name, { throwIfNoEntry: false })?.ino === file);
  return first < 0 ? [] : aside.slice(first);
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}
