import type { SendSpans, Sent } from "./collector.ts";

/** What is told of the queue. */
export interface QueueEvents {
  /** The collector does not take spans; not told again before it has taken some. */
  readonly failed: (reason: string) => void;
  readonly recovered: () => void;
  readonly dropped: (count: number) => void;
  /** Nothing is sent any more; so many were dropped altogether. */
  readonly closed: (dropped: number) => void;
}

/** Spans that wait for the collector. */
export interface SpanQueue {
  /** Takes what the span is made by, which is not done if it has no room; undefined is none. */
  readonly add: (make: () => string | undefined) => void;
  readonly close: () => Promise<void>;
}

/** As OpenTelemetry's own libraries have it: so many spans wait, and so many go together. */
const WAITING_MAX = 2_048;
const BATCH = 512;

/** So long spans are gathered; and how long the next try waits after others failed, twice as long each time. */
const GATHER_MS = 1_000;
const RETRY_MAX_MS = 32_000;

/** So long an answer may take, and everything at the end. */
const ANSWER_MS = 10_000;
const CLOSE_MS = 2_000;

export function createSpanQueue(send: SendSpans, events: QueueEvents): SpanQueue {
  const waiting: string[] = [];
  const outage = createOutage(events);
  const losses = createLosses(events.dropped);
  const attempts = createAttempts(send);
  const sendAll = (): Promise<void> => empty(waiting, { attempts, outage, losses });
  const turns = createTurns(sendAll, () => (waiting.length === 0 ? undefined : outage.waitMs()));
  return {
    add: (make) => {
      if (waiting.length >= WAITING_MAX) {
        losses.add(1);
        return;
      }
      const span = make();
      if (span === undefined) return;
      waiting.push(span);
      if (waiting.length === BATCH && outage.isNone()) void turns.now();
      else turns.later();
    },
    close: async () => {
      const late = setTimeout(attempts.end, CLOSE_MS);
      await turns.last();
      clearTimeout(late);
      losses.add(waiting.splice(0).length);
      events.closed(losses.count());
    },
  };
}

interface QueueParts {
  readonly attempts: ReturnType<typeof createAttempts>;
  readonly outage: ReturnType<typeof createOutage>;
  readonly losses: ReturnType<typeof createLosses>;
}

/** Sends what waits, until nothing does or the collector is not to be had. */
async function empty(waiting: string[], { attempts, outage, losses }: QueueParts): Promise<void> {
  while (waiting.length > 0 && !attempts.isOver()) {
    const batch = waiting.slice(0, BATCH);
    const sent = await attempts.send(batch);
    outage.heard(sent);
    if (sent.kind === "unanswered") return;
    waiting.splice(0, batch.length);
    if (sent.kind === "refused") losses.add(batch.length);
  }
}

/** One turn at a time, and the next one later for as long as it is known when. */
function createTurns(turn: () => Promise<void>, waitMs: () => number | undefined) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isLast = false;
  const now = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (running ??= turn().finally(() => {
      running = undefined;
      later();
    }));
  };
  const later = (): void => {
    const ms = waitMs();
    if (isLast || running !== undefined || ms === undefined) return;
    timer ??= setTimeout(() => void now(), ms).unref();
  };
  const last = (): Promise<void> => {
    isLast = true;
    return now();
  };
  return { now, later, last };
}

function createLosses(dropped: QueueEvents["dropped"]) {
  let lost = 0;
  return {
    add: (count: number): void => {
      lost += count;
      if (count > 0) dropped(count);
    },
    count: (): number => lost,
  };
}

/** Whether the collector takes spans. */
function createOutage({ failed, recovered }: QueueEvents) {
  let failures = 0;
  return {
    heard: (sent: Sent): void => {
      if (sent.kind === "taken" && failures > 0) recovered();
      if (sent.kind !== "taken" && failures === 0) failed(sent.reason);
      failures = sent.kind === "taken" ? 0 : failures + 1;
    },
    isNone: (): boolean => failures === 0,
    waitMs: (): number => Math.min(GATHER_MS * 2 ** failures, RETRY_MAX_MS),
  };
}

/** Sends with a limit of time for each, and for all of them once there is to be an end. */
function createAttempts(send: SendSpans) {
  let isOver = false;
  let ending = new AbortController();
  return {
    isOver: (): boolean => isOver,
    send: async (spans: readonly string[]): Promise<Sent> => {
      ending = new AbortController();
      const late = setTimeout(() => {
        ending.abort();
      }, ANSWER_MS);
      return send(spans, ending.signal).finally(() => {
        clearTimeout(late);
      });
    },
    end: (): void => {
      isOver = true;
      ending.abort();
    },
  };
}
