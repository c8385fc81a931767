import { setTimeout as pause } from "node:timers/promises";
import type { StoreLog } from "../store-log.ts";
import type { Database, Row, Statement } from "./database.ts";
import { fromKey, toKey } from "./entries.ts";

/** What a process tells the others: an exchange, a request that it holds, a reset … */
export interface TellableEvent {
  readonly kind: string;
  readonly merchantId: string | undefined;
  /** JSON. */
  readonly body: string;
}

/** An event of another process. */
export interface ToldEvent extends TellableEvent {
  readonly process: string;
  /** Others may have answered it, and their answers be deleted by now. */
  readonly isOld: boolean;
}

/** So long all but exchanges are kept, and of each merchant the last reset. */
export const EVENT_SECONDS = 3_600;
/** Sooner than any of them is deleted. */
const OLD_SECONDS = EVENT_SECONDS - 600;

/**
 * What the processes of one database tell each other, in batches: a fraction of a second late, of each process in its order
 * and with nothing left out. Decisions do not depend on it.
 */
export interface Events {
  /** With `written` it is urgent and told at once, with all that waits; `written` is called when the others can read it. */
  tell: (event: TellableEvent, written?: () => void) => void;
  /** How many are not written yet. */
  pending: () => number;
  /** Whether everything is written, or soon will be. */
  healthy: () => boolean;
  /**
   * Calls with every event of other processes from now on; those that are kept come first, the oldest in front. Behind these
   * the process joins the others; resolves when what was told before it had joined has been told to it, too.
   */
  follow: (listener: (event: ToldEvent) => void, join: () => Promise<void>) => Promise<void>;
  /** Writes what is pending. */
  close: () => Promise<void>;
}

export interface EventParts {
  readonly database: Database;
  /** The name of this process, which no other has had. */
  readonly process: string;
  readonly log: StoreLog;
}

/** So long events are gathered for one statement. */
const TELL_MS = 100;
/** So often it is looked for those of others. */
const LOOK_MS = 100;
/** What waits for a database that does not answer is bounded: the process goes on without. */
const PENDING_LENGTH_MAX = 1 << 25;
/** Events of one statement, at most. */
const BATCH_MAX = 2_000;

interface PendingEvent extends TellableEvent {
  readonly written: (() => void) | undefined;
}

interface State {
  readonly parts: EventParts;
  /** Events that are not written yet, the oldest first, and how long they are together. */
  pending: PendingEvent[];
  pendingLength: number;
  /** The number of the last one that is written. */
  told: number;
  lost: number;
  /** The number of the last one that is known of each other process. */
  readonly known: Map<string, number>;
  /** Aborted when the process stops. */
  readonly stopping: AbortController;
  /** Aborted when what is gathered is to be told at once. */
  gathering: AbortController;
  telling: Promise<void> | undefined;
  looking: Promise<void>;
}

export function createEvents(parts: EventParts): Events {
  const state: State = {
    parts,
    ...{ pending: [], pendingLength: 0, told: 0, lost: 0, known: new Map() },
    ...{ stopping: new AbortController(), gathering: new AbortController() },
    ...{ telling: undefined, looking: Promise.resolve() },
  };
  return {
    tell: (event, written) => {
      if (state.pendingLength + event.body.length > PENDING_LENGTH_MAX) {
        lose(state);
        return;
      }
      state.pending.push({ ...event, written });
      state.pendingLength += event.body.length;
      state.telling ??= tellAll(state).finally(() => (state.telling = undefined));
      if (written !== undefined) state.gathering.abort();
    },
    pending: () => state.pending.length,
    healthy: () => state.lost === 0,
    follow: async (listener, join) => {
      await lookAtAll(state, listener);
      await join();
      await lookAtAll(state, listener);
      state.looking = lookOn(state, listener);
    },
    close: async () => {
      state.stopping.abort();
      state.gathering.abort();
      await Promise.all([state.telling, state.looking]);
      await tellRest(state).catch(() => undefined);
    },
  };
}

function lose(state: State): void {
  if (state.lost === 0) state.parts.log("error", "events-lost", {});
  state.lost += 1;
}

