import { expect } from "chai";
import type { Bench } from "../../scripts/bench/bench.ts";
import { runContests } from "../../scripts/bench/contest.ts";
import type { Contest, Contestant } from "../../scripts/bench/contest.ts";
import type { Load } from "../../scripts/bench/job.ts";
import { readOptions } from "../../scripts/bench/options.ts";

const LOAD: Load = { requests: 1000, seconds: 1, p50Ms: 1, p99Ms: 2, driverBusy: 0.1 };
/** What each server answers in a second, by its address. */
const RATES: Readonly<Record<string, number>> = { a: 100, b: 200, c: 300 };

/** A bench whose driver keeps its jobs instead of sending anything. */
function benchOf(jobs: string[], slices = 1): Bench {
  return {
    options: { ...readOptions(["--rounds", "2"]), slices },
    cores: { servers: undefined, driver: undefined },
    scripts: "",
    tell: () => undefined,
    driver: {
      drive: ({ url, flow, until }) => {
        jobs.push(`${"seconds" in until ? "measure" : "warm up"} ${url} ${flow}`);
        return Promise.resolve({ ...LOAD, requests: RATES[url] ?? 0 });
      },
      close: () => Promise.resolve(),
    },
  };
}

function contestant(url: string, flow: Contestant["flow"] = "PAY"): Contestant {
  const close = (): Promise<void> => Promise.resolve();
  return { name: url, flow, server: { url, pid: process.pid, startedAt: 0, readyMs: 0, close } };
}

const CONTESTS: readonly Contest[] = [
  {
    ...{ id: "one", title: "one", ratioMeant: 1 },
    contestants: [contestant("a"), contestant("b"), contestant("c")],
  },
  {
    ...{ id: "two", title: "two", ratioMeant: 1 },
    contestants: [contestant("a", "refused PAY"), contestant("a")],
  },
];

describe("the benchmark's contests", () => {
  let jobs: string[];
  let rates: readonly (readonly [string, readonly number[]])[];
  before(async () => {
    jobs = [];
    const contested = await runContests(benchOf(jobs), CONTESTS);
    rates = contested.flatMap(({ rows }) =>
      rows.map(({ name, rounds }) => [name, rounds.map((it) => it.requestsPerSecond)] as const),
    );
  });

  it("warm every server up with every flow once, before anything is measured", () => {
    expect(jobs.slice(0, 4)).to.deep.equal([
      "warm up a PAY",
      "warm up b PAY",
      "warm up c PAY",
      "warm up a refused PAY",
    ]);
    expect(jobs.slice(4).every((job) => job.startsWith("measure"))).to.equal(true);
  });

  it("measure side by side in every round, the other way round in every second one", () => {
    expect(jobs.slice(4).map((job) => job.slice("measure ".length))).to.deep.equal([
      ...["a PAY", "b PAY", "c PAY", "a refused PAY", "a PAY"],
      ...["c PAY", "b PAY", "a PAY", "a PAY", "a refused PAY"],
    ]);
  });

  it("measure in slices by turns, where they are asked to, and tell of all slices together", async () => {
    const sliced: string[] = [];
    const [contested] = await runContests(benchOf(sliced, 2), [
      { id: "one", title: "one", ratioMeant: 1, contestants: [contestant("a"), contestant("b")] },
    ]);
    expect(sliced.slice(2).map((job) => job.slice("measure ".length, -" PAY".length))).to.deep.equal([
      ...["a", "b", "b", "a"],
      ...["b", "a", "a", "b"],
    ]);
    const rates = contested?.rows.map(({ rounds }) => rounds.map((it) => it.requestsPerSecond));
    expect(rates).to.deep.equal([
      [100, 100],
      [200, 200],
    ]);
  });

  it("keep each measurement with its contestant", () => {
    expect(rates).to.deep.equal([
      ["a", [100, 100]],
      ["b", [200, 200]],
      ["c", [300, 300]],
      ["a", [100, 100]],
      ["a", [100, 100]],
    ]);
  });
});
