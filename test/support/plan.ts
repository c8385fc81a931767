import type { Environment } from "../../server/sandbox/config.ts";
import { startWithFiles } from "./scenario-folder.ts";
import type { ScenarioSandbox } from "./scenario-folder.ts";

/** A sandbox whose only scenario file is this text (without its version), called `plan`. */
export function startWithPlan(text: string, environment: Environment = {}): Promise<ScenarioSandbox> {
  return startWithFiles({
    files: { "plan.yaml": `version: 1\n${text}` },
    environment: { SANDBOX_SCENARIOS: "plan", ...environment },
  });
}
