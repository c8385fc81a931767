import { isLoopback, readConfig, serviceVariables } from "../../sandbox/config.ts";
import { SETTINGS } from "../../sandbox/settings/settings.ts";
import { setFlagsFromString } from "node:v8";
import { Worker } from "node:worker_threads";
import type { Environment } from "../../sandbox/config.ts";
import type { Config } from "../../sandbox/settings/settings.ts";
import { createLog } from "../../sandbox/log.ts";
import type { Log } from "../../sandbox/log.ts";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import { readTexts, scenarioFolder } from "../../scenario/library/scenario-folder.ts";
import { SHIPPED } from "../../scenario/library/shipped-reading.ts";
import type { StartCheckInput, StartCheckOutput } from "../../start-check-worker.ts";
import { flagValue } from "../kernel/command.ts";
import type { Command, Invocation, Terminal } from "../kernel/command.ts";
import { CONSOLE_FLAGS, consoleStyle, openConsole } from "./console.ts";
import type { Style } from "./console.ts";
import { beside, eventLineOf } from "./events.ts";

const PREFIX = "SANDBOX_";

function flagOf(variable: string): string {
  return variable.slice(PREFIX.length).toLowerCase().replaceAll("_", "-");
}

export type SettingName = keyof typeof SETTINGS;

/** Every setting is a flag as well: SANDBOX_LOG_LEVEL is --log-level. Defaults may be other than those of a start. */
export function settingFlags(
  defaults: Environment = {},
  names = Object.keys(SETTINGS) as readonly SettingName[],
): Command["flags"] {
  return names.map((name) => {
    const { variable, fallback, rule, meaning } = SETTINGS[name];
    const standard = defaults[variable] ?? fallback ?? "";
    const remark = standard === "" ? "" : ` (default: ${standard})`;
    return { name: flagOf(variable), help: `${meaning}\n${variable}: ${rule}${remark}` };
  });
}

export const SETTING_FLAGS = settingFlags();

/** In words: what a sandbox has that is there for one command only (server/embedding/own-sandbox.ts). */
export const OF_OWN_SANDBOX: Environment = {
  SANDBOX_PORT: "0, a free one",
  SANDBOX_DATA: "a temporary folder",
};

/** Flags stand over the environment. */
export function settingsOf({ given, environment }: Pick<Invocation, "given" | "environment">): Environment {
  const settings = Object.values(SETTINGS).flatMap(({ variable }) => {
    const value = given.get(flagOf(variable))?.at(-1);
    return value === undefined ? [] : [[variable, value] as const];
  });
  return { ...environment, ...Object.fromEntries(settings) };
}

function passwordWords({ merchantsFile, password }: Config): string {
  if (merchantsFile !== undefined) return "as the merchant file says";
  return isDefaultPassword(password) ? password : `as ${SETTINGS.password.variable} says`;
}

function tokenWords({ controlToken = "" }: Sandbox, config: Config): string {
  return config.controlToken === undefined ? controlToken : `as ${SETTINGS.controlToken.variable} says`;
}

function isDefaultPassword(password: string): boolean {
  return password === SETTINGS.password.fallback;
}

/** Beyond loopback a sandbox is easy to start, and says what is open. */
function warnOfOpenness({ host, merchantsFile, password, tlsPort }: Config, log: Log): void {
  if (isLoopback(host)) return;
  if (merchantsFile === undefined && isDefaultPassword(password)) {
    const remedy = "set SANDBOX_PASSWORD, or list the merchants in SANDBOX_MERCHANTS";
    log("warn", "default-password", {
      host,
      why: "anybody who can reach this host can make payments",
      remedy,
    });
  }
  if (tlsPort === undefined) {
    const remedy = "set SANDBOX_TLS_PORT, or put a proxy with TLS in front";
    log("warn", "no-tls", { host, why: "passwords and card numbers are sent in clear text", remedy });
  }
}

