import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { usageOf } from "../../scripts/bench/usage.ts";
import { startLoad } from "./load.ts";
import type { Load } from "./load.ts";
import { until } from "./place.ts";
import type { Place } from "./place.ts";
import { missingIn, onPlace } from "./soak.ts";
import type { SoakOptions } from "./soak.ts";

/** How the processes stand at one moment, and how the requests since the last one went. */
export interface Sample {
  readonly minute: number;
  /** MiB that are held when all garbage is collected: what grows here grows without end. */
  readonly liveMb: number;
  /** MiB that are resident: how much garbage lies about among them, V8 decides. */
  readonly memoryMb: number;
  readonly files: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

export interface SteadyResult {
  readonly samples: readonly Sample[];
  readonly acknowledged: number;
  readonly faults: readonly string[];
}

export interface SteadyOptions extends Omit<SoakOptions, "rounds"> {
  readonly minutes: number;
}

/** What the limits keep of each merchant: after the first minutes nothing should grow any more. */
const LIMITS = { SANDBOX_ORDERS_KEPT: "2000", SANDBOX_JOURNAL_SIZE: "500" };
const PRELOADED = new URL("live-memory.js", import.meta.url).href;
const STEADY = { ...LIMITS, NODE_OPTIONS: `--import=${PRELOADED}` };
/** A machine that is never idle tells nothing of how long an answer takes. */
const REST_MS = 50;
/** Of the newest orders that are looked for at the end: fewer than are kept. */
const LEDGER = 1_000;

/** The same load while nothing happens: what the processes need should stay the same. */
export function steady(options: SteadyOptions): Promise<SteadyResult> {
  return onPlace(
    options,
    STEADY,
    async ({ place, ledger, faults }) => {
      const { minutes, seed, told = () => undefined } = options;
      const load = startLoad({
        ...{ urls: place.urls, hurts: () => 0, ledger, seed },
        restMs: REST_MS,
        fault: (sentence) => faults.push(sentence),
      });
      const samples: Sample[] = [];
      for (let minute = 1; minute <= minutes && faults.length === 0; minute += 1) {
        await pause(60_000);
        const sample = { minute, ...(await sampleOf(place, load)) };
        samples.push(sample);
        told(JSON.stringify(sample));
      }
      await load.stop();
      const lost = await missingIn(place, ledger.orders());
      return {
        samples,
        acknowledged: ledger.transactions(),
        faults: [...faults, ...lost, ...grownIn(samples)],
      };
    },
    LEDGER,
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

async function sampleOf(place: Place, load: Load): Promise<Omit<Sample, "minute">> {
  const times = load.times().toSorted((one, other) => one - other);
  const memoryMb = Math.round(sum(place.pids().map((pid) => usageOf(pid).memoryMb ?? NaN)));
  return {
    liveMb: await liveMemoryOf(place),
    memoryMb,
    files: sum(place.pids().map((pid) => readdirSync(`/proc/${pid}/fd`).length)),
    perSecond: Math.round(times.length / 60),
    p99: Math.round((times[Math.floor(times.length * 0.99)] ?? NaN) * 10) / 10,
  };
}

const TOLD = /^live memory: ([\d.]+)$/gm;

/** Of all processes, MiB. */
async function liveMemoryOf(place: Place): Promise<number> {
  const told = (): readonly (readonly string[])[] =>
    place.outputs().map((output) => [...output.matchAll(TOLD)].map(([, mb = ""]) => mb));
  const before = told();
  for (const pid of place.pids()) process.kill(pid, "SIGUSR2");
  await until(
    () => told().every((lines, index) => lines.length > (before[index]?.length ?? 0)),
    "the processes tell what they hold",
  );
  return sum(told().map((lines) => Number(lines.at(-1))));
}

/** What is seen at one moment goes up and down; the least of some minutes tells what stays. */
const MINUTES = 3;
/** From then on the limits hold, and nothing grows that should not. */
const SETTLED = 5;

function grownIn(samples: readonly Sample[]): readonly string[] {
  const settled = Math.min(SETTLED, Math.ceil(samples.length / 2));
  const least = (what: "files" | "liveMb" | "p99", some: readonly Sample[]): number =>
    Math.min(...some.slice(-MINUTES).map((sample) => sample[what]));
  return (["liveMb", "files", "p99"] as const).flatMap((what) => {
    const [early, late] = [least(what, samples.slice(0, settled)), least(what, samples)];
    return late > early * 1.1 ? [`${what} has grown from ${early} to ${late}`] : [];
  });
}
