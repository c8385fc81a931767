import { readArguments } from "../../server/cli/kernel/arguments.ts";
import type { Command } from "../../server/cli/kernel/command.ts";
import type { LineOutput } from "../../server/cli/kernel/line-output.ts";

/** What a command printed, what it told people, and its exit code. */
export interface Done {
  readonly exit: number | undefined;
  readonly printed: string;
  readonly told: string;
}

export const NOW = Date.parse("2030-01-15T10:20:30.400Z");

/** Of commands that write no lines without end. */
export const NO_LINES = (): LineOutput => {
  throw new Error("only a start writes lines without end");
};

/** Runs a command as the command line does: its words and flags, apart. */
export async function runCommand(
  command: Command,
  words: readonly string[],
  environment = {},
): Promise<Done> {
  const asked = readArguments(["it", ...words], environment, new Map([["it", command]]));
  if (asked.kind !== "run") throw new Error(`'${words.join(" ")}' runs nothing`);
  const [printed, told]: [string[], string[]] = [[], []];
  const exit = await asked.command.run(asked.invocation, {
    print: (text) => printed.push(text),
    openLines: NO_LINES,
    finish: () => Promise.resolve(),
    tell: (text) => told.push(text),
    now: () => NOW,
    width: 100,
    isColoured: false,
    isTerminal: false,
    remarks: { isColoured: false, isTerminal: false },
    version: "1.2.3",
    fail: (error) => {
      throw error;
    },
  });
  return { exit, printed: printed.join(""), told: told.join("") };
}

/** What the command complained of instead; what is loaded when a command runs has classes of its own in tests. */
export async function complaintOf(run: Promise<unknown>): Promise<Error> {
  try {
    await run;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("it had nothing to complain of");
}
