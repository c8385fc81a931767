import { waitAfterAttemptMs } from "../../domain/record/notification.ts";
import type { Queues, Timer } from "../../notify/queues.ts";
import type { NotificationRecord } from "./notification-book.ts";

/** Puts notifications into their queues as scenarios have it: late, behind the next one, before the answer. */
export interface Staging {
  /** Resolves when the answer to the request may be given; undefined: it may at once. */
  readonly add: (record: NotificationRecord) => Promise<void> | undefined;
  /** What keeps its next attempt back; asking forgets it. */
  readonly takeDelay: (id: string) => Delay | undefined;
  /** An attempt has ended. */
  readonly tried: (id: string) => void;
  /** Tries it now, if it waits for the next one of its order or for its next try; whether it does. */
  readonly hurry: (record: NotificationRecord) => boolean;
  readonly drop: (isMeant: (id: string) => boolean) => void;
  /** How many wait for the next one of their order. */
  readonly count: () => number;
}

/** How long a first attempt is late on purpose, or a further one waits at most. */
export interface Delay {
  readonly ms: number;
  /** An earlier process had it wait until then, by the merchant's clock; undefined: none had. */
  readonly until: number | undefined;
}

export interface StagingParts {
  readonly queues: Pick<Queues, "add" | "retryIn">;
  readonly timer: Timer;
  /** Of each order one after the other. */
  readonly laneOf: (record: NotificationRecord) => string;
  /** How long to wait before each further try. */
  readonly retriesMs: readonly number[];
}

/** No answer waits longer for its notification: those of the order may stand in front of it (assumption A382). */
const BEFORE_ANSWER_MAX_MS = 5_000;

export function createStaging({ queues, timer, laneOf, retriesMs }: StagingParts): Staging {
  const delays = new Map<string, Delay>();
  const firsts = createFirstTries(timer);
  const put = (lane: string, record: NotificationRecord): void => {
    const delay = delayOf(record, retriesMs);
    if (delay !== undefined) delays.set(record.notification.id, delay);
    queues.add(lane, record.notification.id);
  };
  const behind = createBehind(put);
  return {
    add: (record) => {
      const lane = laneOf(record);
      const { id, played, attempts } = record.notification;
      const delivery = attempts.length === 0 ? played?.delivery : undefined;
      if (delivery === "out-of-order") {
        behind.keep(lane, record);
        return undefined;
      }
      const tried = delivery === "before-answer" ? firsts.next(id) : undefined;
      put(lane, record);
      behind.release(lane);
      return tried;
    },
    takeDelay: (id) => {
      const delay = delays.get(id);
      delays.delete(id);
      return delay;
    },
    tried: firsts.tried,
    hurry: (record) =>
      behind.release(laneOf(record)) || queues.retryIn(laneOf(record), record.notification.id, 0),
    drop: behind.drop,
    count: behind.count,
  };
}

function delayOf(record: NotificationRecord, retriesMs: readonly number[]): Delay | undefined {
  const { played, attempts, nextAttemptAt } = record.notification;
  const isFirst = attempts.length === 0;
  if (isFirst && played?.delayMs !== undefined) return { ms: played.delayMs, until: undefined };
  if (isFirst || nextAttemptAt === undefined) return undefined;
  return { ms: waitAfterAttemptMs(record, retriesMs), until: Date.parse(nextAttemptAt) };
}

/** Answers that wait for the first attempt of a notification. */
function createFirstTries(timer: Timer) {
  const waiting = new Map<string, () => void>();
  const tried = (id: string): void => {
    waiting.get(id)?.();
    waiting.delete(id);
  };
  return {
    tried,
    next: (id: string): Promise<void> =>
      new Promise((resolve) => {
        const cancel = timer(BEFORE_ANSWER_MAX_MS, () => {
          tried(id);
        });
        waiting.set(id, () => {
          cancel();
          resolve();
        });
      }),
  };
}

/** Notifications that wait for the next one of their order. */
function createBehind(put: (lane: string, record: NotificationRecord) => void) {
  const behind = new Map<string, readonly NotificationRecord[]>();
  return {
    keep: (lane: string, record: NotificationRecord): void => {
      behind.set(lane, [...(behind.get(lane) ?? []), record]);
    },
    release: (lane: string): boolean => {
      const kept = behind.get(lane) ?? [];
      behind.delete(lane);
      for (const record of kept) put(lane, record);
      return kept.length > 0;
    },
    drop: (isMeant: (id: string) => boolean): void => {
      for (const [lane, kept] of behind) {
        const left = kept.filter(({ notification: { id } }) => !isMeant(id));
        if (left.length === 0) behind.delete(lane);
        else behind.set(lane, left);
      }
    },
    count: () => [...behind.values()].reduce((sum, kept) => sum + kept.length, 0),
  };
}
