import { parseArgs } from "node:util";
import { nearest } from "../../domain/nearest.ts";
import type { Environment } from "../../sandbox/config.ts";
import { UsageError } from "./command.ts";
import type { Command, GivenFlags, Invocation } from "./command.ts";

/** The command that is meant when none is named. */
const STANDARD = "start";

/** What the command line asks for. */
export type Asked =
  | { readonly kind: "run"; readonly command: Command; readonly invocation: Invocation }
  | { readonly kind: "help"; readonly name: string; readonly command: Command | undefined }
  | { readonly kind: "version" };

export type Commands = ReadonlyMap<string, Command>;

/** Reads the command line; without a command it means `start`. */
export function readArguments(args: readonly string[], environment: Environment, commands: Commands): Asked {
  const [first = STANDARD] = args;
  const isNamed = !first.startsWith("-") && args.length > 0;
  const name = isNamed ? first : STANDARD;
  const command = commands.get(name);
  if (command === undefined) throw new UsageError(`unknown command '${name}'${hint(name, commands)}`);
  const { values, words } = parse(isNamed ? args.slice(1) : args, name, command);
  const { help, version, ...flags } = values;
  if (help === true) return { kind: "help", name, command: isNamed ? command : undefined };
  if (version === true) return { kind: "version" };
  const rest = !isNamed && words[0] === STANDARD ? words.slice(1) : words;
  const excess = rest.slice(command.wordsMax);
  if (excess.length > 0)
    throw new UsageError(`'${excess.join(" ")}' is one argument too many; ${remedy(command, excess)}`);
  const asVersion = typeof version === "string" ? { version } : Array.isArray(version) ? { version } : {};
  const given = givenFlags({ ...flags, ...asVersion });
  return { kind: "run", command, invocation: { given, words: rest, environment } };
}

/** Whoever writes one word behind a command about merchants probably means one. */
function remedy({ flags, wordsMax }: Command, excess: readonly string[]): string {
  const isMerchant = wordsMax === 0 && excess.length === 1 && flags.some(({ name }) => name === "merchant");
  return isMerchant ? `did you mean --merchant ${excess.join()}?` : "see --help";
}

const SWITCH = { type: "boolean" } as const;
const VALUES = { type: "string", multiple: true } as const;

interface Parsed {
  readonly values: Readonly<Record<string, unknown>>;
  readonly words: readonly string[];
}

/** A command may have a flag of its own called `version`; all others tell the program's with it. */
function parse(args: readonly string[], name: string, { flags }: Command): Parsed {
  const own = flags.map((flag) => [flag.name, flag.isSwitch === true ? SWITCH : VALUES] as const);
  const options = { help: SWITCH, version: SWITCH, ...Object.fromEntries(own) };
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values, words: positionals };
  } catch (error) {
    throw new UsageError(faultOf(error, name, Object.keys(options)), { cause: error });
  }
}

function faultOf(error: unknown, name: string, known: readonly string[]): string {
  const message = error instanceof Error ? (error.message.split(". ")[0] ?? "") : "unreadable";
  const unknown = /^Unknown option '--?([^']*)'/.exec(message)?.[1];
  if (unknown === undefined) return message;
  const meant = nearest(unknown, known);
  return `unknown flag --${unknown} for ${name}; ${meant === undefined ? "see --help" : `did you mean --${meant}?`}`;
}

function hint(name: string, commands: Commands): string {
  const meant = nearest(name, [...commands.keys()]);
  return meant === undefined ? "; see --help" : `; did you mean '${meant}'?`;
}

function givenFlags(values: Readonly<Record<string, unknown>>): GivenFlags {
  const lists = Object.entries(values).map(([name, value]) => {
    const texts = Array.isArray(value) ? value.map(String) : [value === true ? "" : String(value)];
    return [name, texts] as const;
  });
  return new Map(lists);
}

const FLAG_COLUMN_MIN = 22;
const NAME_COLUMN = 16;

/** All commands in a line each; `start` with its flags, as it is what most people want. */
export function helpText(commands: Commands): string {
  const start = commands.get("start");
  return [
    "gateway-sandbox: a simulated card payment gateway for staging systems, on this machine.",
    "",
    "Usage: gateway-sandbox [command] [flags]",
    "",
    ...[...commands].map(([name, { summary }]) => `  ${name.padEnd(NAME_COLUMN)}${summary}`),
    "",
    "  gateway-sandbox <command> --help lists its flags.",
    "",
    "Flags of start:",
    "",
    ...linesOf(start?.flags ?? []),
    "",
    "Every flag of start can also be set by its variable. Precedence: flag, environment, .env file, default.",
    "",
    "Exit codes: 0 success, 1 problems found, 2 wrong usage or configuration, 3 could not start.",
    "",
    "  --help, --version",
    "",
  ].join("\n");
}

export function commandHelp(name: string, { summary, words, input, flags }: Command): string {
  const flagged = flags.length > 0 ? "[flags]" : undefined;
  // What stands behind two hyphens is another program's, flags and all.
  const rest = words?.startsWith("-- ") === true ? [flagged, words] : [words, flagged];
  const usage = ["gateway-sandbox", name, ...rest];
  return [
    `${name}: ${summary}`,
    "",
    `Usage: ${usage.filter((part) => part !== undefined).join(" ")}`,
    "",
    ...(input === undefined ? [] : [...input, ""]),
    ...linesOf(flags),
    "",
  ].join("\n");
}

/** Characters of a line of the help. */
const WIDTH = 110;

/** Each flag with its help, whose lines stand below each other. */
function linesOf(flags: Command["flags"]): readonly string[] {
  const column = Math.max(FLAG_COLUMN_MIN, ...flags.map(({ name }) => name.length + 4));
  const indent = " ".repeat(column + 2);
  return flags.flatMap(({ name, help }) => {
    const [first = "", ...rest] = help.split("\n").flatMap((line) => wrapped(line, WIDTH - indent.length));
    return [`  ${`--${name}`.padEnd(column)}${first}`, ...rest.map((line) => indent + line)];
  });
}

/** Breaks a line between words. */
function wrapped(line: string, width: number): readonly string[] {
  return line.match(new RegExp(`.{1,${width}}(?=\\s|$)|\\S+`, "g"))?.map((part) => part.trim()) ?? [];
}
