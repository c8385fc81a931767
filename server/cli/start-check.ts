import { Worker } from "node:worker_threads";
import { SETTINGS } from "../config.ts";
import type { Config } from "../config.ts";
import type { Log } from "../log.ts";
import type { StartCheckInput, StartCheckOutput } from "../start-check-worker.ts";

type Checked = Pick<Config, "scenarioFolder" | "scenarios">;

/** What is active when nobody sets anything ships without warnings: a test sees to it, and no start has to. */
export function needsCheck({ scenarioFolder, scenarios }: Checked): boolean {
  return scenarioFolder !== undefined || scenarios.join() !== SETTINGS.scenarios.fallback;
}

/**
 * Logs what `check` warns of, in a thread beside the requests: it looks at every rule against every contract, which
 * takes longer than the start itself.
 */
export function checkAside({ scenarioFolder, scenarios }: Checked, log: Log): void {
  const workerData: StartCheckInput = { folder: scenarioFolder, active: scenarios };
  const worker = new Worker(new URL("../start-check-worker.js", import.meta.url), { workerData });
  // A sandbox that stops does not wait for it.
  worker.unref();
  worker.once("message", (warnings: StartCheckOutput) => {
    for (const { check, file, line, column, message } of warnings)
      log("warn", "scenario check", { check, file, line, column, message });
  });
  worker.once("error", (error) => {
    log("error", "scenario check failed", { error: error.name });
  });
}
