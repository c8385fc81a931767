import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cpus } from "node:os";
import { PACKAGE } from "./child.ts";
import { COMPARISONS, measureComparison } from "./comparison.ts";
import type { Compared } from "./comparison.ts";
import { startDriver } from "./driver.ts";
import type { Driver } from "./driver.ts";
import { measureLevel } from "./level.ts";
import type { Level } from "./level.ts";
import { readOptions, USAGE, UsageError } from "./options.ts";
import type { Options } from "./options.ts";
import { comparisonOf, documentOf, headOf, tableOf } from "./report.ts";
import type { Machine } from "./report.ts";
import { PROGRAM } from "./servers.ts";

const EXIT_FAILED = 1;
const EXIT_USAGE = 2;

/** Measures at every number of orders, and prints each result as soon as it is there. */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  build();
  const machine = thisMachine();
  if (!options.json) print(headOf(machine, options));
  const measured = await measureAll(options);
  if (options.json) print(`${JSON.stringify(documentOf(machine, options, measured), undefined, 2)}\n`);
}

interface Measured {
  readonly levels: readonly Level[];
  readonly comparisons: readonly Compared[];
}

async function measureAll(options: Options): Promise<Measured> {
  const driver = startDriver();
  // Without its driver a measurement fails, and everything else is closed on the way out.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void driver.close());
  try {
    const levels = options.only === "settings" ? [] : await levelByLevel(options, driver);
    const comparisons = options.only === "orders" ? [] : await oneByOne(options, driver);
    return { levels, comparisons };
  } finally {
    await driver.close();
  }
}

async function levelByLevel(options: Options, driver: Driver): Promise<readonly Level[]> {
  const levels: Level[] = [];
  for (const orders of options.levels) {
    const level = await measureLevel(orders, options, driver, remark);
    if (!options.json) print(tableOf(level));
    levels.push(level);
  }
  return levels;
}

async function oneByOne(options: Options, driver: Driver): Promise<readonly Compared[]> {
  const comparisons: Compared[] = [];
  for (const comparison of COMPARISONS) {
    const compared = await measureComparison(comparison, options, driver, remark);
    if (!options.json) print(comparisonOf(compared));
    comparisons.push(compared);
  }
  return comparisons;
}

/** What is measured is what would be published, not what was built some time ago. */
function build(): void {
  const { status } = spawnSync("npm", ["run", "--silent", "build"], {
    cwd: PACKAGE,
    stdio: ["ignore", 2, "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0 || !existsSync(PROGRAM)) {
    throw new Error("the server could not be built: npm run build says why");
  }
}

function thisMachine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? "unknown processor",
    cores: processors.length,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
  };
}

function print(text: string): void {
  process.stdout.write(text);
}

function remark(sentence: string): void {
  process.stderr.write(`# ${sentence}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`benchmark: ${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof UsageError) process.stderr.write(USAGE);
  process.exitCode = error instanceof UsageError ? EXIT_USAGE : EXIT_FAILED;
});
