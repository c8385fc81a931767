import type { Driver } from "./driver.ts";
import type { Job, Load } from "./job.ts";
import { measurementOf } from "./measurement.ts";
import type { Measurement } from "./measurement.ts";
import type { Options } from "./options.ts";
import { FLOWS } from "./requests.ts";
import type { Flow } from "./requests.ts";
import { startReference, startSandbox } from "./servers.ts";
import type { Server } from "./servers.ts";
import { usageOf } from "./usage.ts";

/** Both servers under the same load, one right after the other. */
export interface Round {
  readonly sandbox: Measurement;
  readonly reference: Measurement;
}

/** What was measured at one number of stored orders. Rounds add orders of their own, so it is a range. */
export interface Level {
  readonly orders: number;
  readonly ordersAtFirstRound: number;
  readonly ordersAtEnd: number;
  readonly flows: readonly { readonly flow: Flow; readonly rounds: readonly Round[] }[];
}

export type Progress = (sentence: string) => void;

const FLOW_NAMES = Object.keys(FLOWS) as readonly Flow[];

/** Two servers under the same driver. */
export interface Field {
  readonly options: Options;
  readonly driver: Driver;
  readonly sandbox: Server;
  readonly reference: Server;
  /** Orders that the sandbox has answered for. */
  stored: number;
  jobs: number;
}

/** Starts both servers afresh, fills the sandbox, and measures. */
export async function measureLevel(
  orders: number,
  options: Options,
  driver: Driver,
  progress: Progress,
): Promise<Level> {
  const sandbox = await startSandbox();
  try {
    const reference = await startReference();
    try {
      return await measure(orders, { options, driver, sandbox, reference, stored: 0, jobs: 0 }, progress);
    } finally {
      await reference.close();
    }
  } finally {
    await sandbox.close();
  }
}

async function measure(orders: number, field: Field, progress: Progress): Promise<Level> {
  const { rounds, warmUpRequests } = field.options;
  if (orders > 0) {
    progress(`storing ${orders} orders`);
    await drive(field, field.sandbox, "PAY", { requests: orders });
  }
  for (const flow of FLOW_NAMES) {
    for (const server of [field.sandbox, field.reference]) {
      await drive(field, server, flow, { requests: warmUpRequests });
    }
  }
  const ordersAtFirstRound = field.stored;
  const flows = FLOW_NAMES.map((flow) => ({ flow, rounds: [] as Round[] }));
  for (let round = 1; round <= rounds; round += 1) {
    progress(`${orders} stored orders, round ${round} of ${rounds}`);
    for (const { flow, rounds: measured } of flows) measured.push(await measureRound(field, flow));
  }
  return { orders, ordersAtFirstRound, ordersAtEnd: field.stored, flows };
}

export async function measureRound(field: Field, flow: Flow): Promise<Round> {
  const sandbox = await measureServer(field, field.sandbox, flow);
  const reference = await measureServer(field, field.reference, flow);
  return { sandbox, reference };
}

async function measureServer(field: Field, server: Server, flow: Flow): Promise<Measurement> {
  const before = usageOf(server.pid);
  const load = await drive(field, server, flow, { seconds: field.options.seconds });
  return measurementOf(load, before, usageOf(server.pid));
}

export async function drive(field: Field, server: Server, flow: Flow, until: Job["until"]): Promise<Load> {
  const { connections } = field.options;
  field.jobs += 1;
  const job = { url: server.url, flow, connections, prefix: `bench-${field.jobs}`, until };
  const load = await field.driver.drive(job);
  if (server === field.sandbox) field.stored += Math.ceil(load.requests / FLOWS[flow].length);
  return load;
}
