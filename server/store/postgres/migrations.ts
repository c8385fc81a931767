import { randomBytes } from "node:crypto";
import { StoreUnusable } from "../store.ts";
import type { Database, Run } from "./database.ts";

/**
 * The tables, step by step; a step that has been released never changes. It may be taken again, where an engine keeps the tables
 * of a transaction that was broken off. The database says how many it has taken.
 * docs/decisions/0014-postgres.md tells what the tables are for.
 */
const MIGRATIONS: readonly (readonly string[])[] = [
  [
    `create sequence if not exists sandbox_ticks`,
    // The epoch is another after every reset, so that no commit goes on from what a reset has forgotten; resets of orders
    // are counted besides, for the requests that wait meanwhile.
    `create table if not exists sandbox_merchants (
      merchant text primary key, epoch bigint not null default 0, resets bigint not null default 0)`,
    // An order or a record. A null value is none: it was forgotten, or looked for before it was there.
    `create table if not exists sandbox_entries (
      merchant text not null, kind text not null, id text not null,
      place bigint not null, version bigint not null, was bigint not null, value text,
      primary key (merchant, kind, id))`,
    `create index if not exists sandbox_entries_in_order on sandbox_entries (merchant, kind, place)`,
    `create index if not exists sandbox_notifications_queued on sandbox_entries (place)
      where kind = 'notification' and value like '%"state":"queued"%'`,
    // A process counts what it tells the others, so that nobody misses anything.
    `create table if not exists sandbox_processes (
      process text primary key, told bigint not null, beat timestamptz not null)`,
    `create table if not exists sandbox_events (
      process text not null, number bigint not null, kind text not null, merchant text,
      at timestamptz not null, body text not null, primary key (process, number))`,
    `create index if not exists sandbox_events_by_age on sandbox_events (at)`,
    `create table if not exists sandbox_leases (name text primary key, holder text not null, ends timestamptz not null)`,
  ],
  // What is none is looked for to be deleted.
  [`create index if not exists sandbox_entries_none on sandbox_entries (version) where value is null`],
  [
    // Lists leave out what is none, and nothing else may take this index: while a database has not looked at its tables, it takes any
    // index of the merchant's for that of the ids, and reads everything of the kind.
    `create index if not exists sandbox_entries_listed on sandbox_entries (merchant, kind, place) where value is not null`,
    `drop index if exists sandbox_entries_in_order`,
  ],
];

const SECRET_BYTES = 32;

/**
 * Brings the tables up to date and gives the secret of the data set, which is made with it unless one is given. Of processes that start at
 * the same time one does it and the others wait. Rejects with StoreUnusable when a later release has been here.
 */
export async function migrate(
  database: Database,
  given: Uint8Array = randomBytes(SECRET_BYTES),
): Promise<Uint8Array> {
  await database
    .run({
      text: `create table if not exists sandbox_meta (id integer primary key, migrations integer not null, secret text not null)`,
    })
    .catch(ignoreRace);
  return database.inTransaction(async (run) => {
    const secret = Buffer.from(given).toString("hex");
    await run({
      text: `insert into sandbox_meta values (1, 0, $1) on conflict (id) do nothing`,
      values: [secret],
    });
    const [meta] = await run({ text: `select migrations, secret from sandbox_meta where id = 1 for update` });
    const done = Number(meta?.["migrations"]);
    if (done > MIGRATIONS.length)
      throw new StoreUnusable(
        `the database of SANDBOX_STORE has had ${done} migrations, and this release knows ${MIGRATIONS.length}: ` +
          "start the release that made them, or a later one",
      );
    await takeSteps(run, done);
    return Buffer.from(String(meta?.["secret"]), "hex");
  });
}

/** Two processes that make the same table at the same time: one is told that it is there. */
function ignoreRace(error: unknown): void {
  const { code = "" } = error as { readonly code?: string };
  if (!["23505", "42P07", "42710"].includes(code)) throw error;
}

async function takeSteps(run: Run, done: number): Promise<void> {
  if (done === MIGRATIONS.length) return;
  for (const step of MIGRATIONS.slice(done)) for (const text of step) await run({ text });
  await run({ text: `update sandbox_meta set migrations = $1`, values: [MIGRATIONS.length] });
}
