import type { Notification, NotificationAttempt } from "../domain/record/notification.ts";
import type { Config } from "./config.ts";
import { attemptLine } from "../journal/journal-file.ts";
import { createExchangeFeed, type ExchangeFeed } from "../journal/exchange-feed.ts";
import { createExchangeWaits, type ExchangeWaits } from "../journal/exchange-waits.ts";
import { createJournal, type Journal } from "../journal/journal.ts";
import { createJournalWriter, openJournalTarget } from "../journal/journal-writer.ts";
import type { JournalLimits } from "../journal/exchange-queues.ts";
import type { Log } from "./log.ts";

/** The journal of a sandbox: in memory, in its file when there is to be one, and for those who wait. */
export interface Journaling {
  readonly journal: Journal;
  readonly wait: ExchangeWaits["wait"];
  readonly follow: ExchangeFeed["follow"];
  /** Writes an attempt to deliver a notification to the file, if any. */
  readonly attempted: (notification: Notification, attempt: NotificationAttempt) => void;
  /** Whether the file, if any, has every exchange. */
  readonly healthy: () => boolean;
  /** How many lines wait for the file. */
  readonly pending: () => number;
  /** Ends every wait and feed, so that no caller holds up a stop. */
  readonly stopWaits: () => void;
  /** Writes what is pending to the file. */
  readonly close: () => Promise<void>;
}

type JournalConfig = Pick<
  Config,
  "journalBytes" | "journalFile" | "journalKeep" | "journalRotate" | "journalSize"
>;

/** Rejects with a FileError when the file cannot be used. */
export async function openJournaling(config: JournalConfig, log: Log): Promise<Journaling> {
  const journal = createJournal(limitsOf(config));
  const waits = createExchangeWaits(journal);
  const feed = createExchangeFeed(journal);
  const { journalFile, journalRotate: bytes, journalKeep: keep } = config;
  const rotation = bytes === undefined ? undefined : { bytes, keep };
  const target = journalFile === undefined ? undefined : await openJournalTarget(journalFile, rotation);
  const writer = target && createJournalWriter(target, log);
  if (writer !== undefined) journal.subscribe(writer.append);
  return {
    journal,
    wait: waits.wait,
    follow: feed.follow,
    attempted: (notification, attempt) => writer?.append(attemptLine(notification, attempt)),
    healthy: () => writer?.healthy() ?? true,
    pending: () => writer?.pending() ?? 0,
    stopWaits: () => {
      waits.stop();
      feed.stop();
    },
    close: async () => writer?.close(),
  };
}

/** Merchants whose exchanges are kept in memory. */
const MERCHANTS_MAX = 1_000;

/**
 * All merchants together may keep twice what one may (assumption A211): a thousand merchants with a few
 * exchanges each fit beside a few that keep a thousand.
 */
const TOTAL_FACTOR = 2;

function limitsOf({ journalSize, journalBytes }: JournalConfig): JournalLimits {
  return {
    perMerchant: journalSize,
    bytesPerMerchant: journalBytes,
    bytes: journalBytes * TOTAL_FACTOR,
    merchants: MERCHANTS_MAX,
  };
}
