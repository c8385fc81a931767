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

/** Exchanges that are counted alike, and the seconds that each took. */
interface Alike {
  readonly sample: ExchangeSample;
  readonly seconds: number[];
}

/**
 * So many exchanges, and so many other samples, wait to be counted: a sandbox that answers few requests, as in tests, never
 * loads the library, and many at once cost less than each on the way of a payment (docs/decisions/0013-metrics.md).
 */
const WAITING_MAX = 1_000;

/** The meters, and what is not counted yet. */
interface Counting {
  /** With everything counted. */
  readonly counted: () => Promise<Meters>;
  readonly exchanged: (exchange: Exchange) => void;
  readonly count: (sample: Sample) => void;
}

function createCounting(): Counting {
  let exchanges = new Map<string, Alike>();
  let waiting: Sample[] = [];
  let calls = 0;
  let meters: Promise<Meters> | undefined;
  const counted = async (): Promise<Meters> => {
    const loaded = await (meters ??= import("./meters.ts").then(({ createMeters }) => createMeters()));
    const [alike, samples] = [exchanges, waiting];
    exchanges = new Map();
    waiting = [];
    for (const { sample, seconds } of alike.values()) loaded.exchanged(sample, seconds);
    for (const sample of samples) sample(loaded);
    return loaded;
  };
  const countIfDue = (number: number): void => {
    if (number % WAITING_MAX === 0) void counted();
  };
  return {
    counted,
    exchanged: (exchange) => {
      note(exchanges, exchange);
      countIfDue((calls += 1));
    },
    count: (sample) => {
      countIfDue(waiting.push(sample));
    },
  };
}

function note(exchanges: Map<string, Alike>, exchange: Exchange): void {
  const sample = sampleOf(exchange);
  const { merchant, operation, outcome, refusal } = sample;
  // No label has the character between them.
  const labels = `${merchant}\0${operation}\0${outcome}\0${refusal?.reason ?? ""}\0${refusal?.rule ?? ""}`;
  const alike = exchanges.get(labels);
  const seconds = exchange.durationMs / 1_000;
  if (alike === undefined) exchanges.set(labels, { sample, seconds: [seconds] });
  else alike.seconds.push(seconds);
}

export function createMetrics(): Metrics {
  const { counted, exchanged, count } = createCounting();
  return {
    exchanged,
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
    text: async (state) => (await counted()).text(state),
  };
}

function sampleOf(exchange: Exchange): ExchangeSample {
  const { merchantId = "unknown", request } = exchange;
  return {
    merchant: merchantId,
    operation: request.operation ?? "none",
    outcome: outcomeOf(exchange),
    refusal: refusalOf(exchange),
  };
}
