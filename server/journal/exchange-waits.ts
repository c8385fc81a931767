import type { Exchange } from "../domain/record/exchange.ts";
import { isMeant } from "./exchange-filter.ts";
import type { ExchangeQuery, Journal } from "./journal.ts";

/** What is waited for: `limit` of the exchanges that the query means, those that are kept already among them. */
export interface ExchangeWaitOptions {
  readonly query: Pick<ExchangeQuery, "filter" | "after" | "limit">;
  readonly timeoutMs: number;
  /** Aborted when nobody waits any more. */
  readonly gone: AbortSignal;
}

/** How waiting ended, with what matched by then, newest first. */
export interface ExchangesAwaited {
  readonly end: "matched" | "late" | "gone" | "stopped";
  readonly exchanges: readonly Exchange[];
}

/** Callers that wait for exchanges. None of them looks again and again: each is told when one is recorded. */
export interface ExchangeWaits {
  wait: (options: ExchangeWaitOptions) => Promise<ExchangesAwaited>;
  /** Ends every wait, and those to come: the sandbox stops. */
  stop: () => void;
}

type End = ExchangesAwaited["end"];

export function createExchangeWaits(journal: Pick<Journal, "list" | "subscribe">): ExchangeWaits {
  const waiting = new Set<(end: End) => void>();
  let stopped = false;
  return {
    wait: (options) => {
      const exchanges = [...journal.list(options.query)];
      const end = stopped ? "stopped" : endAtOnce(options, exchanges.length);
      return end === undefined
        ? waitOn(journal, options, exchanges, waiting)
        : Promise.resolve({ end, exchanges });
    },
    stop: () => {
      stopped = true;
      for (const finish of waiting) finish("stopped");
    },
  };
}

function endAtOnce({ query, gone }: ExchangeWaitOptions, matched: number): End | undefined {
  if (gone.aborted) return "gone";
  return matched >= query.limit ? "matched" : undefined;
}

/** Whatever ends it first takes everything down that the wait had set up. */
function waitOn(
  journal: Pick<Journal, "subscribe">,
  { query, timeoutMs, gone }: ExchangeWaitOptions,
  exchanges: Exchange[],
  waiting: Set<(end: End) => void>,
): Promise<ExchangesAwaited> {
  return new Promise((resolve) => {
    const leave = (): void => {
      finish("gone");
    };
    const timer = setTimeout(() => {
      finish("late");
    }, timeoutMs);
    const unsubscribe = journal.subscribe((exchange) => {
      if (!isMeant(query.filter, exchange)) return;
      exchanges.unshift(exchange);
      if (exchanges.length >= query.limit) finish("matched");
    });
    const finish = (end: End): void => {
      clearTimeout(timer);
      unsubscribe();
      waiting.delete(finish);
      gone.removeEventListener("abort", leave);
      resolve({ end, exchanges });
    };
    gone.addEventListener("abort", leave);
    waiting.add(finish);
  });
}
