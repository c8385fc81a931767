import pg from "pg";
import type { Pool, PoolClient } from "pg";
import { codeOf } from "../../domain/thrown.ts";
import { isoTime } from "../../domain/time.ts";
import type { StoreLog } from "../store-log.ts";
import { StoreBusy, StoreUnusable } from "../store.ts";
import { isToBeRepeated, undisturbed, unless } from "./attempts.ts";

/** One statement: its text, the values of its parameters, and its name when it is to be prepared. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

export type Row = Readonly<Record<string, unknown>>;

/** Runs a statement and gives its rows. */
export type Run = (statement: Statement) => Promise<readonly Row[]>;

/** Connections to a PostgreSQL database. What is wrong with the connection or the server rejects with StoreBusy. */
export interface Database {
  /** In a transaction of its own. */
  readonly run: Run;
  /** Runs the statements of `work` in one transaction: all of them take hold or none. Others may make it run again. */
  inTransaction: <R>(work: (run: Run) => Promise<R>) => Promise<R>;
  /** Why it cannot be used, and since when, in a sentence without anything of the URL; asking makes it try again. */
  trouble: () => string | undefined;
  close: () => Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/name`, with what else PostgreSQL's clients take. */
  readonly url: string;
  /** Connections at a time, at most. */
  readonly connections: number;
  readonly log: StoreLog;
}

/** So long a statement may take; also one that waits for what another one has locked. */
const STATEMENT_MS = 5_000;
/** So long a connection is waited for: a new one, or one that others use. */
const CONNECT_MS = 3_000;

/** Rejects with StoreUnusable when the server cannot be reached or does not let us in. */
export async function openDatabase({ url, connections, log }: DatabaseOptions): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    // The client's own limit is for a server that does not answer at all.
    query_timeout: STATEMENT_MS + CONNECT_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    application_name: "gateway-sandbox",
  });
  const health = createHealth(log);
  // A connection that breaks while nobody uses it: the next statement opens another.
  pool.on("error", () => undefined);
  try {
    await rowsOf(pool, { text: "select 1" });
  } catch (error) {
    await pool.end();
    throw new StoreUnusable(`the database of SANDBOX_STORE cannot be used: ${faultOf(error)}`, {
      cause: error,
    });
  }
  const run: Run = (statement) => repeated(() => health.watch(() => rowsOf(pool, statement), statement));
  return {
    run,
    inTransaction: (work) => repeated(() => transaction(pool, health, work)),
    trouble: () => {
      const trouble = health.trouble();
      if (trouble !== undefined) run({ text: "select 1" }).catch(() => undefined);
      return trouble;
    },
    close: () => pool.end(),
  };
}

/** Does it again while others are in its way. */
function repeated<R>(doing: () => Promise<R>): Promise<R> {
  return undisturbed(() => unless(isToBeRepeated, doing));
}

async function rowsOf(
  client: Pick<Pool | PoolClient, "query">,
  statement: Statement,
): Promise<readonly Row[]> {
  const { name, text, values = [] } = statement;
  const { rows } = await client.query<Row>({
    ...(name !== undefined && { name }),
    text,
    values: [...values],
  });
  return rows;
}

async function transaction<R>(pool: Pool, health: Health, work: (run: Run) => Promise<R>): Promise<R> {
  const client = await health.watch(() => pool.connect());
  const run: Run = (statement) => health.watch(() => rowsOf(client, statement), statement);
  // It may break at any time, and the statement that uses it is told, too.
  const ignore = (): void => undefined;
  client.on("error", ignore);
  let isWhole = false;
  try {
    await run({ text: "begin" });
    const result = await work(run);
    await run({ text: "commit" });
    isWhole = true;
    return result;
  } finally {
    client.off("error", ignore);
    // A connection in the middle of something is closed, which rolls back.
    client.release(!isWhole);
  }
}

interface Health {
  readonly trouble: () => string | undefined;
  /** Runs it, the statement if it is one, and turns what is the database's fault into StoreBusy. */
  readonly watch: <R>(doing: () => Promise<R>, statement?: Statement) => Promise<R>;
}

function createHealth(log: StoreLog): Health {
  let down: { readonly since: string; readonly error: unknown } | undefined;
  const works = (statement: Statement | undefined): void => {
    if (down !== undefined && takesNoWrites(down.error) && !isWrite(statement)) return;
    if (down !== undefined) log("info", "database-available-again", {});
    down = undefined;
  };
  const fails = (error: unknown): void => {
    if (down === undefined) log("error", "database-unavailable", { reason: faultOf(error) });
    // The time that passes, also where the sandbox's clock stands still: it is looked up in logs.
    down = { since: down?.since ?? isoTime(new Date().getTime()), error };
  };
  return {
    trouble: () => down && troubleOf(down.error, down.since),
    watch: async (doing, statement) => {
      try {
        const result = await doing();
        works(statement);
        return result;
      } catch (error) {
        if (!isServersFault(error)) throw error;
        fails(error);
        throw new StoreBusy(`the database does not answer now: ${faultOf(error)}`, { cause: error });
      }
    },
  };
}

/**
 * Classes and codes of SQLSTATE: connection, resources, shutdown and start, a commit of which nobody knows, a standby that takes no
 * writes, time-outs. An error without any is one of the connection, or of waiting for it.
 */
const OF_SERVER = /^(08|53|57|58)|^40003$|^25006$|^55P03$|^3D000$|^28/;
/** Of these, connections that break, and servers that stop, crash or start. */
const NOT_THERE = /^08|^57P0[1-3]$/;

function isServersFault(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return OF_SERVER.test(error.code ?? "");
  return error instanceof Error;
}

/** A standby, and a full disk: it is over when something was written, as each process does once a second, and reading goes on. */
const NO_WRITES = /^25006$|^53100$/;

function takesNoWrites(error: unknown): boolean {
  return error instanceof pg.DatabaseError && NO_WRITES.test(error.code ?? "");
}

function isWrite(statement: Statement | undefined): boolean {
  return statement !== undefined && /\b(?:insert|update|delete)\b/i.test(statement.text);
}

function troubleOf(error: unknown, since: string): string {
  const isReached = error instanceof pg.DatabaseError && !NOT_THERE.test(error.code ?? "");
  const what = isReached ? "refuses to work" : "cannot be reached";
  const rest = `This began at ${since}; payments are answered with SERVER_BUSY until it is over.`;
  return `The database of SANDBOX_STORE ${what} (${faultOf(error)}). ${rest}`;
}

/** What people meet most, in words. */
const MEANINGS: Readonly<Record<string, string>> = {
  "25006": "it takes no writes",
  "28000": "it does not let this user in",
  "28P01": "user or password are wrong",
  "3D000": "there is no database of this name",
  "53100": "it has no room on its disk",
  "53300": "it has too many connections",
  "57014": "a statement took too long",
};

/** The code and place alone: messages may quote what was sent, and never is anything of the URL told. */
function faultOf(error: unknown): string {
  if (error instanceof pg.DatabaseError) {
    const { code = "unknown" } = error;
    const meaning = MEANINGS[code];
    return `SQLSTATE ${code}${meaning === undefined ? "" : `, ${meaning}`}`;
  }
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  return codeOf(inner) ?? "no connection in time";
}
