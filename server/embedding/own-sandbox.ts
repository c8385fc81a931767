import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../sandbox/config.ts";
import type { Environment } from "../sandbox/config.ts";
import type { Config } from "../sandbox/settings/settings.ts";
import type { Log } from "../sandbox/log.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";

/** A sandbox that is there for one run only. */
export interface OwnSandbox {
  readonly sandbox: Sandbox;
  readonly config: Config;
  /** Stops it, and removes its temporary folder; however often it is called, it does so once. */
  close: () => Promise<void>;
}

/**
 * Starts a sandbox on a free port with data in a temporary folder, unless the settings name others. The settings may
 * point to files that are written into that folder.
 */
export async function startOwnSandbox(
  log: Log,
  settingsIn: (folder: string) => Environment | Promise<Environment>,
): Promise<OwnSandbox> {
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const settings = await settingsIn(folder);
    const config = readConfig({
      ...settings,
      SANDBOX_PORT: settings["SANDBOX_PORT"] || "0",
      SANDBOX_DATA: settings["SANDBOX_DATA"] || join(folder, "data"),
    });
    const sandbox = await startSandbox(config, log);
    const close = async (): Promise<void> => {
      try {
        await sandbox.close();
      } finally {
        await remove();
      }
    };
    let closing: Promise<void> | undefined;
    return { sandbox, config, close: () => (closing ??= close()) };
  } catch (error) {
    await remove();
    throw error;
  }
}
