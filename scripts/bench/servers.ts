import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forkScript, messageFrom, PACKAGE, pidOf, spawnNode } from "./child.ts";
import type { Child, Place } from "./child.ts";

/** The program that is measured. */
export const PROGRAM = programIn(PACKAGE);

const START_MS_MAX = 300_000;

/** Variables of the sandbox that differ from its defaults. */
export type Settings = Readonly<Record<string, string>>;

/** A server in a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  /** When its process was started, by this process's clock. */
  readonly startedAt: number;
  /** From the start of its process until it said that it is ready. */
  readonly readyMs: number;
  close: () => Promise<void>;
}

/** It says nothing, whatever a measurement sets. */
export const QUIET: Settings = { SANDBOX_LOG_LEVEL: "silent" };
/** As it is by default, but for what it says of what is in order: it tells of each exchange. */
export const USUAL: Settings = { SANDBOX_LOG_LEVEL: "warn" };

/** The built server of a checkout. */
export function programIn(folder: string): string {
  return join(folder, "dist", "main.js");
}

/** The built server on a free port. Its data folder goes away with it, unless the settings name one. */
export async function startSandbox(
  core: number | undefined,
  settings: Settings = QUIET,
  program = PROGRAM,
): Promise<Server> {
  // The folder is the working folder too, so that no .env file of the developer is read.
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-bench-"));
  const startedAt = performance.now();
  const child = spawnNode(program, { folder, core }, { ...addressIn(folder), ...settings });
  const close = async (): Promise<void> => {
    await child.end();
    await rm(folder, { recursive: true, force: true });
  };
  return started({ child, startedAt, close }, readyUrl(child));
}

/** A compiled script that listens. */
export async function startScript(script: string, place: Place): Promise<Server> {
  const startedAt = performance.now();
  const child = forkScript(script, place);
  const url = messageFrom<{ readonly port: number }>(child).then(({ port }) => `http://127.0.0.1:${port}`);
  return started({ child, startedAt, close: child.end }, url);
}

interface Starting extends Pick<Server, "startedAt" | "close"> {
  readonly child: Child;
}

async function started({ child, startedAt, close }: Starting, ready: Promise<string>): Promise<Server> {
  try {
    const url = await child.during(ready, START_MS_MAX, "the start of a server");
    return { url, pid: pidOf(child), startedAt, readyMs: performance.now() - startedAt, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function addressIn(folder: string): Settings {
  return { SANDBOX_HOST: "127.0.0.1", SANDBOX_PORT: "0", SANDBOX_DATA: join(folder, "data") };
}

function readyUrl({ process: { stdout } }: Child): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      const url = /ready at (http:\/\/\S+)/.exec(text)?.[1];
      if (url === undefined) return;
      // What follows is taken and not looked at: there may be a line for each request.
      stdout?.off("data", read).resume();
      resolve(url);
    };
    stdout?.on("data", read);
  });
}
