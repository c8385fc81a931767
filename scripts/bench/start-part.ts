import { join } from "node:path";
import { withHall } from "./bench.ts";
import type { Bench } from "./bench.ts";
import { forkScript, messageFrom } from "./child.ts";
import { percentile } from "./measurement.ts";
import { OPERATIONS } from "./operations.ts";
import type { Operation } from "./operations.ts";
import { FLOWS } from "./requests.ts";
import type { Step } from "./requests.ts";
import { send } from "./sending.ts";
import { USUAL, startSandbox } from "./servers.ts";
import type { Settings } from "./servers.ts";

/** How long whoever starts a sandbox waits. */
export interface StartFigures {
  readonly starts: readonly { readonly readyMs: number; readonly answeredMs: number }[];
  /** Of calls one after the other in one process. */
  readonly embeddedMs: readonly number[];
  readonly operations: readonly FirstRequests[];
}

/** The first requests of an operation to a process that has answered nothing before, one after the other. */
export interface FirstRequests {
  readonly name: string;
  readonly requests: number;
  readonly firstMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly slowestMs: number;
}

const EMBEDDED_MS_MAX = 120_000;

/** Everything as it is by default. */
export async function measureStart(bench: Bench): Promise<StartFigures> {
  const { options, tell } = bench;
  const starts: StartFigures["starts"][number][] = [];
  for (let start = 1; start <= options.restarts; start += 1) {
    tell(`start ${start} of ${options.restarts}`);
    starts.push(await startOnce());
  }
  tell("createSandbox()");
  const embeddedMs = await measureEmbedded(bench);
  return { starts, embeddedMs, operations: await measureFirstRequests(bench) };
}

async function startOnce(): Promise<StartFigures["starts"][number]> {
  const { url, startedAt, readyMs, close } = await startSandbox(undefined, USUAL);
  try {
    await send(url, FLOWS.PAY[0], "first");
    return { readyMs, answeredMs: performance.now() - startedAt };
  } finally {
    await close();
  }
}

async function measureEmbedded({ scripts, options }: Bench): Promise<readonly number[]> {
  const words = [String(options.restarts)];
  const process = forkScript("embedded.js", { folder: scripts, core: undefined }, words);
  try {
    return await process.during(messageFrom<readonly number[]>(process), EMBEDDED_MS_MAX, "createSandbox()");
  } finally {
    await process.end();
  }
}

/** Each operation has a process of its own; what its orders need was stored by another one before. */
function measureFirstRequests(bench: Bench): Promise<readonly FirstRequests[]> {
  const { firstRequests, operations } = bench.options;
  return withHall(bench, async (hall) => {
    const settings = { ...USUAL, SANDBOX_DATA: join(await hall.folder(), "data") };
    const chosen = OPERATIONS.slice(0, operations);
    await prepare(settings, chosen, firstRequests);
    const measured: FirstRequests[] = [];
    for (const operation of chosen) {
      bench.tell(`first requests of ${operation.name}`);
      measured.push(await measureOperation(settings, operation, firstRequests));
    }
    return measured;
  });
}

async function prepare(settings: Settings, operations: readonly Operation[], orders: number): Promise<void> {
  const { url, close } = await startSandbox(undefined, settings);
  try {
    const needy = operations.flatMap(({ name, before }) => (before === undefined ? [] : [{ name, before }]));
    for (const { name, before } of needy) await sendAll(url, before, name, orders);
  } finally {
    await close();
  }
}

async function measureOperation(
  settings: Settings,
  { name, step }: Operation,
  requests: number,
): Promise<FirstRequests> {
  const { url, close } = await startSandbox(undefined, settings);
  try {
    const ms = await sendAll(url, step, name, requests);
    return {
      ...{ name, requests, firstMs: ms[0] ?? Number.NaN },
      ...{ p50Ms: percentile(ms, 50), p99Ms: percentile(ms, 99), slowestMs: Math.max(...ms) },
    };
  } finally {
    await close();
  }
}

/** The step on so many orders, one after the other, each time with what it took. */
async function sendAll(url: string, step: Step, name: string, orders: number): Promise<readonly number[]> {
  const ms: number[] = [];
  for (let order = 1; order <= orders; order += 1) {
    ms.push(await send(url, step, `${name.replace(/\W/g, "-")}-${order}`));
  }
  return ms;
}
