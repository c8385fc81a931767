import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "./database.ts";
import { EVENT_SECONDS } from "./events.ts";
import { toKey } from "./entries.ts";

/** What a process does now and then for all: it says that it lives, looks who else does, and what falls to it alone. */
export interface Pulse {
  /** Whether it is this process that does what one of them does for all. It is never two at the same time. */
  leads: () => boolean;
  /** Gives the lead back, so that others need not wait for its end. */
  stop: () => Promise<void>;
  /** Says that the process lives no longer; whatever it tells behind this would say that it does. */
  leave: () => Promise<void>;
}

export interface PulseParts {
  readonly database: Database;
  readonly process: string;
  /** Milliseconds of a clock that only moves forward. */
  readonly stopwatch: () => number;
  /** Called with every pulse: the processes that live. */
  readonly living: (processes: ReadonlySet<string>) => void;
  /** Events of exchanges that are kept for each merchant, and for those that have a number of their own, by their ids. */
  readonly exchangesKept: { readonly usually: number; readonly own: ReadonlyMap<string, number> };
}

const PULSE_MS = 1_000;
/** Who has not said for so long that it lives does not. */
const DEAD_SECONDS = 10;
/** The lead is given for so long, by the database's clock, and believed in for less. */
const LEASE_SECONDS = 6;
const BELIEVED_MS = 3_500;
/** So many pulses pass before what is too much is deleted again. */
const SWEEP_EVERY = 30;

const BEAT = `
  insert into sandbox_processes (process, told, beat) values ($1, 0, now())
  on conflict (process) do update set beat = excluded.beat`;
const LIVING = `
  select process from sandbox_processes where beat > now() - interval '${DEAD_SECONDS} seconds'`;
const LEAD = `
  insert into sandbox_leases as l (name, holder, ends)
  values ('lead', $1, now() + interval '${LEASE_SECONDS} seconds')
  on conflict (name) do update set holder = excluded.holder, ends = excluded.ends
  where l.holder = excluded.holder or l.ends < now()
  returning holder`;
const GIVE_BACK = `update sandbox_leases set ends = now() - interval '1 second' where name = 'lead' and holder = $1`;

/** What it has told stays for those who have not heard it. */
const GO = `update sandbox_processes set beat = now() - interval '${DEAD_SECONDS} seconds' where process = $1`;

/**
 * Exchanges beyond those that a process keeps in memory go; all else is of no use to anybody after an hour, and attempts to deliver
 * notifications, of which there are as many as of payments, after five minutes. Of each merchant's resets the last one stays that forgot
 * a part of the memory: whoever comes, or comes back, later finds exchanges in front of it. Changes by the control API, and what
 * befell inboxes, stay as long as a process keeps them in memory.
 */
const SWEEP_EXCHANGES = `
  delete from sandbox_events e using (
    select o.process, o.number, own.kept,
      row_number() over (partition by o.merchant order by o.at desc, o.number desc) as place
    from sandbox_events o
    left join unnest($2::text[], $3::bigint[]) as own(merchant, kept) on own.merchant = o.merchant
    where o.kind = 'exchange') old
  where e.process = old.process and e.number = old.number and old.place > coalesce(old.kept, $1)`;
const FORGETS_ALL_OF_IT = ["orders", "journal", "coverage"]
  .map((part) => `(e.body not like '%"${part}"%' or later.body like '%"${part}"%')`)
  .join(" and ");
const SWEEP_EVENTS = `
  delete from sandbox_events e where e.at < now() - interval '5 minutes' and e.kind not in ('audit', 'inbox')
    and (e.kind = 'attempt' or e.kind <> 'exchange' and e.at < now() - interval '${EVENT_SECONDS} seconds')
    and (e.kind <> 'reset' or exists (
      select 1 from sandbox_events later
      where later.kind = 'reset' and later.merchant = e.merchant and later.at > e.at and ${FORGETS_ALL_OF_IT}))`;
