import { ofKeptLimits, settingOf } from "../domain/kept.ts";
import type { KeptLimit } from "../domain/kept.ts";
import type { Merchant, NotificationSettings } from "../domain/merchant.ts";
import { nearest } from "../domain/nearest.ts";
import { ConfigError } from "../sandbox/config.ts";
import type { Environment } from "../sandbox/config.ts";
import type { Config } from "../sandbox/settings/settings.ts";
import type { ScenarioFile } from "../scenario/scenario-file.ts";

/** What a scenario file says, as an object. */
export type InlineScenario = Omit<ScenarioFile, "version"> & { readonly version?: 1 };

/** A merchant as a merchant file has it: everything but id and passwords may be left out. */
export type SandboxMerchant = Pick<Merchant, "id" | "passwords"> &
  Partial<Omit<Merchant, "certificates" | "id" | "notifications" | "passwords">> & {
    readonly certificates?: readonly ({ readonly fingerprint: string } | { readonly subject: string })[];
    readonly notifications?: Partial<NotificationSettings>;
  };

/** How much is kept of each merchant, and for how many days an order; all of it, and for ever, unless it is given. */
type KeptOptions = { readonly [L in KeptLimit]?: number };

/** The settings of `.env.example` in camel case: SANDBOX_JOURNAL_SIZE is `journalSize`. All may be left out. */
export interface SandboxOptions extends KeptOptions {
  readonly host?: string;
  /** A free one unless it is given. */
  readonly port?: number;
  readonly publicUrl?: string;
  readonly tlsPort?: number;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsClientCa?: string;
  readonly tlsCrl?: string;
  /** Folder of the order store, which then stays; else a temporary one that `close` removes. */
  readonly data?: string;
  /** URL of a PostgreSQL database that is the store instead of the folder. */
  readonly store?: string;
  readonly storeConnections?: number;
  /** What becomes of a start that finds that folder damaged; `report` unless it is given. */
  readonly onDamage?: Config["onDamage"];
  readonly scenarioFolder?: string;
  /** Whether the control API may write into that folder; off unless it is given. */
  readonly scenarioSave?: Config["scenarioSave"];
  /**
   * Names of active scenario files, first one asked first; or scenarios as objects by their names, which stand
   * before those that ship with the package and may extend them.
   */
  readonly scenarios?: readonly string[] | Readonly<Record<string, InlineScenario>>;
  /** Off unless it is given. */
  readonly watch?: Config["watch"];
  readonly prefer?: Config["prefer"];
  /** A merchant file, or the merchants themselves; else every id that begins with TEST. */
  readonly merchants?: string | readonly SandboxMerchant[];
  readonly password?: string;
  readonly mode?: Config["mode"];
  /** Version in which every request is judged besides, without effect. */
  readonly shadow?: number | "latest";
  readonly versions?: Config["versions"];
  readonly seed?: string;
  readonly terminalKey?: string;
  /** The time at which the sandbox stands still; else the real time. */
  readonly clock?: Date | string;
  readonly controlToken?: string;
  readonly controlHosts?: readonly string[];
  readonly journalSize?: number;
  readonly journalBytes?: number;
  /** File to which every exchange is appended. */
  readonly journal?: string;
  /** Proxies whose X-Forwarded headers are believed; none unless it is given. */
  readonly trustedProxies?: readonly string[];
  /** File of those who may use the control API, with roles. */
  readonly users?: string;
  /** Header in which a trusted proxy names its user. */
  readonly userHeader?: string;
  readonly metrics?: Config["metrics"];
  /** Requests that each merchant may send per second; no limit unless it is given. */
  readonly requestsPerSecond?: number;
  /** What becomes of card numbers that are no test cards; "warn" unless it is given, and "refuse" beyond loopback. */
  readonly cardGuard?: NonNullable<Config["cardGuard"]>;
  readonly accessLog?: Config["accessLog"];
  /** Bytes after which the journal file is set aside; it grows unless it is given. */
  readonly journalRotate?: number;
  readonly journalKeep?: number;
  /** Whether merchants get webhook notifications; off unless it is given. */
  readonly notifications?: Config["notifications"];
  readonly notificationUrl?: string;
  readonly notificationSecret?: string;
  /** Whether the secret is sent to every address or over https only; "any" unless it is given. */
  readonly notificationSecretOver?: Config["notificationSecretOver"];
  readonly notificationHosts?: readonly string[];
  /** File of authorities that receivers are trusted by. */
  readonly notificationCa?: string;
  /** Seconds to wait before each further try; "none" tries once. */
  readonly notificationRetries?: readonly number[] | "none";
  /** OpenTelemetry collector that gets each exchange as a span. */
  readonly otlpTracesEndpoint?: string;
  readonly otlpHeaders?: string;
  readonly otlpServiceName?: string;
  readonly logLevel?: Config["logLevel"];
  /** Gets each line of the log; nothing is logged without it. */
  readonly log?: (line: string) => void;
}