export const startCommand: Command = {
  summary: "Starts the sandbox; the default command.",
  words: undefined,
  wordsMax: 0,
  flags: [...SETTING_FLAGS, ...CONSOLE_FLAGS],
  run: async (invocation, terminal) => {
    const settings = settingsOf(invocation);
    const config = readConfig(settings);
    const asked = flagValue(invocation, "log");
    const style = consoleStyle({
      log: asked,
      isQuiet: invocation.given.has("quiet"),
      isSilent: config.logLevel === "silent",
      isTerminal: terminal.isTerminal,
    });
    const { logLevel } = config;
    const said = createLog(logLevel, terminal.now, terminal.tell, eventLineOf(terminal, asked));
    const log = beside(style, terminal, said);
    await start({ config, ignored: serviceVariables(settings), style, log }, terminal);
    return undefined;
  },
};

interface Start {
  readonly config: Config;
  /** Variables that look like settings and are none. */
  readonly ignored: readonly string[];
  readonly style: Style;
  readonly log: Log;
}

async function start({ config, ignored, style, log }: Start, terminal: Terminal): Promise<void> {
  const { fail, finish } = terminal;
  if (ignored.length > 0) {
    const why = "they hold the address of a service, as an orchestrator sets it";
    log("info", "variables-ignored", { variables: ignored.join(", "), why });
  }
  // Other commands begin sooner without it.
  const { startSandbox } = await import("../../sandbox/sandbox.ts");
  const sandbox = await startSandbox(config, log);
  for (const flag of V8_FLAGS) setFlagsFromString(flag);
  const lines = openConsole(style, terminal, log);
  const close = async (): Promise<void> => {
    await sandbox.close().catch(fail);
    await finish();
  };
  announce({ ...sandbox, close }, config, log, terminal);
  if (lines !== undefined) sandbox.subscribe(lines.tell);
  if (config.logLevel !== "silent" && config.logLevel !== "error") checkInWorker(config, log);
}

/**
 * V8 copies a function of at most so many bytes of bytecode into its callers when it compiles them; its own limit is 460.
 * A payment runs a little of much code, so that it is faster when there is less to read. The young generation is collected
 * in one thread, as little of it has to be copied. What each brings is in docs/decisions/0009-speed.md.
 * Only a start sets them: a process that embeds the sandbox is not ours, and other commands do not run for long.
 */
const V8_FLAGS = [
  "--max-inlined-bytecode-size=150",
  "--no-parallel-scavenge",
  "--no-concurrent-array-buffer-sweeping",
];

/** Says where the sandbox is, and what is open; from now on a signal closes it. */
export function announce(
  sandbox: Sandbox,
  config: Config,
  log: Log,
  { print, fail }: Pick<Terminal, "print" | "fail">,
): void {
  // Whoever reads the ready line may stop the sandbox at once, and has then been warned.
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      // The process ends by itself once nothing is left to do.
      sandbox.close().catch(fail);
      // Nothing new is taken any more.
      log("info", "stopping", { signal });
    });
  }
  warnOfOpenness(config, log);
  print(readyLine(sandbox, config));
}

/**
 * One line that a person can use and a script can wait for. A secret that came from outside is never printed: output is
 * kept by whoever runs the sandbox.
 */
function readyLine(sandbox: Sandbox, config: Config): string {
  const password = passwordWords(config);
  const token = sandbox.controlToken === undefined ? "" : `, control token ${tokenWords(sandbox, config)}`;
  const urls = sandbox.tlsUrl === undefined ? sandbox.url : `${sandbox.url} and ${sandbox.tlsUrl}`;
  return `gateway-sandbox ready at ${urls} (merchants ${sandbox.merchants}, password ${password}${token})\n`;
}

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
function checkInWorker(config: Checked, log: Log): void {
  if (isAsShipped(config, SHIPPED?.digest)) return;
  const workerData: StartCheckInput = { folder: config.scenarioFolder, active: config.scenarios };
  const worker = new Worker(new URL("../../start-check-worker.js", import.meta.url), { workerData });
  // A sandbox that stops does not wait for it.
  worker.unref();
  worker.once("message", (warnings: StartCheckOutput) => {
    for (const { check, file, line, column, message } of warnings)
      log("warn", "scenario-check", { check, file, line, column, message });
  });
  worker.once("error", (error) => {
    log("error", "scenario-check-failed", { error: error.name });
  });
}
