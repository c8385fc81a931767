import { parseArgs } from "node:util";
import { SETTINGS } from "../config.ts";
import type { Environment } from "../config.ts";

/** What the command line asks for. */
export type Invocation =
  | { readonly command: "start"; readonly environment: Environment }
  | { readonly command: "help" }
  | { readonly command: "version" };

/** The command line is wrong; the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const PREFIX = "SANDBOX_";

/** Every setting is a flag as well: SANDBOX_LOG_LEVEL is --log-level. */
export const FLAGS: ReadonlyMap<string, string> = new Map(
  Object.values(SETTINGS).map(({ variable }) => [flagOf(variable), variable]),
);

/** Reads the command line; its flags stand over the environment. */
export function readArguments(args: readonly string[], environment: Environment): Invocation {
  const { values, positionals } = parse(args);
  if (values["help"] === true) return { command: "help" };
  if (values["version"] === true) return { command: "version" };
  const [command = "start", ...rest] = positionals;
  if (command !== "start") throw new UsageError(`there is no command '${command}'; see --help`);
  if (rest.length > 0) throw new UsageError(`'${rest.join(" ")}' is too much; see --help`);
  const given = [...FLAGS].flatMap(([flag, variable]) => {
    const value = values[flag];
    return typeof value === "string" ? [[variable, value] as const] : [];
  });
  return { command: "start", environment: { ...environment, ...Object.fromEntries(given) } };
}

function parse(args: readonly string[]): ReturnType<typeof parseArgs> {
  const options = Object.fromEntries([...FLAGS.keys()].map((flag) => [flag, { type: "string" } as const]));
  const words = { help: { type: "boolean" }, version: { type: "boolean" } } as const;
  try {
    return parseArgs({ args: [...args], options: { ...options, ...words }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? "") : "unreadable", {
      cause: error,
    });
  }
}

function flagOf(variable: string): string {
  return variable.slice(PREFIX.length).toLowerCase().replaceAll("_", "-");
}

export function helpText(): string {
  const flags = Object.values(SETTINGS).map(({ variable, fallback, rule }) => {
    const standard = fallback === undefined || fallback === "" ? "" : ` (default: ${fallback})`;
    return `  ${`--${flagOf(variable)}`.padEnd(22)}${variable.padEnd(26)}${rule}${standard}`;
  });
  return [
    "gateway-sandbox: a card payment gateway for staging systems, on this machine.",
    "",
    "Usage: gateway-sandbox [start] [flags]",
    "",
    "Every flag has a variable; the order of precedence is flag, environment, .env file, default.",
    "",
    ...flags,
    "",
    "  --help, --version",
    "",
  ].join("\n");
}
