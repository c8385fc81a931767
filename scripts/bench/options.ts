import { givenIn, numberOf, UsageError, wholeNumber } from "../usage.ts";

/** What `--check` holds this build against: the last commit before the house was built anew. */
export const CHECKED_COMMIT = "e5c81af";

/** What one run of the benchmark measures, and what becomes of it. */
export interface Options {
  readonly parts: readonly Part[];
  readonly rounds: number;
  /** Length of one measurement. */
  readonly seconds: number;
  /** In so many parts a contestant is measured, in turns with the others. */
  readonly slices: number;
  readonly connections: number;
  /** Numbers of stored orders that are held against none. */
  readonly orders: readonly number[];
  /** Requests to each contestant before the first round, while code is still being compiled. */
  readonly warmUpRequests: number;
  /** How often a start, and the portal, is measured. */
  readonly restarts: number;
  /** How many exchanges the portal shows. */
  readonly exchanges: number;
  /** Of how many operations the first requests are measured, and how many of each. */
  readonly operations: number;
  readonly firstRequests: number;
  /** How long a sandbox is left alone before it counts as idle, and for how long it is watched then. */
  readonly settleSeconds: number;
  readonly idleSeconds: number;
  /** The servers on one core and the driver on another. */
  readonly pin: boolean;
  /** Build the server first. */
  readonly build: boolean;
  readonly json: boolean;
  /** The commit whose build this one is held against, if any. */
  readonly against: string | undefined;
}

export const PARTS = ["rate", "settings", "shared", "flat", "start", "idle", "paint"] as const;
export type Part = (typeof PARTS)[number];

export const USAGE = `usage: npm run bench -- [--quick] [--only PARTS] [--orders NUMBERS] [--check | --against COMMIT]
                        [--rounds N] [--seconds N] [--connections N] [--no-pin] [--no-build] [--json]
  --quick          a little of everything: checks that the benchmark works, without useful figures
  --only PARTS     comma-separated: rate (the sandbox against the reference), settings and flat (the sandbox
                   against itself: refusals, rules, shadow; stored orders), shared (with
                   PostgreSQL, if it is installed), start, idle, paint (the portal, with Chromium if it is installed)
  --orders NUMBERS comma-separated numbers of stored orders for flat, each compared with none (10000)
  --check          the same as --against ${CHECKED_COMMIT}
  --against COMMIT measures this build beside that of another commit of this repository, and exits with 1 if it needs
                   more processor time than it may; no other part, unless --only names one
  --json           the result as one JSON document on standard output
  --rounds N       rounds, 1 to 60 (5; 16 against another commit)
  --seconds N      length of one measurement, 0.2 to 30 (2; 3 against another commit, in ten turns)
  --connections N  connections that send at the same time, 1 to 256 (32)
  --no-pin         does not pin processes to cores
  --no-build       measures the existing dist/
`;

const FULL = {
  ...{ rounds: 5, seconds: 2, slices: 1, orders: [10_000], warmUpRequests: 40_000 },
  ...{ restarts: 5, operations: Number.MAX_SAFE_INTEGER, firstRequests: 100 },
  ...{ settleSeconds: 15, idleSeconds: 10, exchanges: 10_000 },
};
const QUICK = {
  ...{ rounds: 1, seconds: 0.3, slices: 1, orders: [1_000], warmUpRequests: 128 },
  ...{ restarts: 1, operations: 1, firstRequests: 10 },
  ...{ settleSeconds: 0.5, idleSeconds: 0.5, exchanges: 100 },
};
/**
 * Two builds differ by less than what else the machine does in a second, or two processes of one build: they take turns
 * often, each round has processes of its own, and there are many of them (docs/performance.md).
 */
const AGAINST = { ...FULL, rounds: 16, seconds: 3, slices: 10, warmUpRequests: 15_000 };
const CONNECTIONS = 32;
const ORDERS = [1, 2_000_000] as const;

export function readOptions(args: readonly string[]): Options {
  const given = parse(args);
  const { check, json, pin, build } = given;
  const against = given.against ?? (check ? CHECKED_COMMIT : undefined);
  const full = against === undefined ? FULL : AGAINST;
  const base = given.quick ? QUICK : full;
  if (given.quick && against !== undefined)
    throw new UsageError("--quick measures too little for --check and --against");
  const parts = against === undefined ? PARTS : [];
  return {
    ...base,
    parts: given.only === undefined ? parts : listOf(given.only).map(partOf),
    rounds: wholeNumber("--rounds", given.rounds ?? String(base.rounds), [1, 60]),
    seconds: numberOf("--seconds", given.seconds ?? String(base.seconds), [0.2, 30]),
    connections: wholeNumber("--connections", given.connections ?? String(CONNECTIONS), [1, 256]),
    orders: listOf(given.orders ?? base.orders.join(",")).map((text) =>
      wholeNumber("--orders", text, ORDERS),
    ),
    // Servers start faster on every core, and quick figures say little anyway.
    pin: pin && !given.quick,
    ...{ against, json, build },
  };
}

function parse(args: readonly string[]) {
  const { values } = givenIn({
    args: [...args],
    allowNegative: true,
    options: {
      quick: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      pin: { type: "boolean", default: true },
      build: { type: "boolean", default: true },
      against: { type: "string" },
      only: { type: "string" },
      orders: { type: "string" },
      rounds: { type: "string" },
      seconds: { type: "string" },
      connections: { type: "string" },
    },
  });
  return values;
}

function listOf(text: string): readonly string[] {
  return [...new Set(text.split(",").map((item) => item.trim()))];
}

function partOf(text: string): Part {
  const part = PARTS.find((name) => name === text);
  if (part === undefined)
    throw new UsageError(`--only must be one or more of ${PARTS.join(", ")}, not '${text}'`);
  return part;
}
