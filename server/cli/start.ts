import { readConfig, SETTINGS } from "../config.ts";
import type { Config, Environment } from "../config.ts";
import { createLog } from "../log.ts";
import { startSandbox } from "../sandbox.ts";
import type { Sandbox } from "../sandbox.ts";
import { columnFor } from "./help.ts";
import { checkAside } from "./start-check.ts";
import type { Command, Invocation, Terminal } from "./command.ts";

const PREFIX = "SANDBOX_";

function flagOf(variable: string): string {
  return variable.slice(PREFIX.length).toLowerCase().replaceAll("_", "-");
}

const VARIABLE_COLUMN = columnFor(Object.values(SETTINGS).map(({ variable }) => variable));

/** Every setting is a flag as well: SANDBOX_LOG_LEVEL is --log-level. */
export const SETTING_FLAGS: Command["flags"] = Object.values(SETTINGS).map(({ variable, fallback, rule }) => {
  const standard = fallback === undefined || fallback === "" ? "" : ` (default: ${fallback})`;
  return { name: flagOf(variable), help: `${variable.padEnd(VARIABLE_COLUMN)}${rule}${standard}` };
});

/** Flags stand over the environment. */
export function settingsOf({ given, environment }: Pick<Invocation, "given" | "environment">): Environment {
  const settings = Object.values(SETTINGS).flatMap(({ variable }) => {
    const value = given.get(flagOf(variable))?.at(-1);
    return value === undefined ? [] : [[variable, value] as const];
  });
  return { ...environment, ...Object.fromEntries(settings) };
}

export const startCommand: Command = {
  summary: "Starts the sandbox; this is what happens without a command.",
  words: undefined,
  wordsMax: 0,
  flags: SETTING_FLAGS,
  run: async (invocation, terminal) => {
    await start(readConfig(settingsOf(invocation)), terminal);
    return undefined;
  },
};

async function start(config: Config, { print, tell, now, fail }: Terminal): Promise<void> {
  const log = createLog(config.logLevel, now, tell);
  const sandbox = await startSandbox(config, log);
  print(readyLine(sandbox, config));
  if (config.logLevel !== "silent" && config.logLevel !== "error") checkAside(config, log);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      log("info", "stopping", { signal });
      // The process ends by itself once nothing is left to do.
      sandbox.close().catch(fail);
    });
  }
}

/** One line that a person can use and a script can wait for. */
function readyLine(sandbox: Sandbox, config: Config): string {
  const password = config.merchantsFile === undefined ? config.password : "as the merchant file says";
  const token = sandbox.controlToken === undefined ? "" : `, control token ${sandbox.controlToken}`;
  const urls = sandbox.tlsUrl === undefined ? sandbox.url : `${sandbox.url} and ${sandbox.tlsUrl}`;
  return `gateway-sandbox ready at ${urls} (merchants ${sandbox.merchants}, password ${password}${token})\n`;
}
