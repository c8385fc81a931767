import type { Exchange } from "../domain/record/exchange.ts";
import { isMeant } from "./exchange-filter.ts";
import type { ExchangeFilter } from "./exchange-filter.ts";
import type { Journal } from "./journal.ts";

/** Exchanges that wait for a follower at most; those before them are counted and not kept. */
export const FEED_MAX = 500;

/** What a follower has not seen yet. */
export interface News {
  /** Oldest first. */
  readonly exchanges: readonly Exchange[];
  /** How many more there were, before these; undefined: some, and nobody knows how many. */
  readonly missed: number | undefined;
}

export interface Follower {
  /** What came since it was last called. */
  readonly take: () => News;
  readonly leave: () => void;
}

export interface FollowOptions {
  readonly filter: ExchangeFilter;
  /** The exchange that was seen last; undefined: begin with the next one. */
  readonly after: string | undefined;
  /** Called for every exchange that comes. */
  readonly onNews: () => void;
  /** Called once, when the sandbox stops. */
  readonly onEnd: () => void;
}

/**
 * Those who watch the journal. An exchange costs each of them a comparison and a place in a list of bounded length, so
 * that neither many of them nor a slow one costs payments anything.
 */
export interface ExchangeFeed {
  follow: (options: FollowOptions) => Follower;
  /** Ends all, and those to come. */
  stop: () => void;
}

/**
 * `overlapMs`: another process may have told whoever comes back in another order, up to so long apart; what came so shortly before
 * the last one comes again, as nobody knows whether it was seen.
 */
export function createExchangeFeed(
  journal: Pick<Journal, "find" | "list" | "subscribe">,
  overlapMs = 0,
): ExchangeFeed {
  const ends = new Set<() => void>();
  let isStopped = false;
  return {
    follow: (options) => {
      let waiting = seenSince(journal, options, overlapMs);
      const unsubscribe = journal.subscribe((exchange) => {
        if (!isMeant(options.filter, exchange)) return;
        waiting = withNewest(waiting, exchange);
        options.onNews();
      });
      ends.add(options.onEnd);
      if (isStopped) options.onEnd();
      return {
        take: () => {
          const news = waiting;
          waiting = { exchanges: [], missed: 0 };
          return news;
        },
        leave: () => {
          unsubscribe();
          ends.delete(options.onEnd);
        },
      };
    },
    stop: () => {
      isStopped = true;
      for (const end of ends) end();
    },
  };
}

interface Waiting extends News {
  readonly exchanges: Exchange[];
}

function seenSince(
  journal: Pick<Journal, "find" | "list">,
  { filter, after }: FollowOptions,
  overlapMs: number,
): Waiting {
  if (after === undefined) return { exchanges: [], missed: 0 };
  if (journal.find(after) === undefined) return { exchanges: [], missed: undefined };
  const newest = journal.list({ filter, after, overlapMs, limit: FEED_MAX + 1 });
  return { exchanges: newest.slice(0, FEED_MAX).reverse(), missed: newest.length > FEED_MAX ? undefined : 0 };
}

/** A full list loses its older half at once, so that nothing is moved for every exchange. */
function withNewest({ exchanges, missed }: Waiting, newest: Exchange): Waiting {
  const lost = exchanges.length < FEED_MAX ? 0 : exchanges.splice(0, FEED_MAX / 2).length;
  exchanges.push(newest);
  return { exchanges, missed: missed === undefined ? undefined : missed + lost };
}