const SWEEP_CHANGES = `
  delete from sandbox_events e using (
    select o.process, o.number, row_number() over (order by o.at desc, o.number desc) as place
    from sandbox_events o where o.kind = 'audit') old
  where e.process = old.process and e.number = old.number and old.place > $1
    and e.at < now() - interval '${EVENT_SECONDS} seconds'`;
const CHANGES_KEPT = 1_000;
/** What befell an inbox begins with what it was, and with the inbox's name, in which there are no quotation marks. */
const SWEEP_INBOXES = `
  delete from sandbox_events e using (
    select o.process, o.number, row_number() over (order by o.at desc, o.number desc) as of_all,
      row_number() over (
        partition by o.merchant, substring(o.body from '^.{0,30}"name":"[^"]*"') order by o.at desc, o.number desc) as place
    from sandbox_events o where o.kind = 'inbox') old
  where e.process = old.process and e.number = old.number and (old.place > $1 or old.of_all > $2)
    and e.at < now() - interval '${EVENT_SECONDS} seconds'`;
/** Of each inbox: its arrivals, and how it was told to answer. */
const DELIVERIES_KEPT = 100;
/** Anybody may send to any number of inboxes. */
const DELIVERIES_KEPT_OF_ALL = 10_000;
/**
 * An entry without a value is none. Without its row it is none as well: whoever has seen it commits as before, and not if
 * somebody has begun it since.
 */
const SWEEP_NONE = `
  delete from sandbox_entries e using (
    select merchant, kind, id from sandbox_entries where value is null limit 10000) none
  where e.merchant = none.merchant and e.kind = none.kind and e.id = none.id and e.value is null`;
const SWEEP_PROCESSES = `
  delete from sandbox_processes p where beat < now() - interval '1 hour'
    and not exists (select 1 from sandbox_events e where e.process = p.process)`;

async function sweep({ database, exchangesKept: { usually, own } }: PulseParts): Promise<void> {
  const values = [usually, [...own.keys()].map(toKey), [...own.values()]];
  await database.run({ text: SWEEP_EXCHANGES, values });
  await database.run({ text: SWEEP_EVENTS });
  await database.run({ text: SWEEP_CHANGES, values: [CHANGES_KEPT] });
  await database.run({ text: SWEEP_INBOXES, values: [DELIVERIES_KEPT, DELIVERIES_KEPT_OF_ALL] });
  await database.run({ text: SWEEP_NONE });
  await database.run({ text: SWEEP_PROCESSES });
}

/** The names of the processes that use the database now. */
export async function livingProcesses({ run }: Pick<Database, "run">): Promise<ReadonlySet<string>> {
  const rows = await run({ text: LIVING });
  return new Set(rows.map((row) => String(row["process"])));
}

/** The first pulse is over when it resolves. */
export async function startPulse(parts: PulseParts): Promise<Pulse> {
  const stopping = new AbortController();
  let leadsUntil = -Infinity;
  let count = 0;
  const beat = async (): Promise<void> => {
    const { database, process, stopwatch } = parts;
    const asked = stopwatch();
    await database.run({ text: BEAT, values: [process] });
    const leading = await database.run({ text: LEAD, values: [process] });
    if (leading.length > 0) leadsUntil = asked + BELIEVED_MS;
    parts.living(await livingProcesses(database));
    if (leading.length > 0 && count % SWEEP_EVERY === 0) await sweep(parts);
    count += 1;
  };
  const go = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await pause(PULSE_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      // The database says that it does not answer; the lead ends by itself.
      await beat().catch(() => undefined);
    }
  };
  await beat();
  const going = go();
  return {
    leads: () => parts.stopwatch() < leadsUntil,
    stop: async () => {
      stopping.abort();
      await going;
      leadsUntil = -Infinity;
      await parts.database.run({ text: GIVE_BACK, values: [parts.process] }).catch(() => undefined);
    },
    leave: async () => {
      await parts.database.run({ text: GO, values: [parts.process] }).catch(() => undefined);
    },
  };
}
