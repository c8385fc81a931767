import type { Exchange } from "../domain/record/exchange.ts";
import { outcomeOf, refusalOf } from "../domain/record/outcome.ts";
import type { ExchangeSample, Meters, SandboxState } from "./meters.ts";

/** What is counted of a sandbox, as Prometheus reads it. The library is loaded when it is first wanted. */
export interface Metrics {
  readonly exchanged: (exchange: Exchange) => void;
  /** An attempt to deliver a notification has ended. */
  readonly attempted: (isAnswered: boolean) => void;
  /** A card number that is no test card was found, and refused or only warned of. */
  readonly foreignCard: (mode: "refuse" | "warn") => void;
  /** So many were evicted, as a merchant had more of them, or older ones, than are kept. */
  readonly evicted: Meters["evicted"];
  /** So many spans never reached the collector. */
  readonly spansDropped: (count: number) => void;
  /** The store has written and synced a batch, or its database has committed. */
  readonly synced: (ms: number) => void;
  /** Everything in the text format of Prometheus, with how it stands now. */
  readonly text: (state: SandboxState) => Promise<string>;
}

type Sample = (meters: Meters) => void;

/** So many samples wait for the library: a sandbox that answers few requests, as in tests, never loads it. */
const WAITING_MAX = 1_000;

/** The meters, and the samples that come before them. */
interface Counting {
  readonly loaded: () => Promise<Meters>;
  readonly count: (sample: Sample) => void;
}

function createCounting(): Counting {
  const waiting: Sample[] = [];
  let meters: Meters | undefined;
  let loading: Promise<Meters> | undefined;
  const loaded = (): Promise<Meters> =>
    (loading ??= import("./meters.ts").then(({ createMeters }) => {
      const created = createMeters();
      for (const sample of waiting.splice(0)) sample(created);
      meters = created;
      return created;
    }));
  const count = (sample: Sample): void => {
    if (meters !== undefined) sample(meters);
    else if (waiting.push(sample) === WAITING_MAX) void loaded();
  };
  return { loaded, count };
}

export function createMetrics(): Metrics {
  const { loaded, count } = createCounting();
  return {
    exchanged: (exchange) => {
      const sample = sampleOf(exchange);
      count((it) => {
        it.exchanged(sample);
      });
    },
    attempted: (isAnswered) => {
      count(({ attempted }) => {
        attempted(isAnswered);
      });
    },
    evicted: (what, number) => {
      count(({ evicted }) => {
        evicted(what, number);
      });
    },
    spansDropped: (number) => {
      count(({ spansDropped }) => {
        spansDropped(number);
      });
    },
    synced: (ms) => {
      count(({ synced }) => {
        synced(ms);
      });
    },
    foreignCard: (mode) => {
      count(({ foreignCard }) => {
        foreignCard(mode);
      });
    },
    text: async (state) => (await loaded()).text(state),
  };
}

function sampleOf(exchange: Exchange): ExchangeSample {
  const { merchantId = "unknown", request, durationMs } = exchange;
  return {
    merchant: merchantId,
    operation: request.operation ?? "none",
    outcome: outcomeOf(exchange),
    refusal: refusalOf(exchange),
    seconds: durationMs / 1000,
  };
}
