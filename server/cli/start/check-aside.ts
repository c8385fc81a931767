import { Worker } from "node:worker_threads";
import { SETTINGS } from "../../sandbox/config.ts";
import type { Config } from "../../sandbox/config.ts";
import type { Log } from "../../sandbox/log.ts";
import { readTexts, scenarioFolder } from "../../scenario/library/scenario-folder.ts";
import { SHIPPED } from "../../scenario/library/shipped-reading.ts";
import type { StartCheckInput, StartCheckOutput } from "../../start-check-worker.ts";

type Checked = Pick<Config, "scenarioFolder" | "scenarios">;

const BUILT_IN = new URL("../../../scenarios/", import.meta.url);

/** What is active when nobody sets anything ships without warnings: a test sees to it, and no start has to. */
export function isAsShipped(
  { scenarioFolder: folder, scenarios }: Checked,
  shipped: string | undefined,
): boolean {
  const isUsual = scenarios.join() === SETTINGS.scenarios.fallback;
  return isUsual && readTexts(scenarioFolder(folder ?? BUILT_IN)).digest === shipped;
}

/**
 * Logs what `check` warns of, in a thread beside the requests: it looks at every rule against every contract, which
 * takes longer than the start itself.
 */
export function checkAside(config: Checked, log: Log): void {
  if (isAsShipped(config, SHIPPED?.digest)) return;
  const workerData: StartCheckInput = { folder: config.scenarioFolder, active: config.scenarios };
  const worker = new Worker(new URL("../../start-check-worker.js", import.meta.url), { workerData });
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
