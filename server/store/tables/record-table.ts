import type { JsonObject } from "../../domain/json.ts";
import { bytesOf, type StoredText } from "../lines/slab.ts";
import type { Page, RecordKind, RecordRef } from "../store.ts";

/** A record: its JSON text, read and parsed when it is needed. Never changed in place. */
export interface RecordEntry {
  /** Its place among the ids of its kind, by first commit. */
  readonly place: number;
  /** Copies of the entry share it, so that it is moved for all of them. */
  readonly text: StoredText;
  /** The batch that wrote it last; 0 when it was read from disk. */
  readonly batch: number;
}

/** A merchant's records of one kind. */
export interface Records {
  /** By first commit; undefined where one was forgotten. */
  readonly ids: (string | undefined)[];
  readonly entries: Map<string, RecordEntry>;
  /** The last batch that forgot one of them; 0 when none did since the store was opened. */
  batch: number;
  bytes: number;
}

export type RecordsByKind = Map<RecordKind, Records>;

/** Every record, by merchant, kind and id: ids stay apart from each other and from property names. */
export interface RecordTable {
  readonly merchants: Map<string, RecordsByKind>;
  /** About how many bytes a snapshot of it takes. */
  bytes: number;
}

export function createRecordTable(): RecordTable {
  return { merchants: new Map(), bytes: 0 };
}

/** The record's entry, and the batch that must be on disk before anyone may be told of it or of its absence. */
export function lookUpRecord(
  table: RecordTable,
  merchantId: string,
  { kind, id }: RecordRef,
): { entry: RecordEntry | undefined; batch: number } {
  const records = table.merchants.get(merchantId)?.get(kind);
  const entry = records?.entries.get(id);
  return { entry, batch: entry?.batch ?? records?.batch ?? 0 };
}

/** One page of a merchant's records of a kind, and the batch that must be on disk before anyone may be told. */
export function recordPageOf(
  table: RecordTable,
  merchantId: string,
  kind: RecordKind,
  page: Page,
): { entries: [string, RecordEntry][]; batch: number } {
  const records = table.merchants.get(merchantId)?.get(kind);
  if (records === undefined) return { entries: [], batch: 0 };
  const entries: [string, RecordEntry][] = [];
  for (const listed of listedBehind(records, page)) {
    if (entries.length >= page.limit) break;
    entries.push(listed);
  }
  return { entries, batch: entries.reduce((max, [, { batch }]) => Math.max(max, batch), records.batch) };
}

function listedBehind(
  records: Records,
  { after, newestFirst = false }: Page,
): Generator<[string, RecordEntry]> {
  const place = after === undefined ? undefined : records.entries.get(after)?.place;
  if (newestFirst)
    return listedBack(records, after === undefined ? records.ids.length - 1 : (place ?? 0) - 1);
  return listedFrom(records, after === undefined ? 0 : (place ?? Infinity) + 1);
}

/** The records of one kind from a place back to the first. */
function* listedBack({ ids, entries }: Records, last: number): Generator<[string, RecordEntry]> {
  for (let place = last; place >= 0; place -= 1) {
    const id = ids[place];
    const entry = id === undefined ? undefined : entries.get(id);
    if (id !== undefined && entry !== undefined) yield [id, entry];
  }
}

/** The records of one kind from a place on. */
export function* listedFrom({ ids, entries }: Records, first: number): Generator<[string, RecordEntry]> {
  for (let place = first; place < ids.length; place += 1) {
    const id = ids[place];
    const entry = id === undefined ? undefined : entries.get(id);
    if (id !== undefined && entry !== undefined) yield [id, entry];
  }
}

/** How many records of the kind the merchant has, and the batch that must be on disk before anyone may be told. */
export function countRecords(
  { merchants }: RecordTable,
  merchantId: string,
  kind: RecordKind,
): { count: number; batch: number } {
  const records = merchants.get(merchantId)?.get(kind);
  if (records === undefined) return { count: 0, batch: 0 };
  // The newest began last, and an older one that has changed since is counted all the same.
  const newest = records.entries.get(records.ids.at(-1) ?? "");
  return { count: records.entries.size, batch: Math.max(records.batch, newest?.batch ?? 0) };
}

/** The merchants that have, or have had, records of the kind, and the batch that must be on disk before. */
export function merchantsWith(
  { merchants }: RecordTable,
  kind: RecordKind,
): { merchantIds: readonly string[]; batch: number } {
  const found = [...merchants].flatMap(([id, kinds]) => {
    const records = kinds.get(kind);
    return records === undefined ? [] : [{ id, records }];
  });
  const batches = found.flatMap(({ records }) => [
    records.batch,
    ...[...records.entries.values()].map(({ batch }) => batch),
  ]);
  return {
    merchantIds: found.map(({ id }) => id),
    batch: batches.reduce((max, batch) => Math.max(max, batch), 0),
  };
}

export function valueOf(entry: RecordEntry): JsonObject {
  return JSON.parse(bytesOf(entry.text).toString()) as JsonObject;
}
