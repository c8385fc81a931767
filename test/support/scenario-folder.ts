import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readConfig } from "../../server/sandbox/config.ts";
import type { Environment } from "../../server/sandbox/config.ts";
import { startTestSandbox } from "./sandbox.ts";
import type { TestSandbox } from "./sandbox.ts";

/** A sandbox over a folder of scenario files that the test writes. */
export interface ScenarioSandbox extends TestSandbox {
  /** The folder as problems call it. */
  readonly scenarios: string;
  readonly write: (file: string, text: string) => Promise<void>;
  /** Starts again over the same data and files. */
  readonly restart: () => Promise<ScenarioSandbox>;
}

export interface ScenarioSetting {
  readonly files: Readonly<Record<string, string>>;
  /** The merchant file's list; each has the password `sandbox`. */
  readonly merchants?: Readonly<Record<string, object>>;
  readonly environment?: Environment;
}

export async function startWithFiles({
  files,
  merchants,
  environment,
}: ScenarioSetting): Promise<ScenarioSandbox> {
  const root = await mkdtemp(join(tmpdir(), "gateway-sandbox-files-"));
  const scenarios = join(root, "scenarios");
  await mkdir(scenarios);
  for (const [file, text] of Object.entries(files)) await writeFile(join(scenarios, file), text);
  const listed = merchants === undefined ? {} : { SANDBOX_MERCHANTS: join(root, "merchants.json") };
  const list = Object.entries(merchants ?? {}).map(([id, it]) => ({ id, passwords: ["sandbox"], ...it }));
  await writeFile(join(root, "merchants.json"), JSON.stringify({ merchants: list }));
  return startOver(root, {
    SANDBOX_SCENARIO_FOLDER: scenarios,
    SANDBOX_DATA: join(root, "data"),
    ...listed,
    ...environment,
  });
}

async function startOver(root: string, environment: Environment): Promise<ScenarioSandbox> {
  const running = await startTestSandbox(environment);
  const scenarios = readConfig(environment).scenarioFolder ?? "";
  return {
    ...running,
    scenarios,
    write: (file, text) => writeFile(join(scenarios, file), text),
    restart: async () => {
      await running.stop();
      return startOver(root, environment);
    },
    stop: async () => {
      await running.stop();
      await rm(root, { recursive: true });
    },
  };
}

/** Asks again until the answer is as it should be; the test's own time limit ends a wait in vain. */
export async function eventually<T>(ask: () => Promise<T> | T, isRight: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    await pause(10);
  }
}
