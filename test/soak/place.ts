import { execFileSync } from "node:child_process";
import { readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Chance } from "../flows/walk/chance.ts";
import { startServer } from "../process/built-server.ts";
import type { RunningServer } from "../process/built-server.ts";
import type { Postgres } from "../support/postgres.ts";

/** Processes of the built program over one store, and what may happen to them. */
export interface Place {
  /** Of the processes that should answer; a caller may ask any of them. */
  readonly urls: () => readonly string[];
  readonly pids: () => readonly number[];
  /** What each process has written to its standard output. */
  readonly outputs: () => readonly string[];
  /** What can befall it, by name: each resolves when everything should work again. */
  readonly blows: Readonly<Record<string, (soak: Blow) => Promise<void>>>;
  /** Ends all as an operator does; gives what was not right about it. */
  readonly stop: () => Promise<readonly string[]>;
}

/** What a blow may know of the load. */
export interface Blow {
  readonly chance: Chance;
  /** How many requests were answered with 5xx. */
  readonly refused: () => number;
}

export interface PlaceSetting {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** So long nothing may take. */
const PATIENCE_MS = 60_000;

export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const started = performance.now();
  while (!(await isSo())) {
    if (performance.now() - started > PATIENCE_MS) throw new Error(`this did not happen: ${what}`);
    await pause(5);
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

async function killed(server: RunningServer): Promise<void> {
  server.kill("SIGKILL");
  await server.ended;
}

/** What an end at SIGTERM should not look like. */
async function stopped(server: RunningServer): Promise<readonly string[]> {
  const { code, signal } = await server.stop();
  return code === 0 ? [] : [`a process ended with ${code ?? signal ?? ""}: ${server.stderr().slice(-500)}`];
}

/** A line for each request would only be kept in memory here. */
const QUIET = ["--quiet"];

/** One process and its data folder. A full disk is a limit on the size of files: writing beyond it fails. */
export async function placeWithLog({ folder, environment }: PlaceSetting): Promise<Place> {
  const start = (): Promise<RunningServer> =>
    startServer({ folder, arguments: QUIET, environment, shell: "trap '' XFSZ" });
  let server = await start();
  const faults: string[] = [];
  const again = async (end: (server: RunningServer) => Promise<unknown>): Promise<void> => {
    await end(server);
    server = await start();
  };
  const limitFiles = (bytes: number | "unlimited"): void => {
    execFileSync("prlimit", ["--pid", String(server.pid), `--fsize=${bytes}:`]);
  };
  const stopWell = async (one: RunningServer): Promise<void> => void faults.push(...(await stopped(one)));
  return {
    urls: () => [server.url],
    pids: () => [server.pid],
    outputs: () => [server.stdout()],
    blows: {
      kill: () => again(killed),
      stop: () => again(stopWell),
      "full disk": async ({ chance, refused }) => {
        const before = refused();
        limitFiles(largestIn(join(folder, ".sandbox")) + chance.below(20_000));
        await until(() => refused() > before, "a write that the full disk refuses");
        if (chance.oneIn(3)) return again(killed);
        limitFiles("unlimited");
        await until(() => isReady(server.url), "ready when the disk has room");
      },
      "kill, and a line cut off": async ({ chance }) => {
        await again(async (one) => {
          await killed(one);
          cutIn(join(folder, ".sandbox"), chance);
        });
      },
    },
    stop: async () => [...faults, ...(await stopped(server))],
  };
}

/** Bytes of its largest log. */
function largestIn(folder: string): number {
  const logs = readdirSync(folder).filter((name) => name.startsWith("log-"));
  return Math.max(...logs.map((name) => statSync(join(folder, name)).size));
}

/** The beginning of a line, as a power cut leaves it behind what was synced. */
function cutIn(folder: string, chance: Chance): void {
  const last = readdirSync(folder)
    .filter((name) => /^log-\d+\.ndjson$/.test(name))
    .sort((one, other) => Number(/\d+/.exec(one)?.[0]) - Number(/\d+/.exec(other)?.[0]))
    .at(-1);
  const line = '{"kind":"commit","n":1,"prev":"00000000","merchantId":"TESTSOAK0","orderId":"cut"';
  if (last !== undefined)
    writeFileSync(join(folder, last), line.slice(0, 1 + chance.below(line.length)), { flag: "a" });
}

/** Two processes over one database. */
export async function placeWithPostgres(
  { folder, environment }: PlaceSetting,
  postgres: Postgres,
): Promise<Place> {
  const store = { SANDBOX_STORE: await postgres.newData() };
  const start = (): Promise<RunningServer> =>
    startServer({ folder, arguments: QUIET, environment: { ...environment, ...store } });
  const servers = [await start(), await start()];
  const faults: string[] = [];
  const again = async (which: number, end: (server: RunningServer) => Promise<unknown>): Promise<void> => {
    const server = servers[which];
    if (server === undefined) throw new Error("there is no such process");
    await end(server);
    servers[which] = await start();
  };
  const stopWell = async (one: RunningServer): Promise<void> => void faults.push(...(await stopped(one)));
  const allReady = (): Promise<void> =>
    until(
      async () => (await Promise.all(servers.map(({ url }) => isReady(url)))).every(Boolean),
      "all ready",
    );
  const restart = async (how: "crash" | "shutdown", chance: Chance): Promise<void> => {
    await postgres.halt(how);
    await pause(chance.below(500));
    await postgres.resume();
    await allReady();
  };
  return {
    urls: () => servers.map(({ url }) => url),
    pids: () => servers.map(({ pid }) => pid),
    outputs: () => servers.map(({ stdout }) => stdout()),
    blows: {
      "kill one": ({ chance }) => again(chance.below(2), killed),
      "stop one": ({ chance }) => again(chance.below(2), stopWell),
      "kill both": async () => {
        await Promise.all(servers.map(killed));
        await Promise.all([again(0, killed), again(1, killed)]);
      },
      "crash of the database": ({ chance }) => restart("crash", chance),
      "restart of the database": ({ chance }) => restart("shutdown", chance),
    },
    stop: async () => [...faults, ...(await Promise.all(servers.map(stopped))).flat()],
  };
}
