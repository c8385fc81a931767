import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Delivery, Notification, NotificationState } from "../../domain/record/notification.ts";
import type { ListedRecord, RecordChange, RecordRef, Store } from "../../store/store.ts";

/** Which notifications of a merchant to show. */
export interface NotificationFilter {
  /** Masked, as notifications show it. */
  readonly order: string | undefined;
  /** Those that are in one of these. */
  readonly states: readonly NotificationState[];
}

export interface NotificationQuery {
  readonly filter: NotificationFilter;
  /** At most this many, newest first. */
  readonly limit: number;
  /** Only those older than the one of this id; undefined: from the newest. */
  readonly before: string | undefined;
}

/** The notifications in the store. */
export interface NotificationBook {
  find: (merchantId: string, id: string) => Promise<NotificationRecord | undefined>;
  list: (merchantId: string, query: NotificationQuery) => Promise<readonly Notification[]>;
  /** Those on their way, of all merchants, each merchant's in the order of their commits. */
  queued: () => AsyncGenerator<NotificationRecord>;
  /** Gives what the change made of it; undefined: it is not there (any more), or the change gives nothing. */
  change: (
    merchantId: string,
    id: string,
    change: (record: NotificationRecord) => NotificationRecord | undefined,
  ) => Promise<NotificationRecord | undefined>;
}

const PAGE = 200;

export function createNotificationBook(store: Store): NotificationBook {
  return {
    find: async (merchantId, id) => readNotification(await store.findRecord(merchantId, notificationRef(id))),
    list: (merchantId, query) => listed(store, merchantId, query),
    queued: () => everyQueued(store),
    change: (merchantId, id, change) => {
      const ref = notificationRef(id);
      return store.transact({ merchantId, orderId: undefined, records: [ref] }, ({ records: [value] }) => {
        const found = readNotification(value);
        const changed = found && change(found);
        const records = changed === undefined ? [] : [notificationChange(changed)];
        return { order: undefined, records, result: changed };
      });
    },
  };
}

export function isMeant({ order, states }: NotificationFilter, notification: Notification): boolean {
  return (order === undefined || notification.orderId === order) && states.includes(notification.state);
}

async function listed(
  store: Store,
  merchantId: string,
  { filter, limit, before }: NotificationQuery,
): Promise<readonly Notification[]> {
  const found: Notification[] = [];
  let after = before;
  for (;;) {
    const page = await store.listRecords(merchantId, "notification", {
      limit: PAGE,
      after,
      newestFirst: true,
    });
    const meant = page.flatMap(recordIn).map(({ notification }) => notification);
    found.push(...meant.filter((it) => isMeant(filter, it)));
    after = page.at(-1)?.id;
    if (page.length < PAGE || found.length >= limit) return found.slice(0, limit);
  }
}

async function* everyQueued(store: Store): AsyncGenerator<NotificationRecord> {
  for (const merchantId of await store.merchantsWith("notification")) {
    let page: readonly ListedRecord[] = [];
    do {
      const after = page.at(-1)?.id;
      page = await store.listRecords(merchantId, "notification", { limit: PAGE, after });
      yield* page.flatMap(recordIn).filter(({ notification }) => notification.state === "queued");
    } while (page.length === PAGE);
  }
}

function recordIn({ value }: ListedRecord): readonly NotificationRecord[] {
  const record = readNotification(value);
  return record === undefined ? [] : [record];
}

/** A notification as it is stored: with what it is rendered from, so that its body need not be kept. */
export interface NotificationRecord extends Delivery {
  /** As it is, for looking it up. */
  readonly orderId: string;
  /** Which entry of the order it tells. */
  readonly entry: number;
  /** Whether it goes to the merchant's own address and not to that of a request. */
  readonly isOwn: boolean;
}

function notificationRef(id: string): RecordRef {
  return { kind: "notification", id };
}

/** Undefined when there is none. */
function readNotification(record: JsonObject | undefined): NotificationRecord | undefined {
  const [orderId, entry, triesLeft] = [
    textAt(record, "orderId"),
    valueAt(record, "entry"),
    valueAt(record, "triesLeft"),
  ];
  const notification = valueAt(record, "notification");
  if (orderId === undefined || typeof entry !== "number" || typeof triesLeft !== "number") return undefined;
  if (!isObject(notification)) return undefined;
  const isOwn = valueAt(record, "isOwn") === true;
  // Nobody else writes records of this kind.
  return { orderId, entry, isOwn, triesLeft, notification: notification as unknown as Notification };
}

export function notificationChange(record: NotificationRecord): RecordChange {
  const { notification, ...rest } = record;
  const { attempts, played, nextAttemptAt, ...subject } = notification;
  const shown = {
    ...subject,
    ...(played && { played: { ...played } }),
    ...(nextAttemptAt !== undefined && { nextAttemptAt }),
    attempts: attempts.map((attempt) => ({ ...attempt })),
  };
  return { ...notificationRef(notification.id), value: { ...rest, notification: shown } };
}
