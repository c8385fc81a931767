import type { Command } from "./command.ts";
import type { Commands } from "./arguments.ts";

const FLAG_COLUMN_MIN = 22;
const NAME_COLUMN = 16;

/** All commands in a line each; `start` with its flags, as it is what most people want. */
export function helpText(commands: Commands): string {
  const start = commands.get("start");
  return [
    "gateway-sandbox: a card payment gateway for staging systems, on this machine.",
    "",
    "Usage: gateway-sandbox [command] [flags]",
    "",
    ...[...commands].map(([name, { summary }]) => `  ${name.padEnd(NAME_COLUMN)}${summary}`),
    "",
    "  gateway-sandbox <command> --help tells its flags.",
    "",
    "Flags of start:",
    "",
    ...linesOf(start?.flags ?? []),
    "",
    "Every flag of start has a variable; the order of precedence is flag, environment, .env file, default.",
    "",
    "Exit codes: 0 fine, 1 something was found, 2 usage or configuration is wrong, 3 it could not start.",
    "",
    "  --help, --version",
    "",
  ].join("\n");
}

export function commandHelp(name: string, { summary, words, flags }: Command): string {
  const flagged = flags.length > 0 ? "[flags]" : undefined;
  // What stands behind two hyphens is another program's, flags and all.
  const rest = words?.startsWith("-- ") === true ? [flagged, words] : [words, flagged];
  const usage = ["gateway-sandbox", name, ...rest];
  return [
    `${name}: ${summary}`,
    "",
    `Usage: ${usage.filter((part) => part !== undefined).join(" ")}`,
    "",
    ...linesOf(flags),
    "",
  ].join("\n");
}

function linesOf(flags: Command["flags"]): readonly string[] {
  const column = Math.max(FLAG_COLUMN_MIN, columnFor(flags.map(({ name }) => `--${name}`)));
  return flags.map(({ name, help }) => `  ${`--${name}`.padEnd(column)}${help}`);
}

/** So wide that the longest of them does not run into what stands beside it. */
export function columnFor(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length)) + 2;
}
