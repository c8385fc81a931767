import type { Exchange } from "../domain/exchange.ts";
import type { Clocks } from "../gateway/clocks.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Merchants } from "../gateway/merchants.ts";
import type { ExchangeFilter } from "../journal/journal.ts";

/** What the HTTP floor works with. */
export interface AppParts {
  readonly gateway: Gateway;
  readonly clocks: Clocks;
  readonly merchants: Merchants;
  readonly record: (exchange: Exchange) => void;
  readonly exchanges: ExchangeSource;
  /** Whether payments can be taken and kept now. */
  readonly ready: () => boolean;
  /** Undefined: the control API asks for none. */
  readonly controlToken: string | undefined;
  /** Host names, beside addresses and localhost, under which the control API may be reached. */
  readonly controlHosts: readonly string[];
  /** Milliseconds since 1970, as answers show it. */
  readonly clock: () => number;
  /** Milliseconds of a clock that only moves forward, for durations. */
  readonly stopwatch: () => number;
  readonly newExchangeId: () => string;
  /** Reports a fault of ours with its stack; everything expected is in the exchange. */
  readonly reportBug: (error: unknown, exchangeId: string) => void;
}

export interface ExchangeSource {
  find: (id: string) => Exchange | undefined;
  list: (filter: ExchangeFilter) => readonly Exchange[];
}
