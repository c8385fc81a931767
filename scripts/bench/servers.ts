import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { forkScript, messageFrom, PACKAGE, pidOf, spawnNode } from "./child.ts";
import type { Child } from "./child.ts";

/** The program that is measured. */
export const PROGRAM = join(PACKAGE, "dist", "main.js");

const START_MS_MAX = 60_000;

/** Variables of the sandbox that differ from its defaults. */
export type Settings = Readonly<Record<string, string>>;

/** A server under load, in a process of its own. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  close: () => Promise<void>;
}

/** The built server, on a free port, with a data folder that goes away with it. */
export async function startSandbox(settings: Settings = {}): Promise<Server> {
  // The folder is the working folder too, so that no .env file of the developer is read.
  const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-bench-"));
  const child = spawnNode(PROGRAM, folder, {
    ...environmentOf(join(folder, "data")),
    ...settings,
  });
  const close = async (): Promise<void> => {
    await child.end();
    await rm(folder, { recursive: true, force: true });
  };
  return started(child, readyUrl(child), close);
}

export async function startReference(): Promise<Server> {
  const child = forkScript("reference.ts");
  const url = messageFrom<{ readonly port: number }>(child).then(({ port }) => `http://127.0.0.1:${port}`);
  return started(child, url, child.end);
}

async function started(child: Child, ready: Promise<string>, close: Server["close"]): Promise<Server> {
  try {
    const url = await child.during(ready, START_MS_MAX, "the start of a server");
    return { url, pid: pidOf(child), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Every setting at its default but the address, the folder and the log. */
function environmentOf(dataFolder: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => name !== "PORT" && !name.startsWith("SANDBOX_"),
  );
  return {
    ...Object.fromEntries(inherited),
    SANDBOX_HOST: "127.0.0.1",
    SANDBOX_PORT: "0",
    SANDBOX_DATA: dataFolder,
    SANDBOX_LOG_LEVEL: "silent",
  };
}

function readyUrl({ process: { stdout } }: Child): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const url = /ready at (http:\/\/\S+)/.exec(text)?.[1];
      if (url !== undefined) resolve(url);
    });
  });
}
