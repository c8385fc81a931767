import { execFile, execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { AsyncFunc, Suite } from "mocha";
import pg from "pg";

/** A real PostgreSQL of the tests' own, in a temporary folder. */
export interface Postgres {
  /** Of a new set of data, apart from all others. */
  readonly newData: () => Promise<string>;
  readonly query: (url: string, text: string) => Promise<readonly Record<string, unknown>[]>;
  /** Ends all its processes at once, as a crash does, or waits for connections to end their statements. */
  readonly halt: (how: "crash" | "shutdown") => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Where Debian puts it, of each version; or another folder that has the same in it. */
const VERSIONS = process.env["TEST_POSTGRES_VERSIONS"] ?? "/usr/lib/postgresql";

/** Set by the test run, which starts one for all files: its URL. */
export const SHARED = "TEST_POSTGRES";
/** The same for files whose sandboxes keep their data there instead of in a folder. */
export const STORIES_OVER = "TEST_STORIES_OVER";

/** A suite that needs a PostgreSQL. Without one it is skipped with all its hooks; in CI, a skipped test is a failure. */
export function describeWithPostgres(title: string, body: (this: Suite) => void): void {
  if (isThere()) describe(title, body);
  else describe.skip(title, body);
}

/** The same for a test. */
export function itWithPostgres(title: string, body: AsyncFunc): void {
  if (isThere()) it(title, body);
  else it.skip(title, body);
}

/** Says why not. */
function isThere(): boolean {
  if (programs() !== undefined) return true;
  const why = `no PostgreSQL in ${VERSIONS}; install it with: apt-get install postgresql`;
  process.stderr.write(`\n  SKIPPED: the tests with a real database, as there is ${why}\n`);
  return false;
}

/** One of the suite's own can be halted. */
export async function openPostgres(whose: "own" | "shared" = "shared"): Promise<Postgres> {
  const shared = whose === "own" ? undefined : process.env[SHARED];
  return shared === undefined ? startPostgres(programs() ?? "") : reached(shared);
}

/** The folder of its programs; undefined: there are none. */
export function programs(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const folders = readdirSync(VERSIONS).map((version) => join(VERSIONS, version, "bin"));
  return folders.sort().findLast((folder) => existsSync(join(folder, "postgres")));
}

/** Its data go when it is stopped, and nothing waits for a disk unless the settings say so. */
export async function startPostgres(
  folder: string,
  settings: readonly string[] = ["fsync=off"],
): Promise<Postgres & { readonly url: string }> {
  const home = await mkdtemp(join(tmpdir(), "sandbox-postgres-"));
  const owner = unprivileged();
  if (owner !== undefined) await chown(home, owner.uid, owner.gid);
  const data = join(home, "data");
  const made = ["-D", data, "-U", "sandbox", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  await promisify(execFile)(join(folder, "initdb"), made, { ...owner, cwd: home });
  const port = await freePort();
  const url = `postgres://sandbox:not-to-be-printed@127.0.0.1:${port}/postgres`;
  const serve = (): ChildProcess => {
    const all = [...settings, "max_connections=200", "log_min_messages=panic", "shared_buffers=64MB"];
    const words = ["-D", data, "-k", home, "-h", "127.0.0.1", "-p", String(port)];
    const given = [...words, ...all.flatMap((setting) => ["-c", setting])];
    return spawn(join(folder, "postgres"), given, { ...owner, cwd: home, stdio: "ignore" });
  };
  let server = serve();
  const halt = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const over = once(server, "exit");
    server.kill(signal);
    await over;
  };
  await untilReached(url);
  return {
    ...reached(url),
    url,
    halt: (how) => halt(how === "crash" ? "SIGQUIT" : "SIGINT"),
    resume: async () => {
      server = serve();
      await untilReached(url);
    },
    stop: async () => {
      await halt("SIGINT");
      await rm(home, { recursive: true });
    },
  };
}

/** One that somebody else started and stops. */
function reached(url: string): Postgres {
  const others = (): Promise<never> => Promise.reject(new Error("it belongs to the test run"));
  return {
    newData: () => newData(url),
    query: queried,
    halt: others,
    resume: others,
    stop: () => Promise.resolve(),
  };
}

export async function newData(url: string): Promise<string> {
  const schema = `data_${randomBytes(8).toString("hex")}`;
  await queried(url, `create schema ${schema}`);
  return `${url}?options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}

async function queried(url: string, text: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function untilReached(url: string): Promise<void> {
  for (let tries = 0; !(await isReached(url)); tries += 1) {
    if (tries > TRIES_MAX) throw new Error("PostgreSQL did not start");
    await pause(TRY_MS);
  }
}

const TRY_MS = 50;
const TRIES_MAX = 400;

function isReached(url: string): Promise<boolean> {
  return queried(url, "select 1").then(
    () => true,
    () => false,
  );
}

/** PostgreSQL refuses to run as root: Debian's package makes a user for it. Undefined: nobody is root. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (option: string): number =>
    Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }).trim());
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
