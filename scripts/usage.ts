import { parseArgs } from "node:util";
import type { ParseArgsConfig } from "node:util";
import { reasonOf } from "../server/domain/thrown.ts";

/** The arguments are wrong; the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const EXIT_USAGE = 2;

/** Runs a script with its arguments. Wrong ones are told in a sentence, with the usage, and end it with 2. */
export async function asScript(usage: string, run: (args: string[]) => Promise<void>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes("--help")) {
    process.stdout.write(usage);
    return;
  }
  try {
    await run(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n${usage}`);
    process.exitCode = EXIT_USAGE;
  }
}

/** What the arguments give, by Node's own rules. */
export function givenIn<Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(reasonOf(error));
  }
}

export function numberOf(option: string, text: string, [least, most]: readonly [number, number]): number {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${option} must be a number from ${least} to ${most}, not '${text}'`);
}

export function wholeNumber(option: string, text: string, range: readonly [number, number]): number {
  const value = numberOf(option, text, range);
  if (Number.isInteger(value)) return value;
  throw new UsageError(`${option} must be a whole number, not '${text}'`);
}
