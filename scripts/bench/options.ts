import { parseArgs } from "node:util";

/** What one run of the benchmark measures. */
export interface Options {
  readonly rounds: number;
  /** Length of one measurement. */
  readonly seconds: number;
  readonly connections: number;
  /** Stored orders at which to measure. */
  readonly levels: readonly number[];
  /** Requests of each flow to each server before the first round, while code is still being compiled. */
  readonly warmUpRequests: number;
  readonly json: boolean;
  /** Undefined: everything. */
  readonly only: Part | undefined;
}

export const PARTS = ["orders", "settings"] as const;
export type Part = (typeof PARTS)[number];

/** The arguments are wrong; the message says how. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const USAGE = `usage: npm run bench -- [--quick] [--rounds N] [--seconds N] [--connections N] [--only WHAT] [--json]
  --quick          short rounds at 0 and 1,000 stored orders: proves that the benchmark runs, measures little
  --rounds N       rounds at each number of stored orders, 1 to 20 (5)
  --seconds N      length of one measurement, 0.5 to 30 (3)
  --connections N  connections that send at the same time, 1 to 256 (32)
  --only WHAT      orders (the sandbox against the reference) or settings (the sandbox against itself)
  --json           the result as one JSON document on standard output
`;

const FULL = { rounds: 5, seconds: 3, levels: [0, 10_000, 100_000], warmUpRequests: 5_000 };
const QUICK = { rounds: 1, seconds: 0.5, levels: [0, 1_000], warmUpRequests: 256 };
const CONNECTIONS = 32;

export function readOptions(args: readonly string[]): Options {
  const given = parse(args);
  const base = given.quick ? QUICK : FULL;
  return {
    rounds: wholeNumber("--rounds", numberOf("--rounds", given.rounds, base.rounds, [1, 20])),
    seconds: numberOf("--seconds", given.seconds, base.seconds, [0.5, 30]),
    connections: wholeNumber(
      "--connections",
      numberOf("--connections", given.connections, CONNECTIONS, [1, 256]),
    ),
    levels: base.levels,
    warmUpRequests: base.warmUpRequests,
    json: given.json,
    only: partOf(given.only),
  };
}

interface Given {
  readonly quick: boolean;
  readonly json: boolean;
  readonly only: string | undefined;
  readonly rounds: string | undefined;
  readonly seconds: string | undefined;
  readonly connections: string | undefined;
}

function parse(args: readonly string[]): Given {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        only: { type: "string" },
        rounds: { type: "string" },
        seconds: { type: "string" },
        connections: { type: "string" },
      },
    });
    return { only: undefined, rounds: undefined, seconds: undefined, connections: undefined, ...values };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function partOf(text: string | undefined): Part | undefined {
  const part = PARTS.find((name) => name === text);
  if (text !== undefined && part === undefined)
    throw new UsageError(`--only takes ${PARTS.join(" or ")}, not '${text}'`);
  return part;
}

function numberOf(
  option: string,
  text: string | undefined,
  fallback: number,
  [least, most]: readonly [number, number],
): number {
  if (text === undefined) return fallback;
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${option} must be a number from ${least} to ${most}, not '${text}'`);
}

function wholeNumber(option: string, value: number): number {
  if (Number.isInteger(value)) return value;
  throw new UsageError(`${option} must be a whole number, not '${value}'`);
}
