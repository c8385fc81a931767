import type { Bench } from "./bench.ts";
import { measurementOf } from "./measurement.ts";
import type { Measurement, Slice } from "./measurement.ts";
import type { Flow } from "./requests.ts";
import type { Server } from "./servers.ts";
import { usageOf } from "./usage.ts";

/** Who is measured: a server under a flow of requests. */
export interface Contestant {
  readonly name: string;
  readonly server: Server;
  readonly flow: Flow;
}

/** Contestants whose rates are held against each other, one right after the other in every round. */
export interface Contest {
  /** Names it in the JSON document. */
  readonly id: string;
  readonly title: string;
  /** The first is what it is about, the second what it is held against. */
  readonly contestants: readonly [Contestant, Contestant, ...Contestant[]];
  /** What the ratio of the first to the second should be at least. */
  readonly ratioMeant: number;
}

/** What came of a contest. */
export interface Contested extends Pick<Contest, "id" | "title" | "ratioMeant"> {
  /** In the order of the contestants; each has one measurement for each round. */
  readonly rows: readonly { readonly name: string; readonly rounds: readonly Measurement[] }[];
}

/** All contests side by side, round after round, once every contestant has been warmed up. */
export async function runContests(bench: Bench, contests: readonly Contest[]): Promise<readonly Contested[]> {
  await warmUp(bench, contests);
  const running = contests.map((contest) => ({
    contest,
    rows: contest.contestants.map(({ name }) => ({ name, rounds: [] as Measurement[] })),
  }));
  const { rounds } = bench.options;
  for (let round = 1; round <= rounds; round += 1) {
    for (const { contest, rows } of running) {
      bench.tell(`${contest.title}, round ${round} of ${rounds}`);
      const measured = await measureAll(bench, contest.contestants, round);
      rows.forEach((row, index) => row.rounds.push(...measured.slice(index, index + 1)));
    }
  }
  return running.map(({ contest: { id, title, ratioMeant }, rows }) => ({ id, title, ratioMeant, rows }));
}

/** In slices, of which every second goes the other way, so that no contestant always comes after the same one. */
async function measureAll(
  bench: Bench,
  contestants: readonly Contestant[],
  round: number,
): Promise<readonly Measurement[]> {
  const slices = new Map<Contestant, Slice[]>(contestants.map((contestant) => [contestant, []]));
  for (let slice = 1; slice <= bench.options.slices; slice += 1) {
    const inTurn = (round + slice) % 2 === 0 ? contestants : contestants.toReversed();
    for (const contestant of inTurn) slices.get(contestant)?.push(await measure(bench, contestant));
  }
  return contestants.map((contestant) => measurementOf(slices.get(contestant) ?? []));
}

async function measure({ driver, options }: Bench, { server, flow }: Contestant): Promise<Slice> {
  const before = usageOf(server.pid);
  const { connections, seconds, slices } = options;
  const load = await driver.drive({
    url: server.url,
    flow,
    connections,
    until: { seconds: seconds / slices },
  });
  return { load, before, after: usageOf(server.pid) };
}

/** Rounds do not measure how code is compiled. */
async function warmUp({ driver, options, tell }: Bench, contests: readonly Contest[]): Promise<void> {
  const { connections, warmUpRequests: requests } = options;
  const warm = new Set<string>();
  for (const { server, flow } of contests.flatMap(({ contestants }) => contestants)) {
    const key = `${server.url} ${flow}`;
    if (warm.has(key)) continue;
    warm.add(key);
    tell(`warming up ${flow}`);
    await driver.drive({ url: server.url, flow, connections, until: { requests } });
  }
}
