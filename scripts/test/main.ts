import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

/**
 * What CI judges: types, lint, format and tests. Lint and format are checked beside the build and the tests, so that all
 * cores are busy; what they find is told after the tests' own summary.
 */

/** Each of mocha's workers takes the next file. Those that start processes take longest, and come first. */
const FILES = ["test/process/**/*.test.ts", "test/*.test.ts", "test/!(process)/**/*.test.ts"];

const OPTIONS = [
  ...["--parallel", "--jobs", String(Math.max(2, availableParallelism()))],
  ...["--reporter", "scripts/test/reporter.ts"],
];

/** In CI nobody would see a skipped test, so it is a failure, and nobody can run a late one again, so CI does it once. */
const STRICT = process.env["CI"] === "true" ? ["--forbid-pending", "--retries", "1"] : [];

/** No run takes as long: one that does has stopped somewhere. */
const LIMIT_MS = 60 * 60_000;

/** Compilers and linters make much that lives shortly; with more room for it they take a sixth less. */
const ROOMY = { ...process.env, NODE_OPTIONS: "--max-semi-space-size=64" };

const style = checkStyle();
const mistakes = await findings("node", "--import", "tsx", "scripts/build/main.ts", "--check-all");
const isTested = mistakes === "" && (await test());
const found = mistakes + (await style);
process.stderr.write(found);
process.exitCode = isTested && found === "" ? 0 : 1;

async function checkStyle(): Promise<string> {
  const unclean = await findings("eslint", ".");
  return unclean + (await findings("prettier", "--check", "--log-level", "warn", "."));
}

/** What the program prints when it finds something, and nothing otherwise. */
async function findings(program: string, ...words: readonly string[]): Promise<string> {
  try {
    await promisify(execFile)(program, words, { env: ROOMY, maxBuffer: Infinity });
    return "";
  } catch (error) {
    const { message, stdout } = error as { readonly message: string; readonly stdout: string };
    return `\n${message}\n${stdout}`;
  }
}

async function test(): Promise<boolean> {
  const words = ["mocha", ...OPTIONS, ...STRICT, ...FILES];
  const child = spawn("c8", words, { stdio: "inherit", timeout: LIMIT_MS });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}
