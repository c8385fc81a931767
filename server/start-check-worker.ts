import { parentPort, workerData } from "node:worker_threads";
import { loadReach } from "./contract/reach.ts";
import type { CheckRemark } from "./scenario/reading/remark.ts";
import { checkScenarios } from "./scenario/check/scenario-check.ts";

/** What this worker is started with, and the one message that it sends: what is no error, as errors stop the start. */
export interface StartCheckInput {
  /** Undefined: the scenarios that ship with the package. */
  readonly folder: string | undefined;
  readonly active: readonly string[];
}
export type StartCheckOutput = readonly CheckRemark[];

const BUILT_IN = new URL("../scenarios/", import.meta.url);

const { folder = BUILT_IN, active } = workerData as StartCheckInput;
const { remarks } = checkScenarios({ folder, active, reach: loadReach() });
const warnings: StartCheckOutput = remarks.filter(({ severity }) => severity === "warning");
parentPort?.postMessage(warnings);
