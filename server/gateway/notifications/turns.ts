import { waitAfterAttemptMs } from "../../domain/record/notification.ts";
import { isoTime } from "../../domain/time.ts";
import { StoreUnavailable } from "../../store/store.ts";
import { deliver } from "./delivery.ts";
import type { DeliveryParts, Try } from "./delivery.ts";
import type { DueTimes } from "./due-times.ts";
import type { NotificationWaits } from "./notification-waits.ts";
import type { Delay, Staging } from "./staging.ts";

interface TurnParts extends DeliveryParts {
  readonly waits: NotificationWaits;
  readonly staging: Staging;
  readonly dueTimes: DueTimes;
  /** It need not be known any more. */
  readonly done: (id: string) => unknown;
  /** Reports a fault of ours, and of which notification. */
  readonly reportBug: (error: unknown, id: string) => void;
}

/** A notification whose turn it is. */
interface Turn extends Try {
  /** The queue in which it stands. */
  readonly lane: string;
}

/** While the store cannot be written, what came of an attempt cannot be kept. */
const STORE_RETRY_MS = 5_000;

/** Tries it. Gives how long it waits before it is tried, for the first time or again; undefined: it is over. */
export function createTurns(parts: TurnParts): (turn: Turn) => Promise<number | undefined> {
  const { staging, dueTimes, done } = parts;
  return async (turn) => {
    const begun = await dueTimes.begun(turn);
    const delay = staging.takeDelay(turn.id);
    const delayMs = turn.isAsked || delay === undefined ? 0 : await leftOf(parts, turn, delay);
    const isLate = delayMs > 0;
    if (isLate && delay?.until === undefined) await sayWhen(parts, turn, begun, delayMs);
    const again = isLate ? delayMs : await tryOnce(parts, turn, begun);
    if (!isLate) staging.tried(turn.id);
    if (typeof again === "number") {
      dueTimes.waiting(turn, begun, again);
      return again;
    }
    dueTimes.done(turn.id);
    if (again === "later") return STORE_RETRY_MS;
    done(turn.id);
    return undefined;
  };
}

/** What an earlier process had wait is tried at once (assumption A237), unless the merchant's clock stands before its time. */
async function leftOf({ dueTimes }: TurnParts, { merchantId }: Turn, { ms, until }: Delay): Promise<number> {
  if (until === undefined) return ms;
  const standsAt = await dueTimes.standsAt(merchantId);
  return standsAt === undefined ? 0 : Math.min(ms, until - standsAt);
}

/** Says when the first attempt is due; what cannot be kept is not said. */
async function sayWhen(
  { book, reportBug }: TurnParts,
  { merchantId, id }: Turn,
  begun: number | undefined,
  delayMs: number,
): Promise<void> {
  if (begun === undefined) return;
  try {
    await book.change(merchantId, id, (it) => {
      const nextAttemptAt = isoTime(begun + delayMs);
      return { ...it, notification: { ...it.notification, nextAttemptAt } };
    });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) reportBug(error, id);
  }
}

/** Gives how long to wait before it is tried again; undefined: it is over; later: the store cannot be written. */
async function tryOnce(
  parts: TurnParts,
  turn: Turn,
  begun: number | undefined,
): Promise<number | "later" | undefined> {
  try {
    const after = await deliver(parts, turn, begun);
    if (after === undefined) return undefined;
    if (after.notification.state === "queued") return waitAfterAttemptMs(after, parts.retriesMs);
    parts.waits.changed(after.notification);
    return undefined;
  } catch (error) {
    if (error instanceof StoreUnavailable) return "later";
    parts.reportBug(error, turn.id);
    return undefined;
  }
}
