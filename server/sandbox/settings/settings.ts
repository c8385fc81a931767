import { MODES } from "../../domain/record/finding.ts";
import type { Mode } from "../../domain/record/finding.ts";
import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import { ON_DAMAGE } from "../../store/store.ts";
import type { OnDamage } from "../../store/store.ts";
import { isBaseKey, TEST_BASE_KEY } from "../../terminal/dukpt.ts";
import { LOG_LEVELS } from "../log.ts";
import type { LogLevel } from "../log.ts";
import { LISTENING_SETTINGS } from "./listening-settings.ts";
import type { ListeningConfig } from "./listening-settings.ts";
import { NOTIFICATION_SETTINGS } from "./notification-settings.ts";
import type { NotificationConfig } from "./notification-settings.ts";
import { SERVICE_SETTINGS } from "./service-settings.ts";
import type { ServiceConfig } from "./service-settings.ts";
import { TRACING_SETTINGS } from "./tracing-settings.ts";
import type { TracingConfig } from "./tracing-settings.ts";
import { list, oneOf, optional, text, wholeNumber } from "./setting.ts";
import type { Setting } from "./setting.ts";

/** Everything the environment may set. Every path is taken as it is, relative to the working folder. */
export interface Config extends ListeningConfig, NotificationConfig, ServiceConfig, TracingConfig {
  readonly dataFolder: string;
  /** URL of the PostgreSQL database that holds the data; undefined: the data folder does. */
  readonly store: string | undefined;
  /** Connections to it at a time. */
  readonly storeConnections: number;
  /** What becomes of a start that finds its data damaged. */
  readonly onDamage: OnDamage;
  /** Undefined: the scenarios that ship with the package. */
  readonly scenarioFolder: string | undefined;
  /** Whether the control API may write scenario files into that folder. */
  readonly scenarioSave: "off" | "on";
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

const CONNECTIONS_MAX = 100;
const CONNECTIONS = wholeNumber(
  "SANDBOX_STORE_CONNECTIONS",
  "10",
  CONNECTIONS_MAX,
  "Number of connections to that database, at most.",
);

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
  ...LISTENING_SETTINGS,
  dataFolder: text(
    "SANDBOX_DATA",
    ".sandbox",
    "Folder of the order store; created if missing, contains no card numbers.",
  ),
  store: {
    ...optional(
      "SANDBOX_STORE",
      "PostgreSQL database that several sandboxes share instead of the folder: postgres://user:password@host:5432/name.",
    ),
    read: (value: string) => (isDatabase(value) ? value : undefined),
    rule: "the URL of a PostgreSQL database: postgres://user:password@host:5432/name",
  },
  storeConnections: {
    ...CONNECTIONS,
    read: (value: string) => CONNECTIONS.read(value) || undefined,
    rule: `a whole number from 1 to ${CONNECTIONS_MAX}`,
  },
  onDamage: oneOf(
    "SANDBOX_ON_DAMAGE",
    ON_DAMAGE,
    "report",
    "What to do if the folder is damaged at start: report loads what is intact and lists what is lost, refuse exits.",
  ),
  scenarioFolder: optional(
    "SANDBOX_SCENARIO_FOLDER",
    "Folder of scenario files; empty uses the files that ship with the package.",
  ),
  scenarioSave: oneOf(
    "SANDBOX_SCENARIO_SAVE",
    ["off", "on"],
    "off",
    "Whether the control API may write scenario files into that folder: off or on.",
  ),
  scenarios: list(
    "SANDBOX_SCENARIOS",
    "default,gateway-simulator",
    "comma-separated names of scenario files",
    "Comma-separated names of the active scenario files in that folder, in the order in which they are tried.",
  ),
  watch: oneOf(
    "SANDBOX_WATCH",
    ["on", "off"],
    "on",
    "Whether changed scenario files are reloaded while the sandbox runs: on or off.",
  ),
  prefer: oneOf(
    "SANDBOX_PREFER",
    ["ignore", "allow"],
    "ignore",
    "Whether a request may choose its scenario with the header Prefer: ignore or allow; the merchant file overrides it.",
  ),
  merchantsFile: optional(
    "SANDBOX_MERCHANTS",
    "File that lists the merchants; empty accepts every merchant id that begins with TEST.",
  ),
  password: text("SANDBOX_PASSWORD", "sandbox", "API password of the TEST merchants."),
  mode: oneOf(
    "SANDBOX_MODE",
    MODES,
    "strict",
    "How strictly requests are checked against the contract: strict, gateway or observe.",
  ),
  shadow: {
    variable: "SANDBOX_SHADOW",
    meaning:
      "Version that every request is also checked against, for example 100, without effect on the answer; empty checks none.",
    fallback: undefined,
    read: (value: string) => versionIn(value),
    rule: `a version from ${VERSION_MIN} to ${VERSION_MAX}, or latest`,
  },
  versions: oneOf(
    "SANDBOX_VERSIONS",
    ["merged", "exact"] as const,
    "merged",
    "merged accepts every version from 1 to 100, exact only versions with a contract of their own.",
  ),
  seed: text(
    "SANDBOX_SEED",
    "gateway-sandbox",
    "Seed of authorization codes, receipts and other synthetic data: same seed, same answers.",
  ),
  terminalKey: {
    variable: "SANDBOX_TERMINAL_KEY",
    meaning:
      "Base derivation key of terminals that encrypt cards and PINs; the default is the test key published in ANSI X9.24-1.",
    fallback: TEST_BASE_KEY,
    read: (value: string) => (isBaseKey(value) ? value : undefined),
    rule: "a base derivation key of 32 hexadecimal digits",
  },
  fixedClock: {
    variable: "SANDBOX_CLOCK",
    meaning: "Time at which the clock is frozen, for example 2030-01-31T12:00:00Z; empty uses the real time.",
    fallback: undefined,
    read: (value: string) => (Number.isNaN(Date.parse(value)) ? undefined : Date.parse(value)),
    rule: "a time such as 2030-01-31T12:00:00Z",
  },
  logLevel: oneOf<LogLevel>(
    "SANDBOX_LOG_LEVEL",
    LOG_LEVELS,
    "info",
    "How much is logged to standard error: error, warn, info or silent.",
  ),
  controlToken: {
    variable: "SANDBOX_CONTROL_TOKEN",
    meaning:
      "Bearer token of the control API, at least 16 characters; empty requires none on loopback and generates one elsewhere.",
    fallback: undefined,
    read: (value: string) => (value.length >= CONTROL_TOKEN_LENGTH_MIN ? value : undefined),
    rule: `a secret of at least ${CONTROL_TOKEN_LENGTH_MIN} characters`,
  },
  controlHosts: list(
    "SANDBOX_CONTROL_HOSTS",
    "",
    "comma-separated host names",
    "Comma-separated host names, besides IP addresses and localhost, under which the control API accepts calls.",
  ),
  journalSize: wholeNumber(
    "SANDBOX_JOURNAL_SIZE",
    "1000",
    1_000_000,
    "Number of exchanges kept in memory per merchant.",
  ),
  journalBytes: wholeNumber(
    "SANDBOX_JOURNAL_BYTES",
    "33554432",
    536_870_912,
    "Maximum size of these exchanges per merchant, in bytes of JSON text; all merchants together use at most twice as much.",
  ),
  journalFile: optional(
    "SANDBOX_JOURNAL",
    "File to which every exchange is appended as a line of masked JSON; empty writes none.",
  ),
  ...SERVICE_SETTINGS,
  ...NOTIFICATION_SETTINGS,
  ...TRACING_SETTINGS,
} as const satisfies { readonly [K in keyof Config]: Setting<NonNullable<Config[K]>> };