async function tellAll(state: State): Promise<void> {
  while (state.pending.length > 0 && !state.stopping.signal.aborted) {
    state.gathering = new AbortController();
    await rest(state.gathering, TELL_MS);
    // The database says that it does not answer; the events wait.
    await tellSome(state).catch(() => undefined);
  }
}

async function tellRest(state: State): Promise<void> {
  while (state.pending.length > 0) await tellSome(state);
}

/** Ends early when it is aborted. */
async function rest({ signal }: AbortController, ms: number): Promise<void> {
  await pause(ms, undefined, { signal, ref: false }).catch(() => undefined);
}

/** Whoever has told this far is known, and lives. A batch that was written without an answer is written once. */
const TELL = `
  with written as (
    insert into sandbox_events (process, number, kind, merchant, at, body)
    select $1, e.number, e.kind, e.merchant, now(), e.body
    from unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) as e(number, kind, merchant, body)
    on conflict (process, number) do nothing)
  insert into sandbox_processes as p (process, told, beat) values ($1, $2, now())
  on conflict (process) do update set told = excluded.told, beat = excluded.beat`;

async function tellSome(state: State): Promise<void> {
  const events = state.pending.slice(0, BATCH_MAX);
  const last = state.told + events.length;
  const { database, process } = state.parts;
  await database.run({
    name: "sandbox_tell",
    text: TELL,
    values: [
      process,
      last,
      events.map((_, index) => state.told + 1 + index),
      events.map(({ kind }) => kind),
      events.map(({ merchantId }) => (merchantId === undefined ? null : toKey(merchantId))),
      events.map(({ body }) => body),
    ],
  });
  state.told = last;
  state.pending = state.pending.slice(events.length);
  state.pendingLength -= events.reduce((sum, { body }) => sum + body.length, 0);
  for (const { written } of events) written?.();
}

/**
 * All events of a process are one after the other, so that the last number says what is missing. Those of each process are
 * looked up on their own: a join reads every event that is kept, ten times a second.
 */
const LOOK = `
  select e.process, e.number, e.kind, e.merchant, e.body, e.at,
    e.at < now() - interval '${OLD_SECONDS} seconds' as old
  from sandbox_processes p
  left join unnest($2::text[], $3::bigint[]) as known(process, number) on known.process = p.process
  cross join lateral (
    select * from sandbox_events of
    where of.process = p.process and of.number > coalesce(known.number, 0)
    order by of.number limit ${BATCH_MAX}) e
  where p.process <> $1 and p.told > coalesce(known.number, 0)
  order by e.process, e.number limit ${BATCH_MAX}`;

/** Asks for what others than the process have told, behind the last number that is known of each. */
export function lookFor(process: string, known: ReadonlyMap<string, number>): Statement {
  return { name: "sandbox_look", text: LOOK, values: [process, [...known.keys()], [...known.values()]] };
}

async function look({ parts: { database, process }, known }: State): Promise<readonly Row[]> {
  const rows = await database.run(lookFor(process, known));
  for (const { process: teller, number } of rows) known.set(String(teller), Number(number));
  return rows;
}

/** What there is by now. */
async function lookAtAll(state: State, listener: (event: ToldEvent) => void): Promise<void> {
  const all: Row[] = [];
  for (let rows = await look(state); ; rows = await look(state)) {
    all.push(...rows);
    if (rows.length < BATCH_MAX) break;
  }
  for (const row of inTime(all)) listener(eventOf(row));
}

/** Of several processes in the order in which it was told, by the database's clock: an answer stands behind what it answers. */
function inTime(rows: readonly Row[]): readonly Row[] {
  const time = ({ at }: Row): number => (at instanceof Date ? at.getTime() : 0);
  return rows.toSorted((one, other) => time(one) - time(other));
}

async function lookOn(state: State, listener: (event: ToldEvent) => void): Promise<void> {
  while (!state.stopping.signal.aborted) {
    await rest(state.stopping, LOOK_MS);
    // The database says that it does not answer; it is asked again.
    const rows = await look(state).catch((): readonly Row[] => []);
    for (const row of inTime(rows)) listener(eventOf(row));
  }
}

function eventOf({ process, kind, merchant, body, old }: Row): ToldEvent {
  return {
    process: String(process),
    kind: String(kind),
    merchantId: merchant === null ? undefined : fromKey(merchant),
    body: String(body),
    isOld: old === true,
  };
}
