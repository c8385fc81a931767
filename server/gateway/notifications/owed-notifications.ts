import { maskText } from "../../domain/card.ts";
import type { ExchangeDraft } from "../../domain/exchange.ts";
import { textAt } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { Order, Transaction } from "../../domain/order.ts";
import type { Found, Work } from "../../store/store.ts";
import { notificationChange } from "./notification-record.ts";
import type { NotificationRecord } from "./notification-record.ts";

/** The part of the column that owes notifications. Merchants that want none never come here. */
export interface NotificationDesk {
  begin: (call: NotifiedCall) => OwedNotifications;
}

/** Whose work it is, and its record. */
export interface NotifiedCall {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
}

/** What one request owes. */
export interface OwedNotifications {
  /** The work with a notification in the same commit for each entry that it adds to the order. */
  owe: <R>(found: Found, work: Work<R>) => Work<R>;
  /** Called when the work is committed: says in the exchange what was queued, and sends it. */
  committed: () => void;
}

export interface NotificationDeskParts {
  /** Milliseconds since 1970, by the sandbox's clock. */
  readonly clock: () => number;
  readonly newId: () => string;
  /** How often a notification is tried. */
  readonly tries: number;
  readonly queued: (record: NotificationRecord) => void;
}

const NO_ADDRESS =
  "No notification was queued: neither the order's requests nor the merchant's settings name an address.";

export function createNotificationDesk(parts: NotificationDeskParts): NotificationDesk {
  return {
    begin: (call) => {
      const { draft } = call;
      let owed: readonly NotificationRecord[] = [];
      let lacksAddress = false;
      return {
        owe: (found, work) => {
          const entries = addedEntries(found, work);
          owed = entries.flatMap((entry) => recordOf(parts, call, entry) ?? []);
          lacksAddress = owed.length < entries.length;
          return owed.length === 0 ? work : { ...work, begun: owed.map(notificationChange) };
        },
        committed: () => {
          if (lacksAddress) draft.notes = [...draft.notes, NO_ADDRESS];
          if (owed.length === 0) return;
          draft.notifications = owed.map(({ notification: { id, url } }) => ({ id, url }));
          owed.forEach(parts.queued);
        },
      };
    },
  };
}

/** Of explanations: nothing is queued by what has no effect. */
export const NO_NOTIFICATIONS: NotificationDesk = {
  begin: () => ({ owe: (_found, work) => work, committed: () => undefined }),
};

interface AddedEntry {
  readonly order: Order;
  readonly place: number;
  readonly transaction: Transaction;
}

/**
 * Of every operation (assumption A230), and also those that have come by themselves meanwhile
 * (due-entries.ts), which are told now at last.
 */
function addedEntries({ order: before }: Found, { order }: Work<unknown>): readonly AddedEntry[] {
  const old = before?.transactions.length ?? 0;
  const added = order?.transactions.slice(old) ?? [];
  return added.flatMap((transaction, index) => (order ? [{ order, place: old + index, transaction }] : []));
}

/** Undefined: there is nowhere to send it. */
function recordOf(
  { clock, newId, tries }: NotificationDeskParts,
  { draft, merchant }: NotifiedCall,
  { order, place, transaction }: AddedEntry,
): NotificationRecord | undefined {
  const asked = urlLastAsked(order, place);
  const url = asked ?? merchant.notifications.url;
  if (url === undefined) return undefined;
  return {
    orderId: order.id,
    entry: place,
    isOwn: asked === undefined,
    triesLeft: tries,
    notification: {
      id: newId(),
      merchantId: merchant.id,
      orderId: maskText(order.id),
      transactionId: maskText(transaction.id),
      url: maskText(url),
      exchange: draft.id,
      state: "queued",
      queuedAt: new Date(clock()).toISOString(),
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
