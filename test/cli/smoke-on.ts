import { smokeCommand } from "../../server/cli/smoke/command.ts";
import { createSandbox } from "../../server/embedding/embedding.ts";
import type { SandboxOptions } from "../../server/embedding/embedding.ts";
import { runCommand } from "./running-command.ts";
import type { Done } from "./running-command.ts";

/** Runs the command against a sandbox with these options. */
export async function smokeOn(options: SandboxOptions, ...words: readonly string[]): Promise<Done> {
  const sandbox = await createSandbox(options);
  try {
    return await runCommand(smokeCommand, ["--url", sandbox.url, ...words]);
  } finally {
    await sandbox.close();
  }
}
