import type { Queues } from "../../notify/queues.ts";
import type { ClockReading, Clocks } from "../time/clocks.ts";

/**
 * When the next attempt at each notification is due by its merchant's clock: one that stands keeps it back, one that is
 * moved on brings it nearer (assumption A393).
 */
export interface DueTimes {
  /** Its turn begins; gives the time from which the next wait counts. Undefined: it is not known. */
  readonly begun: (item: Due) => Promise<number | undefined>;
  /** Where the merchant's clock stands; undefined: it runs, or that is not known. */
  readonly standsAt: (merchantId: string) => Promise<number | undefined>;
  /** It is going to wait so long from then on. */
  readonly waiting: (item: Due, begun: number | undefined, waitMs: number) => void;
  /** It waits now, and shall do so for as long as its merchant's clock says. */
  readonly waits: (id: string) => void;
  /** It waits no more, or for something else. */
  readonly done: (id: string) => void;
  /** The merchant's clock has been moved or stopped, or runs again. */
  readonly clockMoved: (merchantId: string) => void;
  readonly drop: (isMeant: (id: string) => boolean) => void;
}

interface Due {
  readonly lane: string;
  readonly merchantId: string;
  readonly id: string;
  /** Somebody asked for it. */
  readonly isAsked: boolean;
}

interface DueParts {
  readonly readClock: Clocks["read"];
  readonly retryIn: Queues["retryIn"];
}

interface Waiting extends Pick<Due, "id" | "lane" | "merchantId"> {
  /** By the merchant's clock. */
  readonly at: number;
  readonly waitMs: number;
}

export function createDueTimes({ readClock, retryIn }: DueParts): DueTimes {
  const all = new Map<string, Waiting>();
  // While the store cannot be read, only the time that passes here counts.
  const read = (merchantId: string) => readClock(merchantId).catch(() => undefined);
  let looked = Promise.resolve();
  /** One look behind the other, so that the last one has seen how the clock is. */
  const lookInTurn = (merchantId: string, id?: string): void => {
    looked = looked.then(async () => {
      const clock = await read(merchantId);
      if (clock === undefined) return;
      for (const it of all.values())
        if (it.merchantId === merchantId && (id === undefined || it.id === id))
          all.set(it.id, timedBy(clock, it, retryIn));
    });
  };
  return {
    begun: async ({ merchantId, id, isAsked }) => {
      const time = (await read(merchantId))?.now;
      const due = all.get(id)?.at;
      // What would have been due while the clock was moved comes at once, one behind the other.
      return time === undefined || due === undefined || isAsked ? time : Math.min(time, due);
    },
    standsAt: async (merchantId) => {
      const clock = await read(merchantId);
      return clock?.setting.mode === "frozen" ? clock.now : undefined;
    },
    waiting: ({ lane, merchantId, id }, begun, waitMs) => {
      if (begun === undefined) all.delete(id);
      else all.set(id, { id, lane, merchantId, at: begun + waitMs, waitMs });
    },
    waits: (id) => {
      const waiting = all.get(id);
      if (waiting !== undefined) lookInTurn(waiting.merchantId, id);
    },
    done: (id) => void all.delete(id),
    clockMoved: lookInTurn,
    drop: (isMeant) => {
      for (const id of [...all.keys()].filter(isMeant)) all.delete(id);
    },
  };
}

/** Lets it wait for as long as the clock says; gives when it is due then. */
function timedBy({ now, setting }: ClockReading, waiting: Waiting, retryIn: Queues["retryIn"]): Waiting {
  const { lane, id, at, waitMs } = waiting;
  // A clock that is set back lets nothing wait longer than it should have from the beginning.
  const leftMs = Math.min(waitMs, at - now);
  retryIn(lane, id, leftMs > 0 && setting.mode === "frozen" ? Infinity : leftMs);
  return { ...waiting, at: now + leftMs };
}
