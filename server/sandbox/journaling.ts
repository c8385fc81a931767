import type { Exchange } from "../domain/record/exchange.ts";
import type { Notification, NotificationAttempt } from "../domain/record/notification.ts";
import type { Config } from "./settings/settings.ts";
import type { Fellows } from "./fellows.ts";
import { attemptLine } from "../journal/journal-file.ts";
import { createExchangeFeed, type ExchangeFeed } from "../journal/exchange-feed.ts";
import { createExchangeWaits, type ExchangeWaits } from "../journal/exchange-waits.ts";
import { createJournal, type ExchangeListener, type Journal } from "../journal/journal.ts";
import { createJournalWriter, openJournalTarget, type JournalWriter } from "../journal/journal-writer.ts";
import type { Merchants } from "../gateway/merchants/merchants.ts";
import type { JournalLimits } from "../journal/exchange-queues.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { Log } from "./log.ts";
import type { Traces } from "../metrics/traces/traces.ts";
import { isForgotten } from "./reset.ts";
import { packageVersion } from "./facts.ts";

/** The journal of a sandbox: in memory, in its file when there is to be one, and for those who wait. */
export interface Journaling {
  /** With the exchanges of other processes of the store among its own. */
  readonly journal: Journal;
  /** Takes an exchange of this process. */
  readonly record: Journal["record"];
  /** Calls with every exchange of this process from now on. */
  readonly onOwn: (listener: ExchangeListener) => void;
  readonly wait: ExchangeWaits["wait"];
  readonly follow: ExchangeFeed["follow"];
  /** Resolves when the journal has what other processes of the store have recorded until now, or they do not answer. */
  readonly hearAll: () => Promise<void>;
  /** Tells the file and the collector, if any, of an attempt to deliver a notification. */
  readonly attempted: (notification: Notification, attempt: NotificationAttempt) => void;
  /** Why the file, if any, or the other processes lack exchanges, in sentences. */
  readonly troubles: () => readonly string[];
  /** How many exchanges wait for the file or the other processes. */
  readonly pending: () => number;
  /** Ends every wait and feed, so that no caller holds up a stop. */
  readonly stopWaits: () => void;
  /** Writes what is pending to the file, and sends what waits for the collector. */
  readonly close: () => Promise<void>;
}

type JournalConfig = Pick<
  Config,
  "journalBytes" | "journalFile" | "journalKeep" | "journalRotate" | "journalSize"
>;

interface JournalingParts {
  readonly fellows: Fellows | undefined;
  readonly merchants: Merchants;
  readonly metrics: Metrics | undefined;
}

/** Rejects with a FileError when the file cannot be used. */
export async function openJournaling(
  config: Config,
  log: Log,
  { fellows, merchants, metrics }: JournalingParts,
): Promise<Journaling> {
  const journal = createJournal(limitsOf(config, merchants));
  let listeners: readonly ExchangeListener[] = [];
  const onOwn = (listener: ExchangeListener): void => void (listeners = [...listeners, listener]);
  const waits = createExchangeWaits(journal);
  const feed = createExchangeFeed(journal, fellows === undefined ? 0 : OVERLAP_MS);
  const writer = await openWriter(config, log);
  const traces = await openTraces(config, log, metrics);
  for (const listener of listenersOutside({ writer, traces, fellows })) onOwn(listener);
  if (fellows !== undefined) takeThoseOfOthers(journal, fellows);
  return {
    journal,
    onOwn,
    record: (exchange, answerText) => {
      journal.record(exchange, answerText);
      for (const listener of listeners) listener(exchange);
    },
    wait: waits.wait,
    follow: feed.follow,
    hearAll: async () => fellows?.announce("all-told", undefined, {}),
    attempted: (notification, attempt) => {
      writer?.append(attemptLine(notification, attempt));
      traces?.attempted(notification, attempt);
      fellows?.tell("attempt", notification.merchantId, notification);
    },
    troubles: () => troublesOf({ writer, fellows }),
    pending: () => (writer?.pending() ?? 0) + (fellows?.pending() ?? 0),
    stopWaits: () => {
      waits.stop();
      feed.stop();
    },
    close: async () => {
      await Promise.all([writer?.close(), traces?.close()]);
    },
  };
}

interface Outside {
  readonly writer: JournalWriter | undefined;
  readonly traces: Traces | undefined;
  readonly fellows: Fellows | undefined;
}

const EXCHANGES_LOST =
  "The other processes lack exchanges of this one, as the database could not be used for too long.";

function troublesOf({ writer, fellows }: Pick<Outside, "fellows" | "writer">): readonly string[] {
  return [
    ...(writer?.healthy() === false ? ["The journal's file cannot be written."] : []),
    ...(fellows?.healthy() === false ? [EXCHANGES_LOST] : []),
  ];
}

/** Processes have heard of an exchange that soon after each other, unless the database was away. */
const OVERLAP_MS = 2_000;

/** The file, the collector and the other processes. */
function listenersOutside({ writer, traces, fellows }: Outside): readonly ExchangeListener[] {
  const tell: ExchangeListener = (exchange) => fellows?.tell("exchange", exchange.merchantId, exchange);
  return [writer?.append, traces?.exchanged, fellows && tell].filter((it) => it !== undefined);
}

async function openWriter(
  { journalFile, journalRotate: bytes, journalKeep: keep }: JournalConfig,
  log: Log,
): Promise<JournalWriter | undefined> {
  if (journalFile === undefined) return undefined;
  const rotation = bytes === undefined ? undefined : { bytes, keep };
  return createJournalWriter(await openJournalTarget(journalFile, rotation), log);
}

/** What sends spans, which is loaded only where they are wanted. */
async function openTraces(
  { otlpTracesEndpoint: endpoint, otlpHeaders: headers = [], otlpServiceName: service }: Config,
  log: Log,
  metrics: Metrics | undefined,
): Promise<Traces | undefined> {
  if (endpoint === undefined) return undefined;
  const { createTraces } = await import("../metrics/traces/traces.ts");
  return createTraces({
    ...{ endpoint, headers: Object.fromEntries(headers), service, version: packageVersion() },
    // The time that passes, also where the sandbox's clock stands still: a collector files spans by it.
    clock: () => new Date().getTime(),
    failed: (reason) => {
      log("warn", "spans-not-sent", { reason });
    },
    recovered: () => {
      log("info", "spans-sent-again", {});
    },
    dropped: (count) => metrics?.spansDropped(count),
    closed: (dropped) => {
      if (dropped > 0) log("warn", "spans-dropped", { spans: dropped });
    },
  });
}

/** Takes the exchanges of other processes into the journal, but for what was forgotten while they were on their way. */
function takeThoseOfOthers(journal: Journal, fellows: Fellows): void {
  fellows.on("exchange", (value, merchantId = "", process) => {
    // Nobody else tells of exchanges.
    if (!isForgotten(fellows, "journal", process, merchantId)) journal.record(value as unknown as Exchange);
  });
}

/** Merchants whose exchanges are kept in memory. */
const MERCHANTS_MAX = 1_000;

/**
 * All merchants together may keep twice what one may (assumption A211): a thousand merchants with a few
 * exchanges each fit beside a few that keep a thousand.
 */
const TOTAL_FACTOR = 2;

function limitsOf({ journalSize, journalBytes }: JournalConfig, merchants: Merchants): JournalLimits {
  return {
    perMerchant: journalSize,
    ownOf: (merchantId) => merchants.find(merchantId)?.exchangesKept,
    bytesPerMerchant: journalBytes,
    bytes: journalBytes * TOTAL_FACTOR,
    merchants: MERCHANTS_MAX,
  };
}
