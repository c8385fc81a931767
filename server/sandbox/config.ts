import { readFileSync } from "node:fs";
import { codeOf } from "../domain/thrown.ts";
import type { Setting } from "./settings/setting.ts";
import { SETTINGS } from "./settings/settings.ts";
import type { Config } from "./settings/settings.ts";

/** All that is wrong with the settings, in one sentence. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What `gateway-sandbox run` tells its command, and commands that talk to a running sandbox read. */
export const CLIENT_VARIABLES = ["SANDBOX_URL", "SANDBOX_TLS_URL", "SANDBOX_MERCHANT"] as const;

/** Whether only programs of this machine reach a sandbox that listens there. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
}

/** Address of a service, as orchestrators write it beside its host and port: SANDBOX_PORT_8620_TCP and the like. */
const SERVICE_VARIABLE =
  /^SANDBOX_(\w+_)?(SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$/;

/**
 * Variables that an orchestrator sets in every container for a service called "sandbox" or "sandbox-…". They are not
 * settings, and one of them has the name of a setting: SANDBOX_PORT=tcp://10.0.0.1:8620.
 */
export function serviceVariables(environment: Environment): readonly string[] {
  const isOne = ([name, value = ""]: [string, string | undefined]): boolean =>
    SERVICE_VARIABLE.test(name) || (/^SANDBOX_(\w+_)?PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value));
  return Object.entries(environment)
    .filter(isOne)
    .map(([name]) => name);
}

/** Reads every setting; throws one ConfigError that names everything that is wrong. */
export function readConfig(everything: Environment): Config {
  const faults: string[] = [];
  const foreign = new Set(serviceVariables(everything));
  const environment = Object.fromEntries(Object.entries(everything).filter(([name]) => !foreign.has(name)));
  const port = environment["PORT"];
  const values: Environment = {
    ...environment,
    SANDBOX_PORT: environment["SANDBOX_PORT"] === "" ? port : (environment["SANDBOX_PORT"] ?? port),
  };
  const settings = Object.values(SETTINGS).map(({ variable }) => variable);
  const known = new Set<string>([...settings, ...CLIENT_VARIABLES]);
  for (const name of Object.keys(environment)) {
    if (name.startsWith("SANDBOX_") && !known.has(name)) faults.push(`${name} is not a known setting`);
  }
  const entries = Object.entries(SETTINGS).map(([name, setting]) => [
    name,
    readSetting(setting, values, faults),
  ]);
  faults.push(...lonelySettings(values));
  if (faults.length > 0) throw new ConfigError(`configuration: ${faults.join("; ")}`);
  return Object.freeze(Object.fromEntries(entries) as Config);
}

/** Settings that mean nothing without another. */
const NEEDS: readonly (readonly [variable: string, needed: string])[] = [
  ["SANDBOX_TLS_PORT", "SANDBOX_TLS_CERT"],
  ["SANDBOX_TLS_PORT", "SANDBOX_TLS_KEY"],
  ["SANDBOX_TLS_CERT", "SANDBOX_TLS_PORT"],
  ["SANDBOX_TLS_KEY", "SANDBOX_TLS_PORT"],
  ["SANDBOX_TLS_CLIENT_CA", "SANDBOX_TLS_PORT"],
  ["SANDBOX_TLS_CRL", "SANDBOX_TLS_CLIENT_CA"],
  ["SANDBOX_SCENARIO_SAVE", "SANDBOX_SCENARIO_FOLDER"],
  ["SANDBOX_JOURNAL_ROTATE", "SANDBOX_JOURNAL"],
  ["SANDBOX_USER_HEADER", "SANDBOX_USERS"],
  ["SANDBOX_USER_HEADER", "SANDBOX_TRUSTED_PROXIES"],
  ["SANDBOX_OTLP_HEADERS", "SANDBOX_OTLP_TRACES_ENDPOINT"],
];

function lonelySettings(values: Environment): readonly string[] {
  const lonely = NEEDS.filter(([variable, needed]) => values[variable] && !values[needed]);
  return lonely.map(([variable, needed]) => `${variable} needs ${needed}`);
}

function readSetting(setting: Setting<unknown>, values: Environment, faults: string[]): unknown {
  const given = values[setting.variable] ?? "";
  const chosen = given === "" ? setting.fallback : given;
  if (chosen === undefined) return undefined;
  const value = setting.read(chosen);
  if (value === undefined) faults.push(`${setting.variable} must be ${setting.rule}`);
  return value;
}

/** Secrets that may stand in a file instead, as containers get them: SANDBOX_PASSWORD_FILE names it. */
const IN_FILES = [
  "password",
  "controlToken",
  "terminalKey",
  "notificationSecret",
  "otlpHeaders",
  "store",
] as const;

/** The environment with what stands in the files that `…_FILE` variables name; the line break at its end does not count. */
export function withSecretFiles(environment: Environment): Environment {
  const read = IN_FILES.flatMap((name) => {
    const { variable } = SETTINGS[name];
    const source = `${variable}_FILE`;
    const file = environment[source] || undefined;
    if (file === undefined) return [];
    if (environment[variable]) throw new ConfigError(`configuration: set ${variable} or ${source}, not both`);
    return [[variable, secretIn(file, source)] as const];
  });
  const files = new Set(IN_FILES.map((name) => `${SETTINGS[name].variable}_FILE`));
  const rest = Object.entries(environment).filter(([name]) => !files.has(name));
  return { ...Object.fromEntries(rest), ...Object.fromEntries(read) };
}

function secretIn(file: string, source: string): string {
  try {
    const secret = readFileSync(file, "utf8").replace(/\r?\n$/, "");
    if (secret !== "") return secret;
  } catch (cause) {
    throw new ConfigError(`configuration: the file that ${source} names cannot be read`, { cause });
  }
  throw new ConfigError(`configuration: the file that ${source} names is empty`);
}

/**
 * The environment of this process, with the variables of an `.env` file under it when there is one, and secrets out of
 * their files.
 */
export function processEnvironment(): Environment {
  const before = { ...process.env };
  try {
    process.loadEnvFile();
  } catch (error) {
    if (codeOf(error) !== "ENOENT")
      throw new ConfigError("configuration: .env cannot be read", { cause: error });
  }
  return withSecretFiles({ ...process.env, ...before });
}
