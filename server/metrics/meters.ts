import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import { KEPT, KEPT_NAMES, settingOf, wordsOf } from "../domain/kept.ts";
import type { Kept } from "../domain/kept.ts";

/** What is not counted but stands as it is. */
export interface SandboxState {
  /** The store can keep payments. */
  readonly isReady: boolean;
  /** Everything works that was asked for. */
  readonly isHealthy: boolean;
  /** Requests that a scenario holds. */
  readonly held: number;
  /** Notifications that are not delivered yet. */
  readonly notifications: number;
  /** Lines that wait for the journal's file. */
  readonly journalLines: number;
}

/** What is counted of exchanges. Nothing of a request stands in it but words of the interface and the merchant's id. */
export interface ExchangeSample {
  readonly merchant: string;
  readonly operation: string;
  readonly outcome: string;
  readonly refusal: { readonly reason: string; readonly rule: string } | undefined;
}

/** The meters of one sandbox. */
export interface Meters {
  /** Counts exchanges that are alike in everything but the seconds that each took. */
  readonly exchanged: (sample: ExchangeSample, seconds: readonly number[]) => void;
  readonly attempted: (isAnswered: boolean) => void;
  readonly foreignCard: (mode: "refuse" | "warn") => void;
  readonly evicted: (what: Kept, number: number) => void;
  readonly spansDropped: (count: number) => void;
  readonly synced: (ms: number) => void;
  readonly text: (state: SandboxState) => Promise<string>;
}

/** Merchants that are counted by name; any id that begins with TEST is a merchant, so that there must be an end. */
const MERCHANTS_MAX = 100;

const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const SYNC_SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1];

export function createMeters(): Meters {
  const register = new Registry();
  const { exchanges, merchants, refusals, foreignCards, evictions, attempts, spans } = countersOf(register);
  const { answers, syncs } = histogramsOf(register);
  const gauges = gaugesOf(register);
  const named = new Set<string>();
  let isWatched = false;
  return {
    exchanged: ({ merchant, operation, outcome, refusal }, seconds) => {
      const { length } = seconds;
      if (named.size < MERCHANTS_MAX) named.add(merchant);
      exchanges.inc({ operation, outcome }, length);
      merchants.inc({ merchant: named.has(merchant) ? merchant : "other" }, length);
      if (refusal !== undefined) refusals.inc({ reason: refusal.reason, rule: refusal.rule }, length);
      for (const took of seconds) answers.observe({ operation }, took);
    },
    attempted: (isAnswered) => {
      attempts.inc({ result: isAnswered ? "answered" : "unanswered" });
    },
    foreignCard: (mode) => {
      foreignCards.inc({ mode });
    },
    evicted: (what, number) => {
      evictions[what].inc(number);
    },
    spansDropped: (count) => {
      spans.inc(count);
    },
    synced: (ms) => {
      syncs.observe(ms / 1000);
    },
    text: (state) => {
      // It wakes the process now and then, which nobody pays for who does not look.
      if (!isWatched) collectDefaultMetrics({ register });
      isWatched = true;
      gauges(state);
      return register.metrics();
    },
  };
}

function countersOf(register: Registry) {
  const counter = <L extends string>(name: string, labelNames: readonly L[], help: string): Counter<L> =>
    new Counter({ name, help, labelNames, registers: [register] });
  return {
    exchanges: counter(
      "sandbox_exchanges_total",
      ["operation", "outcome"],
      "Requests answered, by operation and outcome (gateway code, REFUSED, REPEATED or ANSWERED).",
    ),
    merchants: counter(
      "sandbox_merchant_exchanges_total",
      ["merchant"],
      `Requests answered, by merchant; beyond ${MERCHANTS_MAX} merchants as other.`,
    ),
    refusals: counter(
      "sandbox_refusals_total",
      ["reason", "rule"],
      "Requests refused, by reason and by the rule or kind of finding that refused.",
    ),
    foreignCards: counter(
      "sandbox_foreign_cards_total",
      ["mode"],
      "Requests with a card number that is not a test card, by what SANDBOX_CARD_GUARD makes of them: refuse or warn.",
    ),
    evictions: evictionsOf(register),
    attempts: counter(
      "sandbox_notification_attempts_total",
      ["result"],
      "Attempts to deliver a notification, by result: answered (2xx) or unanswered.",
    ),
    spans: counter(
      "sandbox_spans_dropped_total",
      [],
      "Spans that did not reach the OpenTelemetry collector.",
    ),
  };
}

/** By what was evicted. */
function evictionsOf(register: Registry): Readonly<Record<Kept, Counter>> {
  const counters = KEPT_NAMES.map((what) => {
    const name = `sandbox_${wordsOf(what).join("_")}_evicted_total`;
    const help = `Evicted ${KEPT[what].many}, by ${KEPT[what].limits.map(settingOf).join(" and ")}.`;
    return [what, new Counter({ name, help, registers: [register] })] as const;
  });
  return Object.fromEntries(counters) as Record<Kept, Counter>;
}

function histogramsOf(register: Registry) {
  const histogram = <L extends string>(name: string, buckets: number[], help: string, labelNames: L[]) =>
    new Histogram({ name, help, labelNames, buckets, registers: [register] });
  return {
    answers: histogram(
      "sandbox_answer_seconds",
      ANSWER_SECONDS,
      "Time until the answer, with the delays that scenarios ask for.",
      ["operation"],
    ),
    syncs: histogram(
      "sandbox_store_sync_seconds",
      SYNC_SECONDS,
      "Time to write and sync a batch of commits, or to commit to the database.",
      [],
    ),
  };
}

function gaugesOf(register: Registry): (state: SandboxState) => void {
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers: [register] });
  const ready = gauge("sandbox_ready", "1 if payments can be accepted and stored, otherwise 0.");
  const healthy = gauge("sandbox_healthy", "1 if everything works that is configured, otherwise 0.");
  const held = gauge("sandbox_held_requests", "Requests that a scenario holds.");
  const waiting = gauge("sandbox_notifications_waiting", "Notifications that are not delivered yet.");
  const lines = gauge("sandbox_journal_lines_waiting", "Lines that wait for the journal file.");
  return (state) => {
    ready.set(state.isReady ? 1 : 0);
    healthy.set(state.isHealthy ? 1 : 0);
    held.set(state.held);
    waiting.set(state.notifications);
    lines.set(state.journalLines);
  };
}
