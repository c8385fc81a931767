import { fork, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pinned } from "./cores.ts";

/** Root of the package, with a separator at its end. */
export const PACKAGE = fileURLToPath(new URL("../../", import.meta.url));

const STOP_MS_MAX = 15_000;

/** A process that this one started, and ends by its own handle. */
export interface Child {
  readonly process: ChildProcess;
  /** Settles like the work, but rejects when the process ends or timed out before. */
  during: <T>(work: Promise<T>, limitMs: number, what: string) => Promise<T>;
  end: () => Promise<void>;
}

/** Where and how a script runs. */
export interface Place {
  /** Of the compiled scripts. */
  readonly folder: string;
  readonly core: number | undefined;
}

/** A compiled script, with a channel to it. It runs in the root of the package. */
export function forkScript(script: string, { folder, core }: Place, words: readonly string[] = []): Child {
  const [execPath = "", ...execArgv] = pinned(core, [process.execPath]);
  const env = plainEnvironment();
  return childOf(script, fork(join(folder, script), words, { cwd: PACKAGE, execPath, execArgv, env }));
}

/** A program of Node in a folder, with settings of its own. Its standard output is to be read. */
export function spawnNode(
  program: string,
  { folder, core }: Place,
  settings: Readonly<Record<string, string>>,
): Child {
  const [command = "", ...words] = pinned(core, [process.execPath, program]);
  const child = spawn(command, words, {
    cwd: folder,
    env: { ...plainEnvironment(), ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return childOf(program, child);
}

/** Nothing that would set one server otherwise than the other: NODE_ENV is as most people start a server, unset. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PORT|NODE_.*|SANDBOX_.*)$/.test(name));
  return Object.fromEntries(inherited);
}

export async function messageFrom<T>({ process }: Child): Promise<T> {
  const [message] = (await once(process, "message")) as [T];
  return message;
}

export function pidOf({ process: { pid } }: Child): number {
  if (pid === undefined) throw new Error("a benchmark process has no id");
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
