import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { programs, SHARED, startPostgres, STORIES_OVER } from "../../test/support/postgres.ts";

/**
 * What CI judges: types, lint, format and tests. All but the tests is checked beside the build and them, so that all
 * cores are busy; what is found is told after the tests' own summary.
 */

/** Each of mocha's workers takes the next file. Those that start processes take longest, and come first. */
const FILES = [
  "test/{fuzz,process,soak}/**/*.test.ts",
  "test/*.test.ts",
  "test/!(fuzz|process|soak)/**/*.test.ts",
];

const WORKERS = ["--parallel", "--jobs", String(Math.max(2, availableParallelism()))];

/**
 * What is told a second time, over PostgreSQL, where there is one: whatever a decision can depend on. It is told beside
 * all others, which wait for processes and browsers so often that there is time enough.
 */
const STORIES = [
  ...["races", "same-request", "armed-rules", "failed-commit", "repeated-work", "effects", "stories"],
  ...["sessions", "tokens", "notifications", "notification-causes", "kept-limits"],
  ...["kept-pages", "kept-records", "stray-pages", "kept-fuzz"],
].map((name) => `test/flows/${name}.test.ts`);
const RESETS = ["reset", "reset-notifications", "reset-waits"].map((name) => `test/http/${name}.test.ts`);

/** In CI nobody would see a skipped test, so it is a failure, and nobody can run a late one again, so CI does it once. */
const STRICT = process.env["CI"] === "true" ? ["--forbid-pending", "--retries", "1"] : [];

const MOCHA = ["--reporter", "scripts/test/reporter.ts", ...STRICT];
const ALL = ["mocha", ...MOCHA, ...WORKERS, ...FILES];

/** No run takes as long: one that does has stopped somewhere. */
const LIMIT_MS = 60 * 60_000;

/** Folders of tests are kept in memory where there is room: they are many, and each waits for the disk at every commit. */
const MEMORY = "/dev/shm";
const MEMORY_BYTES_MIN = 4 * 2 ** 30;
const PLACE: Readonly<Record<string, string>> = hasRoom() ? { TMPDIR: MEMORY } : {};

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= MEMORY_BYTES_MIN;
  } catch {
    return false;
  }
}

const run = promisify(execFile);
const style = findings("npm", "run", "--silent", "check");
const mistakes = await findings("node", "--import", "tsx", "scripts/build/main.ts", "--if-needed");
const isTested = mistakes === "" && (await test());
const found = mistakes + (await style);
process.stderr.write(found);
process.exitCode = isTested && found === "" ? 0 : 1;

/** What the program prints when it finds something, and nothing otherwise. */
async function findings(program: string, ...words: readonly string[]): Promise<string> {
  const { isGood, output } = await heard(program, words, {});
  return isGood ? "" : output;
}

async function test(): Promise<boolean> {
  const folder = programs();
  // Without one the tests that need it say so.
  if (folder === undefined) return succeeds("c8", ALL, PLACE);
  const { url, stop } = await startPostgres(folder);
  try {
    const again = heard("mocha", [...MOCHA, ...STORIES, ...RESETS], { ...PLACE, [STORIES_OVER]: url });
    const isTested = await succeeds("c8", ALL, { ...PLACE, [SHARED]: url });
    const { isGood, output } = await again;
    process.stdout.write(output);
    return isTested && isGood;
  } finally {
    await stop();
  }
}

/** Runs a program beside others, and tells what it printed when it is over. */
async function heard(
  program: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly isGood: boolean; readonly output: string }> {
  const env = { ...process.env, ...settings };
  try {
    const { stdout, stderr } = await run(program, words, { env, timeout: LIMIT_MS, maxBuffer: Infinity });
    return { isGood: true, output: stdout + stderr };
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { readonly stdout: string; readonly stderr: string };
    return { isGood: false, output: `${stdout}${stderr}\n${message}\n` };
  }
}

async function succeeds(
  program: string,
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<boolean> {
  const env = { ...process.env, ...settings };
  const child = spawn(program, words, { stdio: "inherit", timeout: LIMIT_MS, env });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}
