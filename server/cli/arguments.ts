import { parseArgs } from "node:util";
import type { Environment } from "../config.ts";
import { COMMANDS } from "./commands.ts";
import type { Command, GivenFlags, Invocation } from "./commands.ts";
import { UsageError } from "./usage-error.ts";

const FLAG_COLUMN = 22;

/** Reads the command line; without a command it means `start`. */
export function readArguments(args: readonly string[], environment: Environment): Invocation {
  const { values, positionals } = parse(args);
  if (values["help"] === true) return { command: "help" };
  if (values["version"] === true) return { command: "version" };
  const [name = "start", ...rest] = positionals;
  const command = COMMANDS.get(name);
  if (command === undefined) throw new UsageError(`there is no command '${name}'; see --help`);
  if (rest.length > 0) throw new UsageError(`'${rest.join(" ")}' is too much; see --help`);
  const given = givenFlags(values);
  const known = command.flags.map((flag) => flag.name);
  const foreign = [...given.keys()].find((flag) => !known.includes(flag));
  if (foreign !== undefined) throw new UsageError(`'--${foreign}' is no flag of ${name}; see --help`);
  return command.read(given, environment);
}

/** Flags of all commands, so that a command may stand before its flags or behind them. */
function parse(args: readonly string[]): ReturnType<typeof parseArgs> {
  const flags = [...COMMANDS.values()].flatMap((command) => command.flags);
  const options = Object.fromEntries(
    flags.map(({ name }) => [name, { type: "string", multiple: true } as const]),
  );
  const words = { help: { type: "boolean" }, version: { type: "boolean" } } as const;
  try {
    return parseArgs({ args: [...args], options: { ...options, ...words }, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? (error.message.split(". ")[0] ?? "") : "unreadable", {
      cause: error,
    });
  }
}

function givenFlags(values: ReturnType<typeof parse>["values"]): GivenFlags {
  const lists = Object.entries(values).flatMap(([name, value]) =>
    Array.isArray(value) ? [[name, value.map(String)] as const] : [],
  );
  return new Map(lists);
}

export function helpText(): string {
  return [
    "gateway-sandbox: a card payment gateway for staging systems, on this machine.",
    "",
    "Usage: gateway-sandbox [command] [flags]",
    "",
    ...[...COMMANDS].flatMap(([name, command]) => helpOf(name, command)),
    "Every flag of start has a variable; the order of precedence is flag, environment, .env file, default.",
    "",
    "  --help, --version",
    "",
  ].join("\n");
}

function helpOf(name: string, { summary, flags }: Command): readonly string[] {
  return [`${name}: ${summary}`, "", ...flags.map(lineOf), ""];
}

function lineOf({ name, help }: Command["flags"][number]): string {
  return `  ${`--${name}`.padEnd(FLAG_COLUMN)}${help}`;
}
