import { readFileSync } from "node:fs";
import { MODES } from "../domain/record/finding.ts";
import type { Mode } from "../domain/record/finding.ts";
import { VERSION_MAX, VERSION_MIN } from "../domain/request/operation.ts";
import { codeOf } from "../domain/thrown.ts";
import { LOG_LEVELS } from "./log.ts";
import type { LogLevel } from "./log.ts";
import { NOTIFICATION_SETTINGS } from "./notification-settings.ts";
import type { NotificationConfig } from "./notification-settings.ts";
import { SERVICE_SETTINGS } from "./service-settings.ts";
import type { ServiceConfig } from "./service-settings.ts";
import { list, oneOf, optional, text, wholeNumber } from "./setting.ts";
import type { Setting } from "./setting.ts";
import { ON_DAMAGE } from "../store/store.ts";
import type { OnDamage } from "../store/store.ts";
import { isBaseKey, TEST_BASE_KEY } from "../terminal/dukpt.ts";

/** Everything the environment may set. Every path is taken as it is, relative to the working folder. */
export interface Config extends NotificationConfig, ServiceConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where payers' browsers reach the pages, without a slash at its end; undefined: where the sandbox listens. */
  readonly publicUrl: string | undefined;
  /** Undefined: no TLS listener beside the plain one. */
  readonly tlsPort: number | undefined;
  readonly tlsCert: string | undefined;
  readonly tlsKey: string | undefined;
  /** Undefined: clients are not asked for certificates. */
  readonly tlsClientCa: string | undefined;
  readonly tlsCrl: string | undefined;
  readonly dataFolder: string;
  /** URL of the PostgreSQL database that holds the data; undefined: the data folder does. */
  readonly store: string | undefined;
  /** Connections to it at a time. */
  readonly storeConnections: number;
  /** What becomes of a start that finds its data damaged. */
  readonly onDamage: OnDamage;
  /** Undefined: the scenarios that ship with the package. */
  readonly scenarioFolder: string | undefined;
  /** Names of the active scenario files, first one first. */
  readonly scenarios: readonly string[];
  /** Undefined: every merchant id that begins with TEST. */
  readonly merchantsFile: string | undefined;
  /** Whether changes of the scenario files are taken while the sandbox runs. */
  readonly watch: "off" | "on";
  /** Whether requests of merchants that say nothing of it may choose their scenario by the header Prefer. */
  readonly prefer: "allow" | "ignore";
  readonly password: string;
  /** Version in which every request is judged besides, without effect; undefined: none. */
  readonly shadow: number | undefined;
  readonly mode: Mode;
  readonly versions: "merged" | "exact";
  readonly seed: string;
  /** Base derivation key of the terminals: 32 hexadecimal digits. */
  readonly terminalKey: string;
  /** Fixed time in milliseconds since 1970; undefined: the real time. */
  readonly fixedClock: number | undefined;
  readonly logLevel: LogLevel;
  /** Bearer token of the control API, at least 16 characters; undefined: none needed on loopback, one is made otherwise. */
  readonly controlToken: string | undefined;
  /** Host names, beside addresses and localhost, under which the control API may be reached. */
  readonly controlHosts: readonly string[];
  /** Exchanges kept in memory per merchant. */
  readonly journalSize: number;
  /** About how many bytes, as JSON text, the exchanges in memory of one merchant take. */
  readonly journalBytes: number;
  /** File to which every exchange is appended as a line of JSON; undefined: none. */
  readonly journalFile: string | undefined;
}

/** All that is wrong with the settings, in one sentence. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

export type Environment = Readonly<Record<string, string | undefined>>;

const CONNECTIONS_MAX = 100;
const CONNECTIONS = wholeNumber("SANDBOX_STORE_CONNECTIONS", "10", CONNECTIONS_MAX);

function isDatabase(value: string): boolean {
  return URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol);
}

function versionIn(value: string): number | undefined {
  if (value === "latest") return VERSION_MAX;
  const version = /^\d{1,3}$/.test(value) ? Number(value) : 0;
  return version >= VERSION_MIN && version <= VERSION_MAX ? version : undefined;
}

/** A shorter token could be guessed. */
const CONTROL_TOKEN_LENGTH_MIN = 16;

