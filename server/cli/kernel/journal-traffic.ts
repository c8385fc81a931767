import type { Exchange } from "../../domain/record/exchange.ts";
import { createJournalIndex, isReadAgain } from "../../journal/journal-index.ts";
import type { JournalIndex } from "../../journal/journal-index.ts";
import type { ReportWish } from "./reports.ts";
import { UsageError } from "./usage-error.ts";

/** The journal file for a command that goes through it once; HAR goes through what is wanted of it again. */
export function indexFor(
  file: string,
  wishes: readonly ReportWish[],
  isWanted: (exchange: Exchange) => boolean,
): JournalIndex {
  if (wishes.some(({ format }) => format === "har") && !isReadAgain(file))
    throw new UsageError(`har needs a journal that can be read twice, and ${file} is no file on a disk`);
  return createJournalIndex(file, isWanted);
}
