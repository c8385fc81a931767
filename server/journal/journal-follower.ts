import { statSync } from "node:fs";
import type { Stats } from "node:fs";
import type { Exchange } from "../domain/record/exchange.ts";
import { attemptIn, exchangeIn, foreignLine, readJournalFile } from "./journal-file.ts";
import { linesOf, unreadable } from "./journal-lines.ts";
import { seriesOf } from "./rotation.ts";

/**
 * A reader that is called again and again: each time it gives the exchanges that have come to the end of the file since,
 * whole lines only. When the file was set aside, it goes on in the one that took its place. It begins with those that were set
 * aside before.
 */
export function createJournalFollower(path: string): () => AsyncGenerator<Exchange, void, undefined> {
  let [file, offset, lines] = [0, 0, 0];
  const older = seriesOf(path).slice(0, -1);
  return async function* () {
    for (const before of older.splice(0)) yield* readJournalFile(before);
    const { ino, size } = statOf(path);
    if (ino !== file || size < offset) [file, offset, lines] = [ino, 0, 0];
    for await (const { text, start, bytes, isWhole } of linesOf(path, offset)) {
      if (!isWhole) return;
      [offset, lines] = [start + bytes + 1, lines + 1];
      if (text.trim() === "" || attemptIn(text) !== undefined) continue;
      const exchange = exchangeIn(text);
      if (exchange === undefined) throw foreignLine(path, lines, lines === 1);
      yield exchange;
    }
  };
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}
