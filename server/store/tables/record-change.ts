import type { RecordPart } from "../lines/commit-line.ts";
import {
  listedFrom,
  type RecordEntry,
  type Records,
  type RecordsByKind,
  type RecordTable,
} from "./record-table.ts";
import type { StoredText } from "../lines/slab.ts";
import type { RecordKind } from "../store.ts";
import type { Undo } from "./undo.ts";

/** What a line takes beside the id and the value. */
const LINE_BYTES = 120;
/** So many forgotten records are not worth closing the gaps. */
const FEW_GAPS = 64;

/** Makes the record what the part says, or forgets it. */
export function changeRecord(
  table: RecordTable,
  merchantId: string,
  part: RecordPart<StoredText>,
  batch: number,
): Undo {
  const kinds: RecordsByKind = table.merchants.get(merchantId) ?? new Map<RecordKind, Records>();
  table.merchants.set(merchantId, kinds);
  const records = kinds.get(part.kind) ?? emptyRecords(0);
  kinds.set(part.kind, records);
  if (part.text !== undefined) return keep(table, records, { id: part.id, text: part.text }, batch);
  const restore = forget(table, records, part.id, batch);
  if (records.ids.length - records.entries.size <= Math.max(FEW_GAPS, records.entries.size)) return restore;
  // In a copy, so that what is undone later finds the places that it knows.
  kinds.set(part.kind, withoutGaps(records));
  return () => {
    kinds.set(part.kind, records);
    restore();
  };
}

function keep(
  table: RecordTable,
  records: Records,
  { id, text }: { readonly id: string; readonly text: StoredText },
  batch: number,
): Undo {
  const before = records.entries.get(id);
  const bytes = text.length - (before?.text.length ?? -id.length - LINE_BYTES);
  grow(table, records, bytes);
  if (before === undefined) records.ids.push(id);
  records.entries.set(id, { place: before?.place ?? records.ids.length - 1, text, batch });
  return () => {
    grow(table, records, -bytes);
    if (before !== undefined) return void records.entries.set(id, before);
    records.entries.delete(id);
    records.ids.pop();
  };
}

function forget(table: RecordTable, records: Records, id: string, batch: number): Undo {
  const before = records.entries.get(id);
  if (before === undefined) return () => undefined;
  const { batch: batchBefore } = records;
  const bytes = before.text.length + id.length + LINE_BYTES;
  grow(table, records, -bytes);
  records.ids[before.place] = undefined;
  records.entries.delete(id);
  records.batch = batch;
  return () => {
    grow(table, records, bytes);
    records.ids[before.place] = id;
    records.entries.set(id, before);
    records.batch = batchBefore;
  };
}

/** Forgets the merchant's records of these kinds. */
export function clearRecords(
  table: RecordTable,
  merchantId: string,
  forgotten: readonly RecordKind[],
  batch: number,
): Undo {
  const before = table.merchants.get(merchantId);
  if (before === undefined) return () => undefined;
  const after = [...before].map(([kind, records]): [RecordKind, Records] =>
    forgotten.includes(kind) ? [kind, emptyRecords(batch)] : [kind, records],
  );
  table.merchants.set(merchantId, new Map(after));
  const bytes = bytesOf(before.values()) - bytesOf(after.map(([, records]) => records));
  table.bytes -= bytes;
  return () => {
    table.merchants.set(merchantId, before);
    table.bytes += bytes;
  };
}

function bytesOf(kinds: Iterable<Records>): number {
  return [...kinds].reduce((sum, { bytes }) => sum + bytes, 0);
}

function emptyRecords(batch: number): Records {
  return { ids: [], entries: new Map(), batch, bytes: 0 };
}

function withoutGaps(records: Records): Records {
  const kept = [...listedFrom(records, 0)];
  const entries = kept.map(([id, entry], place): [string, RecordEntry] => [id, { ...entry, place }]);
  return { ...records, ids: kept.map(([id]) => id), entries: new Map(entries) };
}

function grow(table: RecordTable, records: Records, bytes: number): void {
  table.bytes += bytes;
  records.bytes += bytes;
}
