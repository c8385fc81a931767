import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** What `npm run build` made, as it ships. */
export const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The built program, running in a folder of its own with no setting but the given ones. */
export interface Program {
  /** Of the process that was spawned. */
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly ended: Promise<Ending>;
  readonly kill: (signal: NodeJS.Signals) => void;
}

export interface Invocation {
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Working folder. */
  readonly folder: string;
  /** The file that Node runs; MAIN unless it says otherwise. */
  readonly program?: string;
  /** Shell commands that come first, such as a limit. */
  readonly shell?: string;
}

/** Programs that have not ended, so that a test that fails leaves none behind. */
const alive = new Set<{
  readonly folder: string;
  readonly kill: () => void;
  readonly ended: Promise<Ending>;
}>();

export function run(invocation: Invocation): Program {
  const { arguments: given = [], environment = {}, folder, program: main = MAIN, shell } = invocation;
  if (!existsSync(main)) throw new Error(`there is no ${main}: run npm run build`);
  const command = [process.execPath, main, ...given];
  const [file = "", ...rest] =
    shell === undefined ? command : ["bash", "-c", `${shell}; exec "$@"`, "bash", ...command];
  const child = spawn(file, rest, {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once("close", (code, signal) => {
      resolve({ code, signal });
    });
  });
  const program = { folder, kill: () => child.kill("SIGKILL"), ended };
  alive.add(program);
  void ended.then(() => alive.delete(program));
  return {
    pid: child.pid ?? 0,
    stdout: textOf(child.stdout),
    stderr: textOf(child.stderr),
    ended,
    kill: (signal) => child.kill(signal),
  };
}

function textOf(stream: ChildProcess["stdout"]): () => string {
  let text = "";
  stream?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

export interface RunningServer extends Program {
  readonly url: string;
  readonly readyLine: string;
  /** Stops it and gives how it ended. */
  readonly stop: () => Promise<Ending>;
}

const READY = /^gateway-sandbox ready at (http:\S+) .*\n/;

/** Runs until the ready line; fails when the program ends before that. */
export async function startServer(invocation: Invocation): Promise<RunningServer> {
  const program = run({
    ...invocation,
    environment: { SANDBOX_PORT: "0", ...invocation.environment },
  });
  const state = { isOver: false };
  void program.ended.then(() => (state.isOver = true));
  while (!READY.test(program.stdout())) {
    if (state.isOver) throw new Error(`ended before it was ready: ${program.stderr()}`);
    await pause(10);
  }
  const [readyLine = "", url = ""] = READY.exec(program.stdout()) ?? [];
  return {
    ...program,
    url,
    readyLine,
    stop: () => {
      program.kill("SIGTERM");
      return program.ended;
    },
  };
}

/** Runs the work in an empty temporary folder that is gone afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-process-"));
  try {
    return await work(folder);
  } finally {
    for (const program of [...alive].filter((one) => one.folder === folder)) {
      program.kill();
      await program.ended;
    }
    await rm(folder, { recursive: true });
  }
}