/** Every variable there is, but PORT, which hosting services set and SANDBOX_PORT overrides. */
export const SETTINGS = {
  host: text("SANDBOX_HOST", "127.0.0.1"),
  port: wholeNumber("SANDBOX_PORT", "8620", 65_535),
  publicUrl: {
    variable: "SANDBOX_PUBLIC_URL",
    fallback: undefined,
    read: (value: string) => (/^https?:\/\/[^\s?#]+$/.test(value) ? value.replace(/\/+$/, "") : undefined),
    rule: "a URL such as https://sandbox.example",
  },
  tlsPort: wholeNumber("SANDBOX_TLS_PORT", undefined, 65_535),
  tlsCert: optional("SANDBOX_TLS_CERT"),
  tlsKey: optional("SANDBOX_TLS_KEY"),
  tlsClientCa: optional("SANDBOX_TLS_CLIENT_CA"),
  tlsCrl: optional("SANDBOX_TLS_CRL"),
  dataFolder: text("SANDBOX_DATA", ".sandbox"),
  store: {
    ...optional("SANDBOX_STORE"),
    read: (value: string) => (isDatabase(value) ? value : undefined),
    rule: "the URL of a PostgreSQL database: postgres://user:password@host:5432/name",
  },
  storeConnections: {
    ...CONNECTIONS,
    read: (value: string) => CONNECTIONS.read(value) || undefined,
    rule: `a whole number from 1 to ${CONNECTIONS_MAX}`,
  },
  onDamage: oneOf("SANDBOX_ON_DAMAGE", ON_DAMAGE, "report"),
  scenarioFolder: optional("SANDBOX_SCENARIO_FOLDER"),
  scenarios: list(
    "SANDBOX_SCENARIOS",
    "default,gateway-simulator",
    "comma-separated names of scenario files",
  ),
  watch: oneOf("SANDBOX_WATCH", ["on", "off"], "on"),
  prefer: oneOf("SANDBOX_PREFER", ["ignore", "allow"], "ignore"),
  merchantsFile: optional("SANDBOX_MERCHANTS"),
  password: text("SANDBOX_PASSWORD", "sandbox"),
  mode: oneOf("SANDBOX_MODE", MODES, "strict"),
  shadow: {
    variable: "SANDBOX_SHADOW",
    fallback: undefined,
    read: (value: string) => versionIn(value),
    rule: `a version from ${VERSION_MIN} to ${VERSION_MAX}, or latest`,
  },
  versions: oneOf("SANDBOX_VERSIONS", ["merged", "exact"] as const, "merged"),
  seed: text("SANDBOX_SEED", "gateway-sandbox"),
  terminalKey: {
    variable: "SANDBOX_TERMINAL_KEY",
    fallback: TEST_BASE_KEY,
    read: (value: string) => (isBaseKey(value) ? value : undefined),
    rule: "a base derivation key of 32 hexadecimal digits",
  },
  fixedClock: {
    variable: "SANDBOX_CLOCK",
    fallback: undefined,
    read: (value: string) => (Number.isNaN(Date.parse(value)) ? undefined : Date.parse(value)),
    rule: "a time such as 2030-01-31T12:00:00Z",
  },
  logLevel: oneOf<LogLevel>("SANDBOX_LOG_LEVEL", LOG_LEVELS, "info"),
  controlToken: {
    variable: "SANDBOX_CONTROL_TOKEN",
    fallback: undefined,
    read: (value: string) => (value.length >= CONTROL_TOKEN_LENGTH_MIN ? value : undefined),
    rule: `a secret of at least ${CONTROL_TOKEN_LENGTH_MIN} characters`,
  },
  controlHosts: list("SANDBOX_CONTROL_HOSTS", "", "comma-separated host names"),
  journalSize: wholeNumber("SANDBOX_JOURNAL_SIZE", "1000", 1_000_000),
  journalBytes: wholeNumber("SANDBOX_JOURNAL_BYTES", "33554432", 536_870_912),
  journalFile: optional("SANDBOX_JOURNAL"),
  ...SERVICE_SETTINGS,
  ...NOTIFICATION_SETTINGS,
} as const satisfies { readonly [K in keyof Config]: Setting<NonNullable<Config[K]>> };

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
  ["SANDBOX_JOURNAL_ROTATE", "SANDBOX_JOURNAL"],
  ["SANDBOX_USER_HEADER", "SANDBOX_USERS"],
  ["SANDBOX_USER_HEADER", "SANDBOX_TRUSTED_PROXIES"],
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
const IN_FILES = ["password", "controlToken", "terminalKey", "notificationSecret", "store"] as const;

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
