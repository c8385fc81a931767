import type { Notification } from "../../domain/record/notification.ts";
import type { NotificationBook, NotificationRecord } from "./notification-book.ts";

/** One of the processes of a store delivers for all, so that everything is sent once and each order's in its order. */
export interface OtherDeliverers {
  /** Whether it is this one. */
  readonly leads: () => boolean;
  /** Asks whoever it is to try it now. */
  readonly hurry: (notification: Notification) => void;
}

/** Further attempts that somebody asks for. */
export interface Resending {
  resend: (merchantId: string, id: string) => Promise<Resent>;
  /** Whether the try that begins now was asked for; asking forgets it. */
  takeAsked: (id: string) => boolean;
}

/** The notification as it is then; or why there is no further attempt. */
type Resent = Notification | "unknown" | "too-often";

interface ResendingParts {
  readonly book: NotificationBook;
  /** Puts it behind those of its order. */
  readonly add: (record: NotificationRecord) => unknown;
  /** Tries it now if it waits for its next try; whether it does. */
  readonly hurry: (record: NotificationRecord) => boolean;
  readonly others: OtherDeliverers | undefined;
}

/** So that no notification grows without a bound. */
const ATTEMPTS_MAX = 100;

export function createResending({ book, add, hurry, others }: ResendingParts): Resending {
  const asked = new Set<string>();
  return {
    takeAsked: (id) => asked.delete(id),
    resend: async (merchantId, id) => {
      const found = await book.find(merchantId, id);
      if (found === undefined) return "unknown";
      const { notification } = found;
      if (notification.attempts.length >= ATTEMPTS_MAX) return "too-often";
      if (notification.state === "queued") {
        if (others?.leads() === false) {
          others.hurry(notification);
          return notification;
        }
        // The try begins before hurrying is over.
        asked.add(id);
        if (!hurry(found)) asked.delete(id);
        return notification;
      }
      const again = await book.change(merchantId, id, queuedAgain);
      if (again === undefined) return "unknown";
      add(again);
      return again.notification;
    },
  };
}

/** For one attempt only: who asked for it looks what comes of it. */
function queuedAgain(record: NotificationRecord): NotificationRecord {
  return { ...record, triesLeft: 1, notification: { ...record.notification, state: "queued" } };
}
