import { maskText } from "../../domain/card/card.ts";
import type { NotificationPlay } from "../../domain/record/effects.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import { textAt } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { isOpen } from "../../domain/order/authentication.ts";
import type { Order, Transaction } from "../../domain/order/order.ts";
import { retriesOf } from "../../domain/record/notification.ts";
import { isoTime } from "../../domain/time.ts";
import type { RecordChange } from "../../store/store.ts";
import { notificationChange } from "./notification-book.ts";
import type { NotificationRecord } from "./notification-book.ts";

/** The part of the column that owes notifications. */
export interface NotificationDesk {
  /**
   * What the entries owe that come to the order, and what the scenario does to it; undefined: the merchant wants no
   * notifications.
   */
  owedFor: (
    call: NotifiedCall,
    before: Order | undefined,
    after: Order,
    play: NotificationPlay | undefined,
  ) => Owed | undefined;
  /**
   * Called when it is committed with the order: says in the exchange what was queued, and sends it. Resolves when the
   * answer may be given.
   */
  send: (owed: Owed, draft: ExchangeDraft) => Promise<void>;
}

/** Whose work it is, and its record. */
export interface NotifiedCall {
  readonly draft: Pick<ExchangeDraft, "id" | "traceparent">;
  readonly merchant: Merchant;
}

/** What one request owes: a notification for each entry that it adds to the order and that is told. */
export interface Owed {
  readonly notifications: readonly NotificationRecord[];
  /** The records to commit with the order. */
  readonly begun: readonly RecordChange[];
  /** An entry has nowhere to be sent to. */
  readonly lacksAddress: boolean;
}

export interface NotificationDeskParts {
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly clock: () => number;
  readonly newId: () => string;
  /** How long to wait before each further try. */
  readonly retriesMs: readonly number[];
  /** Resolves when the answer to the request may be given. */
  readonly queued: (record: NotificationRecord) => Promise<void> | undefined;
}

const NO_ADDRESS =
  "No notification was queued: no address is set in the order's requests or in the merchant's settings.";

export function createNotificationDesk(parts: NotificationDeskParts): NotificationDesk {
  return {
    owedFor: (call, before, after, play) => {
      if (!call.merchant.notifications.enabled) return undefined;
      const entries = addedEntries(before, after);
      const notifications = entries.flatMap((entry) => recordOf(parts, call, entry, play) ?? []);
      const begun = notifications.map(notificationChange);
      return { notifications, begun, lacksAddress: notifications.length < entries.length };
    },
    send: async ({ notifications, lacksAddress }, draft) => {
      if (lacksAddress) draft.notes = [...draft.notes, NO_ADDRESS];
      if (notifications.length === 0) return;
      draft.notifications = notifications.map(({ notification: { id, url } }) => ({ id, url }));
      const waits = notifications.flatMap((it) => parts.queued(it) ?? []);
      if (waits.length > 0) await Promise.all(waits);
    },
  };
}

/** Of explanations: nothing is queued by what has no effect. */
export const NO_NOTIFICATIONS: NotificationDesk = { owedFor: () => undefined, send: () => Promise.resolve() };

interface AddedEntry {
  readonly order: Order;
  readonly place: number;
  readonly transaction: Transaction;
}

/**
 * Of every operation (assumption A230), and also those that have come by themselves meanwhile
 * (due-entries.ts), which are told now at last.
 */
function addedEntries(before: Order | undefined, order: Order): readonly AddedEntry[] {
  const old = before?.transactions.length ?? 0;
  const added = order.transactions.slice(old);
  const entries = added.map((transaction, index) => ({ order, place: old + index, transaction }));
  return entries.filter(({ transaction }) => isTold(transaction));
}

/** A checkout tells its authentication once, when it is over (assumption A461). */
function isTold({ authentication, entryPoint }: Transaction): boolean {
  return entryPoint === undefined || authentication === undefined || !isOpen(authentication);
}

/** Undefined: there is nowhere to send it. */
function recordOf(
  { clock, newId, retriesMs }: NotificationDeskParts,
  { draft, merchant }: NotifiedCall,
  { order, place, transaction }: AddedEntry,
  play: NotificationPlay | undefined,
): NotificationRecord | undefined {
  const asked = urlLastAsked(order, place);
  const url = asked ?? merchant.notifications.url;
  if (url === undefined) return undefined;
  return {
    orderId: order.id,
    entry: place,
    isOwn: asked === undefined,
    triesLeft: play?.delivery === "lost" ? 0 : retriesOf(play, retriesMs).length + 1,
    notification: {
      id: newId(),
      merchantId: merchant.id,
      orderId: maskText(order.id),
      transactionId: maskText(transaction.id),
      url: maskText(url),
      exchange: draft.id,
      ...(draft.traceparent !== undefined && { traceparent: draft.traceparent }),
      ...(play !== undefined && { played: play }),
      state: play?.delivery === "lost" ? "failed" : "queued",
      queuedAt: isoTime(clock()),
      attempts: [],
    },
  };
}

/** The request's own URL, else the one that was last used for the order (assumption A231). */
function urlLastAsked({ transactions }: Order, place: number): string | undefined {
  const asked = transactions
    .slice(0, place + 1)
    .flatMap(({ request }) => textAt(request, "order.notificationUrl") ?? []);
  return asked.at(-1);
}
