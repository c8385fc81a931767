import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";

/** In CI nobody would see a skipped test, so it is a failure, and nobody can run a late one again, so CI does it once. */
const STRICT = process.env["CI"] === "true" ? ["--forbid-pending", "--retries", "1"] : [];

export const MOCHA = ["mocha", "--reporter", "scripts/test/reporter.ts", ...STRICT];

/** Each of mocha's workers takes the next file. */
export const PARALLEL = [...MOCHA, "--parallel", "--jobs", String(Math.max(2, availableParallelism()))];

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

/** Builds what is not built yet, and gives what is wrong with it. */
export function build(): Promise<string> {
  return findings(["node", "--import", "tsx", "scripts/build/main.ts", "--if-needed"]);
}

/** What the command prints when it finds something, and nothing otherwise. */
export async function findings(command: readonly string[]): Promise<string> {
  const { isGood, output } = await heard(command);
  return isGood ? "" : output;
}

/** Runs a command beside others, and tells what it printed when it is over. */
export async function heard(
  [program = "", ...words]: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly isGood: boolean; readonly output: string }> {
  const env = { ...process.env, ...PLACE, ...settings };
  try {
    const { stdout, stderr } = await run(program, words, { env, timeout: LIMIT_MS, maxBuffer: Infinity });
    return { isGood: true, output: stdout + stderr };
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { readonly stdout: string; readonly stderr: string };
    return { isGood: false, output: `${stdout}${stderr}\n${message}\n` };
  }
}

export async function succeeds(
  [program = "", ...words]: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const env = { ...process.env, ...PLACE, ...settings };
  const child = spawn(program, words, { stdio: "inherit", timeout: LIMIT_MS, env });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}
