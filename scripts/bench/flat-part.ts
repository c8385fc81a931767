import { join } from "node:path";
import { withHall } from "./bench.ts";
import type { Bench, Hall } from "./bench.ts";
import { runContests } from "./contest.ts";
import type { Contest, Contested } from "./contest.ts";
import { fillStore } from "./filled-store.ts";
import { QUIET, startSandbox } from "./servers.ts";
import type { Server, Settings } from "./servers.ts";
import { usageOf } from "./usage.ts";

/** What so many stored orders cost beside time. */
export interface Stored {
  readonly orders: number;
  readonly bytes: number;
  /** From the start of the process until it was ready, each time. */
  readonly readyMs: readonly number[];
  /** When it was ready, and the most at any time until the end of the rounds. */
  readonly memoryMb: number | undefined;
  readonly memoryPeakMb: number | undefined;
}

/** Within a tenth. */
const FLAT = 0.9;

/** A sandbox with stored orders against one without, for each number of orders. */
export async function measureFlatness(
  bench: Bench,
  orders: number,
): Promise<{ readonly contests: readonly Contested[]; readonly stored: Stored }> {
  return withHall(bench, async (hall) => {
    const folder = join(await hall.folder(), "data");
    bench.tell(`storing ${orders} orders`);
    const bytes = await fillStore(bench, folder, orders);
    const settings = { ...QUIET, SANDBOX_DATA: folder };
    const readyMs = await restarts(bench, settings);
    const filled = await hall.sandbox(settings);
    const { memoryMb } = usageOf(filled.pid);
    const contests = await runContests(bench, [await contestOf(orders, filled, hall)]);
    const { memoryPeakMb } = usageOf(filled.pid);
    return { contests, stored: { orders, bytes, readyMs, memoryMb, memoryPeakMb } };
  });
}

async function restarts({ options, tell }: Bench, settings: Settings): Promise<readonly number[]> {
  const readyMs: number[] = [];
  for (let start = 1; start <= options.restarts; start += 1) {
    tell(`restart ${start} of ${options.restarts}`);
    const server = await startSandbox(undefined, settings);
    readyMs.push(server.readyMs);
    await server.close();
  }
  return readyMs;
}

async function contestOf(orders: number, filled: Server, hall: Hall): Promise<Contest> {
  const empty = await hall.sandbox();
  return {
    id: `flat-${orders}`,
    title: `PAY at ${orders.toLocaleString("en-US")} stored orders`,
    ratioMeant: FLAT,
    contestants: [
      { name: "filled", server: filled, flow: "PAY" },
      { name: "empty", server: empty, flow: "PAY" },
    ],
  };
}
