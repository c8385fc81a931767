import { maskText } from "../../domain/card/card.ts";
import { afterAttempt, waitAfterAttemptMs } from "../../domain/record/notification.ts";
import type {
  AttemptEnd,
  Delivery,
  Notification,
  NotificationAttempt,
} from "../../domain/record/notification.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { isoTime } from "../../domain/time.ts";
import type { Message, Send, Sent } from "../../notify/sender.ts";
import type { Store } from "../../store/store.ts";
import { renderTransaction } from "../answers/transaction.ts";
import type { NotificationBook, NotificationRecord } from "./notification-book.ts";

export interface DeliveryParts {
  readonly store: Pick<Store, "find">;
  readonly book: NotificationBook;
  readonly merchantOf: (id: string) => Merchant | undefined;
  readonly send: Send;
  /** How long to wait before each further try. */
  readonly retriesMs: readonly number[];
  /** Whether the secret is sent to every address, or over https only, as the live gateway does (assumption A381). */
  readonly secretOver: "any" | "https";
  /** Whether it falls to this process to deliver, or to another one. */
  readonly leads: () => boolean;
  /** Aborted when the sandbox stops. */
  readonly stopped: AbortSignal;
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly clock: () => number;
  /** Milliseconds of a clock that only moves forward. */
  readonly stopwatch: () => number;
  /** Called with every attempt once it is stored. */
  readonly attempted: (notification: Notification, attempt: NotificationAttempt) => void;
}

/** Which notification is to be tried. */
export interface Try {
  readonly merchantId: string;
  readonly id: string;
  /** Somebody asked for it, so that it does not count against the schedule. */
  readonly isAsked: boolean;
}

/**
 * One try to deliver it; the next wait counts from `begun`, by the merchant's clock. Undefined when there is nothing to
 * deliver (any more), or the sandbox stops before its end; else how it stands now.
 */
export async function deliver(
  parts: DeliveryParts,
  { merchantId, id, isAsked }: Try,
  begun: number | undefined,
): Promise<NotificationRecord | undefined> {
  const record = await parts.book.find(merchantId, id);
  if (record?.notification.state !== "queued") return undefined;
  const end = await attempt(parts, record);
  if (end === undefined) return undefined;
  const changed = await parts.book.change(merchantId, id, (it) => {
    const after = afterAttempt(isAsked ? { ...it, triesLeft: it.triesLeft + 1 } : it, end);
    return {
      ...it,
      ...after,
      notification: { ...after.notification, nextAttemptAt: nextAt(parts, after, begun) },
    };
  });
  if (changed !== undefined) parts.attempted(changed.notification, end.attempt);
  return changed;
}

function nextAt(
  { clock, retriesMs }: DeliveryParts,
  after: Delivery,
  begun: number | undefined,
): string | undefined {
  const isWaiting = after.notification.state === "queued";
  return isWaiting ? isoTime((begun ?? clock()) + waitAfterAttemptMs(after, retriesMs)) : undefined;
}

/** Undefined: its order is forgotten, it was broken off, or another process delivers by now. */
async function attempt(parts: DeliveryParts, record: NotificationRecord): Promise<AttemptEnd | undefined> {
  const { notification } = record;
  const merchant = parts.merchantOf(notification.merchantId);
  const message = await messageOf(parts, record, merchant);
  if (message === undefined) return undefined;
  if (!parts.leads()) return undefined;
  const [at, started] = [isoTime(parts.clock()), parts.stopwatch()];
  const sent = typeof message === "string" ? refused(message) : await parts.send(message, parts.stopped);
  // It is tried at the next start (assumption A237): what is not known is no attempt.
  if (sent.kind === "broken-off") return undefined;
  const latencyMs = Math.round((parts.stopwatch() - started) * 1000) / 1000;
  const number = notification.attempts.length + 1;
  const outcome = outcomeOf(sent, merchant?.notifications.secret);
  const secret = merchant && spoiledSecret(parts, merchant, notification);
  return {
    attempt: { number, at, latencyMs, ...outcome, ...(secret && { secret }) },
    canBeRepeated: sent.kind !== "refused",
  };
}

