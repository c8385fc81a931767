import type { CommitLine } from "../lines/commit-line.ts";
import type { RecordKind } from "../store.ts";
import type { Database, Row } from "./database.ts";

/** What an entry is: an order, or a record of a kind. */
export interface EntryRef {
  readonly kind: RecordKind | "order";
  readonly id: string;
}

/** An entry as it stands. */
export interface FoundEntry {
  readonly ref: EntryRef;
  /** 0: there is none. */
  readonly version: number;
  /** An order's transactions as JSON with commas between them, or a record as JSON; undefined: there is none. */
  readonly text: string | undefined;
}

/** What several entries of one merchant were at one moment. */
export interface Snapshot {
  /** Undefined: nothing was ever stored of the merchant. */
  readonly epoch: number | undefined;
  /** In the order asked. */
  readonly entries: readonly FoundEntry[];
}

export type ReadEntries = (merchantId: string, refs: readonly EntryRef[]) => Promise<Snapshot>;

/**
 * Ids as the database has them: it takes every text but those with a character 0 or half a character, which JSON escapes.
 * No two texts become the same.
 */
export function toKey(id: string): string {
  return JSON.stringify(id).slice(1, -1);
}

export function fromKey(key: unknown): string {
  return JSON.parse(`"${String(key)}"`) as string;
}

const READ = `
  select asked.number, m.epoch, e.version, e.value
  from unnest($1::text[], $2::text[], $3::text[]) with ordinality as asked(merchant, kind, id, number)
  left join sandbox_merchants m on m.merchant = asked.merchant
  left join sandbox_entries e on e.merchant = asked.merchant and e.kind = asked.kind and e.id = asked.id
  order by asked.number`;

interface Asking {
  readonly merchantId: string;
  readonly refs: readonly EntryRef[];
  readonly resolve: (snapshot: Snapshot) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads what is asked for in one turn of the event loop with one statement. */
export function createReader({ run }: Pick<Database, "run">): ReadEntries {
  let waiting: Asking[] = [];
  const readAll = async (): Promise<void> => {
    const asked = waiting;
    waiting = [];
    const keys = asked.flatMap(({ merchantId, refs }) => refs.map((ref) => ({ merchantId, ...ref })));
    const values = [
      keys.map(({ merchantId }) => toKey(merchantId)),
      keys.map(({ kind }) => kind),
      keys.map(({ id }) => toKey(id)),
    ];
    try {
      const rows = await run({ name: "sandbox_read", text: READ, values });
      let first = 0;
      for (const { refs, resolve } of asked) {
        resolve(snapshotOf(refs, rows.slice(first, first + refs.length)));
        first += refs.length;
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  };
  return (merchantId, refs) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(() => void readAll());
      waiting.push({ merchantId, refs, resolve, reject });
    });
}

function snapshotOf(refs: readonly EntryRef[], rows: readonly Row[]): Snapshot {
  const epoch = rows[0]?.["epoch"];
  return {
    epoch: epoch === null || epoch === undefined ? undefined : Number(epoch),
    entries: refs.map((ref, index) => {
      const { version, value } = rows[index] ?? {};
      return { ref, version: Number(version ?? 0), text: typeof value === "string" ? value : undefined };
    }),
  };
}

/**
 * One statement, so that there is nothing to take back and nothing that a process could leave half done. Everything that the
 * work saw must still be what it was: an entry whose version is another gets none, which the column refuses and with it
 * the statement. What the work saw and left alone keeps its version. The merchant's row keeps resets out meanwhile.
 */
const COMMIT = `
  with own as (select epoch from sandbox_merchants where merchant = $1 for share)
  insert into sandbox_entries as e (merchant, kind, id, place, version, was, value)
  select $1, c.kind, c.id, nextval('sandbox_ticks'),
    case when (select epoch from own) = $2 then case when c.keeps then c.was else nextval('sandbox_ticks') end end,
    c.was, c.value
  from unnest($3::text[], $4::text[], $5::bigint[], $6::boolean[], $7::text[]) as c(kind, id, was, keeps, value)
  on conflict (merchant, kind, id) do update set
    place = case when e.value is null then excluded.place else e.place end,
    version = case when e.version = excluded.was then excluded.version end,
    was = excluded.was,
    value = case
      when excluded.version = excluded.was then e.value
      when e.kind = 'order' and e.value is not null then e.value || ',' || excluded.value
      else excluded.value end`;

interface EntryChange {
  readonly ref: EntryRef;
  readonly was: number;
  /** It was looked at only. */
  readonly keeps: boolean;
  /** The text to keep, or of an order to add; undefined forgets it. */
  readonly text: string | undefined;
}

/** Commits the change unless what was found has changed since. Rejects with a conflict then (isConflict). */
export async function commitEntries(
  { run }: Pick<Database, "run">,
  found: Snapshot,
  change: CommitLine<string>,
) {
  const changes = changesOf(found, change);
  await run({
    name: "sandbox_commit",
    text: COMMIT,
    values: [
      toKey(change.merchantId),
      found.epoch,
      changes.map(({ ref }) => ref.kind),
      changes.map(({ ref }) => toKey(ref.id)),
      changes.map(({ was }) => was),
      changes.map(({ keeps }) => keeps),
      changes.map(({ text }) => text ?? null),
    ],
  });
}

function changesOf({ entries }: Snapshot, { order, records }: CommitLine<string>): readonly EntryChange[] {
  const texts = new Map<string, string | undefined>(records.map((part) => [nameOf(part), part.text]));
  if (order !== undefined) texts.set(nameOf({ kind: "order", id: order.orderId }), order.text);
  const changes = new Map<string, EntryChange>();
  // Always in the same order, so that two commits do not wait for each other. What begins keeps its order, as nobody has it.
  const named = entries.map((entry) => ({ ...entry, name: nameOf(entry.ref) }));
  for (const { ref, version, name } of named.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    // What is not there and is only looked at gets an entry without a value, so that nobody begins it meanwhile.
    const keeps = version > 0 && !texts.has(name);
    changes.set(name, { ref, was: version, keeps, text: texts.get(name) });
  }
  for (const part of records) {
    const name = nameOf(part);
    const ref = { kind: part.kind, id: part.id };
    if (!changes.has(name)) changes.set(name, { ref, was: 0, keeps: false, text: part.text });
  }
  return [...changes.values()];
}

export function nameOf({ kind, id }: EntryRef): string {
  return `${kind} ${id}`;
}
