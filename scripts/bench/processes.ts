import { fork, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Job, JobResult, Load } from "./job.ts";

const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));
const START_MS_MAX = 60_000;
const STOP_MS_MAX = 15_000;
/** Time that a job may take beyond what it was given. */
const JOB_MS_SPARE = 30_000;
/** A fill that is slower than this has gone wrong. */
const FILL_REQUESTS_PER_SECOND_MIN = 100;

/** A server under load, in a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  close: () => Promise<void>;
}

export interface Driver {
  drive: (job: Job) => Promise<Load>;
  close: () => Promise<void>;
}

/** The built server, on a free port, with a data folder that goes away with it. */
export async function startSandbox(): Promise<Server> {
  // A folder of its own also as working folder, so that no .env file of the developer is read.
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-bench-"));
  const child = spawn(process.execPath, [join(PACKAGE, "dist", "main.js")], {
    cwd: folder,
    env: sandboxEnvironment(join(folder, "data")),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const close = async (): Promise<void> => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await within(START_MS_MAX, "the sandbox did not start", readyUrl(child));
    return { url, pid: pidOf(child), close };
  } catch (error) {
    await close();
    throw error;
  }
}

export async function startReference(): Promise<Server> {
  const child = forkHere("reference.ts");
  const { port } = await replyOf<{ readonly port: number }>(child, START_MS_MAX, "the reference did not start");
  return { url: `http://127.0.0.1:${port}`, pid: pidOf(child), close: () => end(child) };
}

export function startDriver(): Driver {
  const child = forkHere("driver.ts");
  return {
    drive: async (job) => {
      const reply = replyOf<JobResult>(child, limitOf(job), `${job.flow} on ${job.url} did not end`);
      child.send(job);
      const result = await reply;
      if ("fault" in result) throw new Error(result.fault);
      return result.load;
    },
    close: () => end(child),
  };
}

function limitOf({ until }: Job): number {
  const seconds = "seconds" in until ? until.seconds : until.requests / FILL_REQUESTS_PER_SECOND_MIN;
  return JOB_MS_SPARE + seconds * 1000;
}

function sandboxEnvironment(dataFolder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => name !== "PORT" && !name.startsWith("SANDBOX_"));
  return {
    ...Object.fromEntries(inherited),
    SANDBOX_HOST: "127.0.0.1",
    SANDBOX_PORT: "0",
    SANDBOX_DATA: dataFolder,
    SANDBOX_LOG_LEVEL: "silent",
  };
}

/** A script of this folder, with the same loader as this process. */
function forkHere(script: string): ChildProcess {
  return fork(fileURLToPath(new URL(script, import.meta.url)), { cwd: PACKAGE });
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const url = /ready at (http:\/\/\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
    rejectOnEnd(child, reject);
  });
}

function replyOf<T>(child: ChildProcess, limitMs: number, sentence: string): Promise<T> {
  const reply = new Promise<T>((resolve, reject) => {
    child.once("message", (message) => {
      resolve(message as T);
    });
    rejectOnEnd(child, reject);
  });
  return within(limitMs, sentence, reply);
}

function rejectOnEnd(child: ChildProcess, reject: (error: Error) => void): void {
  child.once("error", reject);
  child.once("exit", (code, signal) => {
    reject(new Error(`a process of the benchmark ended early (${signal ?? `code ${code ?? 0}`})`));
  });
}

async function within<T>(limitMs: number, sentence: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`${sentence} within ${limitMs / 1000} s`));
    }, limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
