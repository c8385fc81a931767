import type { Queues } from "../../notify/queues.ts";

/**
 * When the next attempt at each notification is due by its merchant's clock. It comes when so much time has passed here,
 * or when that clock has been moved so far, whichever is first (assumption A393).
 */
export interface DueTimes {
  /** Its turn begins; gives the time from which the next wait counts. Undefined: it is not known. */
  readonly begun: (item: Due) => Promise<number | undefined>;
  /** It waits so long from then on; gives how long that is still to go. */
  readonly waiting: (item: Due, begun: number | undefined, waitMs: number) => Promise<number>;
  /** It waits no more. */
  readonly done: (id: string) => void;
  /** The merchant's clock has been moved: what is due by now is tried. */
  readonly clockMoved: (merchantId: string) => Promise<void>;
  readonly drop: (isMeant: (lane: string) => boolean) => void;
}

interface Due {
  readonly lane: string;
  readonly merchantId: string;
  readonly id: string;
  /** Somebody asked for it. */
  readonly isAsked: boolean;
}

interface DueParts {
  /** Milliseconds since 1970, by the merchant's clock. */
  readonly now: (merchantId: string) => Promise<number>;
  readonly retryNow: Queues["retryNow"];
}

export function createDueTimes({ now, retryNow }: DueParts): DueTimes {
  const all = new Map<string, Pick<Due, "lane" | "merchantId"> & { readonly at: number }>();
  // While the store cannot be read, only the time that passes here counts.
  const timeOf = (merchantId: string): Promise<number | undefined> => now(merchantId).catch(() => undefined);
  return {
    begun: async ({ merchantId, id, isAsked }) => {
      const time = await timeOf(merchantId);
      const due = all.get(id)?.at;
      // What would have been due while the clock was moved comes at once, one behind the other.
      return time === undefined || due === undefined || isAsked ? time : Math.min(time, due);
    },
    waiting: async ({ lane, merchantId, id }, begun, waitMs) => {
      const time = await timeOf(merchantId);
      if (begun === undefined || time === undefined) return waitMs;
      all.set(id, { lane, merchantId, at: begun + waitMs });
      return Math.max(0, begun + waitMs - time);
    },
    done: (id) => void all.delete(id),
    clockMoved: async (merchantId) => {
      const time = await timeOf(merchantId);
      if (time === undefined) return;
      for (const [id, due] of all)
        if (due.merchantId === merchantId && due.at <= time) retryNow(due.lane, id);
    },
    drop: (isMeant) => {
      for (const [id, { lane }] of all) if (isMeant(lane)) all.delete(id);
    },
  };
}
