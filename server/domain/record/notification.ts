import type { NotificationPlay } from "./effects.ts";

/**
 * How far a notification is: `queued` until it is delivered, which means that an attempt was answered 2xx, or has
 * failed, which means that no further attempt will be made.
 */
export const NOTIFICATION_STATES = ["queued", "delivered", "failed"] as const;
export type NotificationState = (typeof NOTIFICATION_STATES)[number];

/** One try to deliver a notification. */
export interface NotificationAttempt {
  /** From 1; the header X-Notification-Attempt. */
  readonly number: number;
  /** ISO 8601, by the sandbox's clock. */
  readonly at: string;
  readonly latencyMs: number;
  /** Undefined: nothing was answered. */
  readonly status: number | undefined;
  /** Why it does not count; undefined: it was answered 2xx. */
  readonly reason: string | undefined;
  /** How the answer's body begins, masked; only where it may say what was wrong. */
  readonly answer: string | undefined;
  /**
   * What a scenario did to the merchant's secret, where the address would have got it; undefined: nothing. A receiver
   * can know that the attempt is not the gateway's.
   */
  readonly secret?: "missing" | "wrong";
}

/** Which transaction is told to whom. Everything in it may be shown: ids and address are masked. */
export interface NotificationSubject {
  /** The header X-Notification-Id: the same in every attempt. */
  readonly id: string;
  readonly merchantId: string;
  readonly orderId: string;
  readonly transactionId: string;
  readonly url: string;
  /** The exchange that made or changed the transaction. */
  readonly exchange: string;
  /** That of the exchange, which every attempt sends along. */
  readonly traceparent?: string | undefined;
  /** What a scenario does to it on purpose. */
  readonly played?: NotificationPlay | undefined;
}

/** One webhook and its attempts (interface section 6). */
export interface Notification extends NotificationSubject {
  readonly state: NotificationState;
  /** ISO 8601, by the sandbox's clock. */
  readonly queuedAt: string;
  /** ISO 8601, by the merchant's clock, as it was when the wait began; while the next attempt, or a late first one, waits. */
  readonly nextAttemptAt?: string | undefined;
  readonly attempts: readonly NotificationAttempt[];
}

/** What an attempt came to. */
export interface AttemptEnd {
  readonly attempt: NotificationAttempt;
  /** Whether another attempt could do better; an address that may not be sent to stays one. */
  readonly canBeRepeated: boolean;
}

/** A notification on its way: also what nobody else needs to know. */
export interface Delivery {
  readonly notification: Notification;
  /** How often it may still be tried. */
  readonly triesLeft: number;
}

/** What the journal's file says of an attempt, and of how the notification stood behind it. */
export interface AttemptLine extends NotificationSubject {
  readonly kind: "notification-attempt";
  readonly state: NotificationState;
  readonly attempt: NotificationAttempt;
}

/** How the delivery stands after an attempt. */
export function afterAttempt({ notification, triesLeft }: Delivery, end: AttemptEnd): Delivery {
  const { attempt, canBeRepeated } = end;
  const attempts = [...notification.attempts, attempt];
  // Sent twice on purpose, as a sender does that has lost the first answer.
  if (
    notification.played?.delivery === "twice" &&
    isAnswered(attempt) &&
    !notification.attempts.some(isAnswered)
  )
    return { notification: { ...notification, attempts }, triesLeft: 1 };
  const isLast = triesLeft <= 1 || !canBeRepeated;
  const unanswered: NotificationState = isLast ? "failed" : "queued";
  // Once taken it stays so, whatever becomes of an attempt that somebody asks for.
  const state = attempts.some(isAnswered) ? "delivered" : unanswered;
  return {
    notification: { ...notification, state, attempts },
    triesLeft: state === "queued" ? triesLeft - 1 : 0,
  };
}

/** 14 retries in three days, as notes on the live gateway's pages have them (assumption A383). */
export const PUBLISHED_RETRIES_MS: readonly number[] = [
  ...[10, 30, 120, 300, 1_800],
  ...[4, 4, 4, 4, 8, 12, 12, 12, 12].map((hours) => hours * 3_600),
].map((seconds) => seconds * 1_000);

/** How long to wait before each further try; as many tries as it has entries, and the first one. */
export function retriesOf(
  played: NotificationPlay | undefined,
  usualMs: readonly number[],
): readonly number[] {
  return played?.retries === "published" ? PUBLISHED_RETRIES_MS : usualMs;
}

/** How long to wait before the next try: the last of the schedule comes last, however many tries it began with. */
export function retryDelayMs(
  { triesLeft }: Pick<Delivery, "triesLeft">,
  retriesMs: readonly number[],
): number {
  return retriesMs.at(-triesLeft) ?? retriesMs[0] ?? 0;
}

/** How long a delivery that is still queued waits after an attempt; what is sent twice on purpose comes again at once. */
export function waitAfterAttemptMs(delivery: Delivery, usualMs: readonly number[]): number {
  const { attempts, played } = delivery.notification;
  return attempts.some(isAnswered) ? 0 : retryDelayMs(delivery, retriesOf(played, usualMs));
}

/** Whether the attempt was answered as it should be. */
export function isAnswered({ reason }: NotificationAttempt): boolean {
  return reason === undefined;
}
