import { isIP } from "node:net";
import { CARD_GUARD_MODES } from "../../http/card-guard.ts";
import type { CardGuardMode } from "../../http/card-guard.ts";
import { settingOf } from "../../domain/kept.ts";
import type { KeptLimit, KeptLimits } from "../../domain/kept.ts";
import { list, oneOf, optional, wholeNumber } from "./setting.ts";
import type { Setting } from "./setting.ts";

/** What the environment sets about a sandbox that many people share. The limits are of merchants that say nothing of them. */
export interface ServiceConfig extends KeptLimits {
  /** Addresses and networks of proxies whose X-Forwarded headers are believed. */
  readonly trustedProxies: readonly string[];
  /** File of those who may use the control API; undefined: whoever has its token. */
  readonly usersFile: string | undefined;
  /** The header in which a trusted proxy names the user that has logged in there. */
  readonly userHeader: string | undefined;
  /** Who may read `/metrics`: whoever has the control token, everybody, or nobody as there is none. */
  readonly metrics: "off" | "open" | "token";
  /** Undefined: no limit. */
  readonly requestsPerSecond: number | undefined;
  /** What becomes of a card number that is no test card; undefined: it is refused unless only this machine reaches the sandbox. */
  readonly cardGuard: CardGuardMode | undefined;
  /** Whether every request of the gateway's paths is logged. */
  readonly accessLog: "off" | "on";
  /** Bytes after which the journal file is set aside and a new one is begun; undefined: never. */
  readonly journalRotate: number | undefined;
  /** Journal files set aside that are kept. */
  readonly journalKeep: number;
}

/** Words of the proxy library for groups of addresses: this machine, link-local and private networks. */
const GROUPS = ["loopback", "linklocal", "uniquelocal"];

const PROXIES = list(
  "SANDBOX_TRUSTED_PROXIES",
  "",
  `comma-separated IP addresses, networks such as 10.0.0.0/8, or ${GROUPS.join(", ")}`,
  "Comma-separated addresses and networks of proxies whose X-Forwarded headers are believed: 10.0.0.0/8, or loopback.",
);

function proxiesIn(value: string): readonly string[] | undefined {
  const proxies = PROXIES.read(value);
  return proxies?.every((proxy) => GROUPS.includes(proxy) || isNetwork(proxy)) === true ? proxies : undefined;
}

function isNetwork(text: string): boolean {
  const [, address = "", bits = "0"] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

/** A line of the journal is smaller than this. */
const ROTATE_BYTES_MIN = 1 << 20;
const ROTATE = wholeNumber(
  "SANDBOX_JOURNAL_ROTATE",
  undefined,
  999_999_999,
  "Size in bytes at which the journal file is set aside as journal.ndjson.1; empty lets it grow.",
);

/** A limit: no setting, or a whole number that is not 0. */
function limit(variable: string, max: number, meaning: string): Setting<number> {
  const number = wholeNumber(variable, undefined, max, meaning);
  return {
    ...number,
    read: (value) => number.read(value) || undefined,
    rule: `a whole number from 1 to ${max}`,
  };
}

const KEPT_MAX = 10_000_000;

const KEPT_SETTINGS: { readonly [L in KeptLimit]: Setting<number> } = {
  ordersKept: limit(
    settingOf("ordersKept"),
    KEPT_MAX,
    "Number of orders kept per merchant, the newest; empty keeps all.",
  ),
  daysKept: limit(
    settingOf("daysKept"),
    3_650,
    "Days after which an order is evicted; empty keeps it until a reset.",
  ),
  sessionsKept: limit(
    settingOf("sessionsKept"),
    KEPT_MAX,
    "Number of sessions kept per merchant, the newest and those that wait for their payer; empty keeps all.",
  ),
  tokensKept: limit(
    settingOf("tokensKept"),
    KEPT_MAX,
    "Number of tokens kept per merchant, the newest and those that were paid with last; empty keeps all.",
  ),
  recordsKept: limit(
    settingOf("recordsKept"),
    KEPT_MAX,
    "Number of risk assessments, and of checks of enrollment (3-D Secure 1), kept per merchant, the newest; empty keeps all.",
  ),
};

export const SERVICE_SETTINGS = {
  trustedProxies: { ...PROXIES, read: proxiesIn },
  usersFile: optional(
    "SANDBOX_USERS",
    "File of those who may use the control API and the portal, with roles; empty: whoever has the control token.",
  ),
  userHeader: {
    ...optional(
      "SANDBOX_USER_HEADER",
      "Header in which a trusted proxy names the user that has logged in there, such as X-Forwarded-User; empty believes none.",
    ),
    read: (value: string) => (/^[\w-]{1,64}$/.test(value) ? value : undefined),
    rule: "the name of a header",
  },
  metrics: oneOf(
    "SANDBOX_METRICS",
    ["token", "open", "off"] as const,
    "token",
    "Who may read /metrics: token (as the control API), open (everybody) or off (nobody).",
  ),
  requestsPerSecond: limit(
    "SANDBOX_REQUESTS_PER_SECOND",
    100_000,
    "Requests that each merchant may send per second, before it is answered with SERVER_BUSY; empty sets no limit.",
  ),
  ...KEPT_SETTINGS,
  cardGuard: {
    ...oneOf(
      "SANDBOX_CARD_GUARD",
      CARD_GUARD_MODES,
      "warn",
      "What becomes of card numbers that are not test cards: refuse, warn or off; empty refuses them unless the sandbox is reached from this machine only.",
    ),
    fallback: undefined,
  },
  accessLog: oneOf(
    "SANDBOX_ACCESS_LOG",
    ["off", "on"] as const,
    "off",
    "Whether every request of the gateway's paths is logged as a line, without headers and bodies: off or on.",
  ),
  journalRotate: {
    ...ROTATE,
    read: (value: string) => {
      const bytes = ROTATE.read(value);
      return bytes !== undefined && bytes >= ROTATE_BYTES_MIN ? bytes : undefined;
    },
    rule: `a whole number of bytes from ${ROTATE_BYTES_MIN} to 999999999`,
  },
  journalKeep: wholeNumber(
    "SANDBOX_JOURNAL_KEEP",
    "10",
    1_000,
    "Number of journal files set aside that are kept.",
  ),
} as const satisfies {
  readonly [K in keyof ServiceConfig]: Setting<NonNullable<ServiceConfig[K]>>;
};
