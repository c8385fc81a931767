import { fork, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** Root of the package, with a separator at its end. */
export const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));

const STOP_MS_MAX = 15_000;

/** A process that this one started, and ends by its own handle. */
export interface Child {
  readonly process: ChildProcess;
  /** Settles like the work, but rejects when the process ends or the time is over before. */
  during: <T>(work: Promise<T>, limitMs: number, what: string) => Promise<T>;
  end: () => Promise<void>;
}

/** A script of this folder, with a channel to it and the same loader as this process. */
export function forkScript(script: string): Child {
  return childOf(script, fork(fileURLToPath(new URL(script, import.meta.url)), { cwd: PACKAGE }));
}

/** A program of Node in a folder and an environment of its own. Its standard output is to be read. */
export function spawnNode(program: string, folder: string, environment: NodeJS.ProcessEnv): Child {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  return childOf(program, child);
}

export async function messageFrom<T>({ process }: Child): Promise<T> {
  const [message] = (await once(process, "message")) as [T];
  return message;
}

export function pidOf({ process: { pid } }: Child): number {
  if (pid === undefined) throw new Error("a process of the benchmark has no id");
  return pid;
}

function childOf(name: string, child: ChildProcess): Child {
  const ended = new Promise<never>((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      reject(new Error(`${name} ended early (${signal ?? `exit code ${code ?? 0}`})`));
    });
  });
  // It ends in the normal course too, when nobody waits any more.
  ended.catch(() => undefined);
  // Whatever ends this process, children do not stay behind.
  const killNow = (): void => void child.kill("SIGKILL");
  process.once("exit", killNow);
  return {
    process: child,
    during: (work, limitMs, what) => Promise.race([work, ended, tooLate(limitMs, what)]),
    end: async () => {
      await stop(child);
      process.removeListener("exit", killNow);
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_MS_MAX);
  child.kill("SIGTERM");
  await exited;
  clearTimeout(kill);
}

function tooLate(limitMs: number, what: string): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => {
      reject(new Error(`${what} took longer than ${limitMs / 1000} s`));
    }, limitMs).unref();
  });
}
