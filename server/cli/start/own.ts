import { startOwnSandbox } from "../../embedding/own-sandbox.ts";
import type { OwnSandbox } from "../../embedding/own-sandbox.ts";
import type { Environment } from "../../sandbox/config.ts";
import { createLog, LOG_LEVELS } from "../../sandbox/log.ts";
import type { Log } from "../../sandbox/log.ts";
import type { Invocation, Terminal } from "../kernel/command.ts";
import { settingsOf } from "./command.ts";
import { eventLineOf } from "./events.ts";

/** Starts a sandbox for a command, which has its usual settings where nobody says otherwise. */
export async function startForCommand(
  invocation: Invocation,
  usual: Environment,
  terminal: Terminal,
): Promise<OwnSandbox & { readonly log: Log }> {
  const settings = { ...usual, ...withoutEmpty(settingsOf(invocation)) };
  const level = LOG_LEVELS.find((it) => it === settings["SANDBOX_LOG_LEVEL"]) ?? "warn";
  const log = createLog(level, terminal.now, terminal.tell, eventLineOf(terminal));
  return { ...(await startOwnSandbox(log, () => settings)), log };
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
}
