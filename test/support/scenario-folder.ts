import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../server/config.ts";
import { startTestSandbox } from "./sandbox.ts";
import type { TestSandbox } from "./sandbox.ts";

/** A sandbox whose only scenario file is this text (without its version), called `plan`. */
export async function startWithPlan(text: string, environment: Environment = {}): Promise<TestSandbox> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-plan-"));
  await writeFile(join(folder, "plan.yaml"), `version: 1\n${text}`);
  const running = await startTestSandbox({
    SANDBOX_SCENARIO_FOLDER: folder,
    SANDBOX_SCENARIOS: "plan",
    ...environment,
  });
  return {
    ...running,
    stop: async () => {
      await running.stop();
      await rm(folder, { recursive: true });
    },
  };
}
