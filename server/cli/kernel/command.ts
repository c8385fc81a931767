import { REPORT_FORMATS } from "../../report/report.ts";
import type { ReportFormat } from "../../report/report.ts";
import type { LineOutput, LineOutputOptions } from "./line-output.ts";
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
  /** Opens the same output for lines without end, from now on beside print. */
  readonly openLines: (options: LineOutputOptions) => Pick<LineOutput, "write">;
  /** Remarks for people, and the log. Nobody waits for whoever reads them. */
  readonly tell: (text: string) => void;
  /** Waits until all is written, and ends the process if somebody does not read. */
  readonly finish: () => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Width of the terminal in characters. */
  readonly width: number;
  readonly isColoured: boolean;
  /** Whether a person looks at what is printed. */
  readonly isTerminal: boolean;
  /** The same of where remarks go. */
  readonly remarks: Pick<Terminal, "isColoured" | "isTerminal">;
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
  /** What they have to be, in lines of the help; undefined: the summary says enough. */
  readonly input?: readonly string[];
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

/** The formats of commands that see no traffic. */
export const WITHOUT_TRAFFIC: readonly ReportFormat[] = REPORT_FORMATS.filter((format) => format !== "har");

/** The flags that ask for reports. Both mean the same (docs/reports.md). The remark follows the list of formats. */
export function reportFlags(
  remark = " (default: text); =FILE writes to a file; repeatable",
  formats: readonly ReportFormat[] = REPORT_FORMATS,
): readonly Flag[] {
  return [
    { name: "report", help: `${formats.slice(0, -1).join(", ")} or ${formats.at(-1) ?? ""}${remark}` },
    { name: "format", help: "alias of --report" },
  ];
}

/** What a command that shows one thing prints: for people, or for programs. */
export type OutputFormat = "json" | "text";

export const FORMAT_FLAG: Flag = { name: "format", help: "text (default) or json" };

/** The value of FORMAT_FLAG. */
export function outputFormat(invocation: Pick<Invocation, "given">): OutputFormat {
  const format = flagValue(invocation, FORMAT_FLAG.name) ?? "text";
  if (format === "text" || format === "json") return format;
  throw new UsageError(`'${format}' is not a valid format; use text or json`);
}

/** JSON as people and programs read it. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
