import { ofKeptLimits } from "../domain/kept.ts";
import { ConfigError } from "../sandbox/config.ts";
import type { SandboxOptions } from "./options.ts";

/** What a value may be, and how that is said. */
interface Kind {
  readonly fits: (value: unknown) => boolean;
  readonly words: string;
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "number");
const isGroup = (value: unknown): boolean => typeof value === "object" && value !== null;

const text: Kind = { fits: (value) => typeof value === "string", words: "a string" };
const number: Kind = { fits: (value) => typeof value === "number", words: "a number" };

const KINDS: Readonly<Partial<Record<keyof SandboxOptions, Kind>>> = {
  port: number,
  tlsPort: number,
  journalSize: number,
  journalBytes: number,
  journalRotate: number,
  journalKeep: number,
  requestsPerSecond: number,
  ...ofKeptLimits(() => number),
  trustedProxies: { fits: isTexts, words: "a list of strings" },
  shadow: { fits: (value) => typeof value === "number" || value === "latest", words: 'a number or "latest"' },
  clock: {
    fits: (value) => typeof value === "string" || (value instanceof Date && !Number.isNaN(value.getTime())),
    words: "a time as a string, or a valid Date",
  },
  controlHosts: { fits: isTexts, words: "a list of strings" },
  notificationHosts: { fits: isTexts, words: "a list of strings" },
  notificationRetries: {
    fits: (value) => value === "none" || isNumbers(value),
    words: 'a list of at least one number, or "none"',
  },
  scenarios: {
    fits: (value) => isTexts(value) || (isGroup(value) && !Array.isArray(value)),
    words: "a list of names, or scenarios by their names",
  },
  merchants: {
    fits: (value) => typeof value === "string" || (Array.isArray(value) && value.every(isGroup)),
    words: "a merchant file, or a list of merchants",
  },
  log: { fits: (value) => typeof value === "function", words: "a function" },
};

/** For programs that no compiler looks at: what settings as text would let through, or fail over much later. */
export function refuseWrongTypes(options: SandboxOptions): void {
  for (const [name, value] of Object.entries(options) as [keyof SandboxOptions, unknown][]) {
    const { fits, words } = KINDS[name] ?? text;
    if (value !== undefined && !fits(value)) throw new ConfigError(`configuration: ${name} must be ${words}`);
  }
}
