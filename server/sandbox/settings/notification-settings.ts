import type { NotificationSettings } from "../../domain/merchant.ts";
import { PUBLISHED_RETRIES_MS } from "../../domain/record/notification.ts";
import { isHost, secretIn } from "../../notify/address-rules.ts";
import { list, oneOf, optional } from "./setting.ts";
import type { Setting } from "./setting.ts";

/** What the environment sets about webhook notifications. */
export interface NotificationConfig {
  /** Whether merchants that say nothing of it want notifications. */
  readonly notifications: "off" | "on";
  /** Where they go for merchants that name no address, and whose orders name none. */
  readonly notificationUrl: string | undefined;
  /** Sent to merchants that have no secret of their own. */
  readonly notificationSecret: string | undefined;
  /** Whether the secret goes to every address, or to https addresses only. */
  readonly notificationSecretOver: "any" | "https";
  /** Host names and addresses that may be sent to, though they are outside this machine and private networks. */
  readonly notificationHosts: readonly string[];
  /** File of authorities that receivers' certificates may be signed by, beside those that Node knows. */
  readonly notificationCa: string | undefined;
  /** Milliseconds to wait before each further try. */
  readonly notificationRetries: readonly number[];
}

/** A webhook of another scheme is let through where it does not leave the machine (assumption A239). */
export const OWN_URL = /^(https:\/\/.|http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/|$))/;

function ownUrlIn(value: string): string | undefined {
  const isGood = OWN_URL.test(value) && URL.canParse(value) && secretIn(new URL(value)) === undefined;
  return isGood ? value : undefined;
}

const HOSTS = list(
  "SANDBOX_NOTIFICATION_HOSTS",
  "",
  "comma-separated host names or addresses as in URLs, without scheme or port",
  "Comma-separated host names that notifications may be sent to, besides this machine and private networks.",
);

function hostsIn(value: string): readonly string[] | undefined {
  const hosts = HOSTS.read(value);
  return hosts?.every(isHost) === true ? hosts : undefined;
}

const RETRIES_MAX = 20;
const RETRY_SECONDS_MAX = 86_400;

function retriesIn(value: string): readonly number[] | undefined {
  if (value === "none") return [];
  if (value === "published") return PUBLISHED_RETRIES_MS;
  const seconds = value
    .split(",")
    .map((part) => (/^\s*\d{1,5}(\.\d{1,3})?\s*$/.test(part) ? Number(part) : NaN));
  const isGood = seconds.length <= RETRIES_MAX && seconds.every((it) => it <= RETRY_SECONDS_MAX);
  return isGood ? seconds.map((it) => Math.round(it * 1000)) : undefined;
}

export const NOTIFICATION_SETTINGS = {
  notifications: oneOf(
    "SANDBOX_NOTIFICATIONS",
    ["off", "on"] as const,
    "off",
    "Whether merchants get webhook notifications: off or on; the merchant file overrides it.",
  ),
  notificationUrl: {
    variable: "SANDBOX_NOTIFICATION_URL",
    meaning:
      "Target of notifications if neither the order nor the merchant has one; http is allowed only for this machine.",
    fallback: undefined,
    read: ownUrlIn,
    rule: "an https URL, or an http URL of this machine, without a user name or secret in it",
  },
  notificationSecret: {
    ...optional(
      "SANDBOX_NOTIFICATION_SECRET",
      "Value of the header X-Notification-Secret for merchants without one of their own; empty sends none.",
    ),
    // It becomes a header.
    read: (value: string) => (/^[\x21-\x7e]+$/.test(value) ? value : undefined),
    rule: "visible ASCII characters without spaces",
  },
  notificationSecretOver: oneOf(
    "SANDBOX_NOTIFICATION_SECRET_OVER",
    ["any", "https"] as const,
    "any",
    "Whether the secret is sent to every address (any) or to https addresses only, as the live gateway does (https).",
  ),
  notificationHosts: { ...HOSTS, read: hostsIn },
  notificationCa: optional(
    "SANDBOX_NOTIFICATION_CA",
    "Additional CA certificates that are trusted when sending notifications, in PEM format.",
  ),
  // The live gateway's own schedule is not known (assumption A235).
  notificationRetries: {
    variable: "SANDBOX_NOTIFICATION_RETRIES",
    meaning:
      "Comma-separated seconds to wait before each retry of a notification that was not answered 2xx; published stands for 14 retries in three days, none disables retries.",
    fallback: "5,30,300",
    read: retriesIn,
    rule: `comma-separated seconds, at most ${RETRIES_MAX} values up to ${RETRY_SECONDS_MAX} each, published, or none`,
  },
} as const satisfies {
  readonly [K in keyof NotificationConfig]: Setting<NonNullable<NotificationConfig[K]>>;
};

/** What a merchant has that says nothing of notifications. */
export function usualNotifications(config: NotificationConfig): NotificationSettings {
  const { notifications, notificationUrl: url, notificationSecret: secret } = config;
  return { enabled: notifications === "on", url, secret };
}
