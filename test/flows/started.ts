import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../server/sandbox/config.ts";
import type { WatchedWork } from "../support/repeated-work.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

/** What a sandbox of a test is started with, beside its environment. */
export interface Setting {
  /** The merchant file's list; each has the password `sandbox`. */
  readonly merchants?: Readonly<Record<string, object>>;
  /** One scenario file, which is then the only active one. */
  readonly scenario?: object;
  readonly environment?: Environment;
  readonly watched?: WatchedWork;
}

/** A sandbox that can be stopped and started again on the same data and files. */
export interface Started extends TestSandbox {
  readonly restart: () => Promise<Started>;
}

/** Starts a sandbox with files of its own, which go when it stops. */
export async function startWith(setting: Setting): Promise<Started> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-setting-"));
  const environment = { ...(await written(folder, setting)), ...setting.environment };
  return startIn(folder, { SANDBOX_DATA: join(folder, "data"), ...environment }, setting.watched);
}

/** A sandbox for all tests of the suite in which this is called: started before the first, stopped after the last. */
export function suiteSandbox(setting: Setting = {}): TestSandbox {
  let started: TestSandbox | undefined;
  const running = (): TestSandbox => {
    if (started === undefined) throw new Error("the sandbox of the suite is not started");
    return started;
  };
  before(async () => {
    started = await startWith(setting);
  });
  after(() => started?.stop());
  return {
    get sandbox() {
      return running().sandbox;
    },
    get folder() {
      return running().folder;
    },
    logged: () => running().logged(),
    stop: () => running().stop(),
  };
}

async function startIn(folder: string, environment: Environment, watched?: WatchedWork): Promise<Started> {
  const running = await startTestSandbox(environment, watched?.around, watched?.random);
  return {
    ...running,
    folder,
    restart: async () => {
      await running.stop();
      return startIn(folder, environment, watched);
    },
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Writes the files of the setting, and gives the variables that name them. */
async function written(folder: string, { merchants, scenario }: Setting): Promise<Environment> {
  const variables: Record<string, string> = {};
  if (merchants !== undefined) {
    const list = Object.entries(merchants).map(([id, entry]) => ({ id, passwords: ["sandbox"], ...entry }));
    variables["SANDBOX_MERCHANTS"] = join(folder, "merchants.json");
    await writeFile(variables["SANDBOX_MERCHANTS"], JSON.stringify({ merchants: list }));
  }
  if (scenario !== undefined) {
    const scenarios = join(folder, "scenarios");
    await mkdir(scenarios);
    await writeFile(
      join(scenarios, "given.json"),
      JSON.stringify({ version: 1, name: "given", ...scenario }),
    );
    Object.assign(variables, { SANDBOX_SCENARIO_FOLDER: scenarios, SANDBOX_SCENARIOS: "given" });
  }
  return variables;
}

/** Asks for the address with each call, so that it can be made before the sandbox is started. */
export function clientOn(running: TestSandbox, merchant = "TESTMERCHANT"): Client {
  const client = (): Client => clientOf(running.sandbox.url, merchant);
  return {
    put: (call) => client().put(call),
    getOrder: (...call) => client().getOrder(...call),
    getTransaction: (...call) => client().getTransaction(...call),
    why: (response) => client().why(response),
  };
}
