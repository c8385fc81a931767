import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../server/config.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

/** What a sandbox of a test is started with, beside its environment. */
export interface Setting {
  /** The merchant file's list; each has the password `sandbox`. */
  readonly merchants?: Readonly<Record<string, object>>;
  /** One scenario file, which is then the only active one. */
  readonly scenario?: object;
  readonly environment?: Environment;
}

/** Starts a sandbox with files of its own, which go when it stops. */
export async function startWith({ merchants, scenario, environment }: Setting): Promise<TestSandbox> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-setting-"));
  const written: Record<string, string> = {};
  if (merchants !== undefined) {
    const list = Object.entries(merchants).map(([id, entry]) => ({ id, passwords: ["sandbox"], ...entry }));
    written["SANDBOX_MERCHANTS"] = join(folder, "merchants.json");
    await writeFile(written["SANDBOX_MERCHANTS"], JSON.stringify({ merchants: list }));
  }
  if (scenario !== undefined) {
    await writeFile(join(folder, "given.json"), JSON.stringify({ version: 1, name: "given", ...scenario }));
    Object.assign(written, { SANDBOX_SCENARIO_FOLDER: folder, SANDBOX_SCENARIOS: "given" });
  }
  const running = await startTestSandbox({ ...written, ...environment });
  return {
    ...running,
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true });
    },
  };
}

/** Stops the sandbox and starts another on the same data. The first one's stop still removes the folder. */
export async function restarted(
  { sandbox, folder }: TestSandbox,
  environment?: Environment,
): Promise<TestSandbox> {
  await sandbox.close();
  const next = await startTestSandbox({ SANDBOX_DATA: join(folder, "data"), ...environment });
  return {
    ...next,
    stop: async () => {
      await next.stop();
      await rm(folder, { recursive: true });
    },
  };
}

export const clientOn = ({ sandbox }: TestSandbox, merchant = "TESTMERCHANT"): Client =>
  clientOf(sandbox.url, merchant);