/** The setting that each option stands for. */
export const OPTION_SETTINGS: Readonly<Record<Exclude<keyof SandboxOptions, "log">, string>> = {
  host: "SANDBOX_HOST",
  port: "SANDBOX_PORT",
  publicUrl: "SANDBOX_PUBLIC_URL",
  tlsPort: "SANDBOX_TLS_PORT",
  tlsCert: "SANDBOX_TLS_CERT",
  tlsKey: "SANDBOX_TLS_KEY",
  tlsClientCa: "SANDBOX_TLS_CLIENT_CA",
  tlsCrl: "SANDBOX_TLS_CRL",
  data: "SANDBOX_DATA",
  store: "SANDBOX_STORE",
  storeConnections: "SANDBOX_STORE_CONNECTIONS",
  onDamage: "SANDBOX_ON_DAMAGE",
  scenarioFolder: "SANDBOX_SCENARIO_FOLDER",
  scenarioSave: "SANDBOX_SCENARIO_SAVE",
  scenarios: "SANDBOX_SCENARIOS",
  watch: "SANDBOX_WATCH",
  prefer: "SANDBOX_PREFER",
  merchants: "SANDBOX_MERCHANTS",
  password: "SANDBOX_PASSWORD",
  mode: "SANDBOX_MODE",
  shadow: "SANDBOX_SHADOW",
  versions: "SANDBOX_VERSIONS",
  seed: "SANDBOX_SEED",
  terminalKey: "SANDBOX_TERMINAL_KEY",
  clock: "SANDBOX_CLOCK",
  logLevel: "SANDBOX_LOG_LEVEL",
  controlToken: "SANDBOX_CONTROL_TOKEN",
  controlHosts: "SANDBOX_CONTROL_HOSTS",
  journalSize: "SANDBOX_JOURNAL_SIZE",
  journalBytes: "SANDBOX_JOURNAL_BYTES",
  journal: "SANDBOX_JOURNAL",
  trustedProxies: "SANDBOX_TRUSTED_PROXIES",
  users: "SANDBOX_USERS",
  userHeader: "SANDBOX_USER_HEADER",
  metrics: "SANDBOX_METRICS",
  requestsPerSecond: "SANDBOX_REQUESTS_PER_SECOND",
  ...ofKeptLimits(settingOf),
  cardGuard: "SANDBOX_CARD_GUARD",
  accessLog: "SANDBOX_ACCESS_LOG",
  journalRotate: "SANDBOX_JOURNAL_ROTATE",
  journalKeep: "SANDBOX_JOURNAL_KEEP",
  notifications: "SANDBOX_NOTIFICATIONS",
  notificationUrl: "SANDBOX_NOTIFICATION_URL",
  notificationSecret: "SANDBOX_NOTIFICATION_SECRET",
  notificationSecretOver: "SANDBOX_NOTIFICATION_SECRET_OVER",
  notificationHosts: "SANDBOX_NOTIFICATION_HOSTS",
  notificationCa: "SANDBOX_NOTIFICATION_CA",
  notificationRetries: "SANDBOX_NOTIFICATION_RETRIES",
  otlpTracesEndpoint: "SANDBOX_OTLP_TRACES_ENDPOINT",
  otlpHeaders: "SANDBOX_OTLP_HEADERS",
  otlpServiceName: "SANDBOX_OTLP_SERVICE_NAME",
};

const NAMES: readonly string[] = [...Object.keys(OPTION_SETTINGS), "log"];

/** For programs that no compiler looks at. */
export function refuseUnknownOptions(options: SandboxOptions): void {
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, NAMES);
  const question = meant === undefined ? "" : `; did you mean ${meant}?`;
  throw new ConfigError(`configuration: ${unknown} is not a known option${question}`);
}

/** Options after everything that is no plain value has been written into files. */
export type PlainOptions = Omit<SandboxOptions, "merchants" | "scenarios"> & {
  readonly merchants?: string | undefined;
  readonly scenarios?: readonly string[] | undefined;
};

/** The options as an environment would have them, so that the same code reads and checks both. */
export function environmentOf(options: PlainOptions): Environment {
  const values = Object.entries(OPTION_SETTINGS).map(([name, variable]) => {
    const value = options[name as keyof typeof OPTION_SETTINGS];
    return [variable, value === undefined ? undefined : textOf(value)] as const;
  });
  return Object.fromEntries(values.filter(([, text]) => text !== undefined));
}

function textOf(value: Date | number | string | readonly (number | string)[]): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? value.join(",") : String(value);
}

const OPTION_OF = new Map(Object.entries(OPTION_SETTINGS).map(([name, variable]) => [variable, name]));

/** What is wrong with a setting, in the words of whoever gave options. */
export function withOptionNames(error: unknown): unknown {
  if (!(error instanceof ConfigError)) return error;
  const message = error.message.replace(
    /SANDBOX_[A-Z_]+/g,
    (variable) => OPTION_OF.get(variable) ?? variable,
  );
  return new ConfigError(message, { cause: error });
}