/** Sent on purpose in place of the merchant's (assumption A380). */
const WRONG_SECRET = "wrong-on-purposewrong-on-purpose";

type Secrets = Pick<DeliveryParts, "secretOver">;

/** Undefined: the header is left out. */
function secretFor(
  parts: Secrets,
  { notifications: { secret } }: Merchant,
  { url, played }: Notification,
): string | undefined {
  if (played?.secret === "missing" || !mayHaveSecret(parts, url)) return undefined;
  return played?.secret === "wrong" ? WRONG_SECRET : secret;
}

/** Undefined: it is as the merchant's settings have it, or they have none. */
function spoiledSecret(
  parts: Secrets,
  { notifications: { secret } }: Merchant,
  { url, played }: Notification,
): "missing" | "wrong" | undefined {
  return secret !== undefined && mayHaveSecret(parts, url) ? played?.secret : undefined;
}

function mayHaveSecret({ secretOver }: Secrets, url: string): boolean {
  return secretOver === "any" || url.startsWith("https:");
}

function refused(reason: string): Known {
  return { kind: "refused", reason };
}

/** What is sent; or why nothing is, in a sentence; undefined: its order is forgotten. */
async function messageOf(
  { store, secretOver }: Pick<DeliveryParts, "secretOver" | "store">,
  { notification, orderId, entry, isOwn }: NotificationRecord,
  merchant: Merchant | undefined,
): Promise<Message | string | undefined> {
  const { merchantId, id, url, attempts, traceparent } = notification;
  if (merchant?.notifications.enabled !== true)
    return "the merchant no longer exists, or no longer has notifications enabled";
  const order = await store.find({ merchantId, orderId });
  if (order === undefined) return undefined;
  // As the transaction left the order, so that every attempt says the same (assumption A232).
  const body = renderTransaction(order, entry, { correlationId: undefined, merchant, orderAsOf: "then" });
  const secret = secretFor({ secretOver }, merchant, notification);
  const headers = {
    "Content-Type": "application/json;charset=UTF-8",
    ...(secret === undefined ? {} : { "X-Notification-Secret": secret }),
    "X-Notification-Id": id,
    "X-Notification-Attempt": String(attempts.length + 1),
    ...(traceparent === undefined ? {} : { traceparent }),
  };
  return { url, isOwn, headers, body: JSON.stringify(body) };
}

type Known = Exclude<Sent, { kind: "broken-off" }>;
type AttemptOutcome = Pick<NotificationAttempt, "answer" | "reason" | "status">;

function outcomeOf(sent: Known, secret: string | undefined): AttemptOutcome {
  switch (sent.kind) {
    case "refused":
      return { status: undefined, reason: `not sent: ${sent.reason}`, answer: undefined };
    case "unanswered":
      return { status: undefined, reason: sent.reason, answer: undefined };
    case "answered":
      return isGood(sent.status)
        ? { status: sent.status, reason: undefined, answer: undefined }
        : { status: sent.status, reason: reasonOf(sent.status), answer: shown(sent.text, secret) };
  }
}

/** Every 2xx, not 200 alone (assumption A233). */
function isGood(status: number): boolean {
  return status >= 200 && status < 300;
}

function reasonOf(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return `answered ${status}${isRedirect ? "; redirects are not followed" : ""}`;
}

const SHOWN_LENGTH_MAX = 200;

/** Who answers may write anything, also what it was sent. The end goes last, as a cut number would not be known. */
function shown(text: string, secret: string | undefined): string | undefined {
  const bare = secret === undefined ? text : text.replaceAll(secret, "xxx");
  return maskText(bare).slice(0, SHOWN_LENGTH_MAX) || undefined;
}
