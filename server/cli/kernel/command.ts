import type { Environment } from "../../sandbox/config.ts";

/** A flag of a command; it may be given again. */
export interface Flag {
  readonly name: string;
  /** Its line of the help. */
  readonly help: string;
  /** Whether it stands alone, without a value. */
  readonly isSwitch?: boolean;
}

/** The values that were given, by flag; a switch has the value "". */
export type GivenFlags = ReadonlyMap<string, readonly string[]>;

/** What commands have of the process. */
export interface Terminal {
  /** Data and reports. */
  readonly print: (text: string) => void;
  /** Remarks for people. */
  readonly tell: (text: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Width of the terminal in characters. */
  readonly width: number;
  readonly isColoured: boolean;
  /** Of this package. */
  readonly version: string;
  /** Tells what went wrong and sets the exit code. */
  readonly fail: (error: unknown) => void;
}

/** A command as it was called. */
export interface Invocation {
  readonly given: GivenFlags;
  /** What stood beside the flags. */
  readonly words: readonly string[];
  readonly environment: Environment;
}

export interface Command {
  readonly summary: string;
  /** What stands behind the command beside flags, for the help, such as `[folder]`; undefined: nothing. */
  readonly words: string | undefined;
  /** How many of them there may be. */
  readonly wordsMax: number;
  readonly flags: readonly Flag[];
  /** Resolves with the exit code when the command is done, and undefined when the process lives on. */
  readonly run: (invocation: Invocation, terminal: Terminal) => Promise<number | undefined>;
}

/** Everything is as it should be; something was found; usage or configuration is wrong; it could not start. */
export const EXIT = { fine: 0, found: 1, usage: 2, noStart: 3 } as const;

/** The last value of a flag. */
export function flagValue({ given }: Pick<Invocation, "given">, name: string): string | undefined {
  return given.get(name)?.at(-1);
}

/** The command line is wrong; the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The flags that ask for reports. Both mean the same (docs/reports.md). */
export function reportFlags(formats: string): readonly Flag[] {
  return [
    { name: "report", help: formats },
    { name: "format", help: "the same as --report" },
  ];
}
