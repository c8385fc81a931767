import type { Numbered } from "./log-chain.ts";
import { mostBytesOf, type Cursor, type LooseText, write, writeText } from "./slab.ts";
import type { Slab, StoredText } from "./slab.ts";
import type { RecordRef } from "../store.ts";

/** Transactions that join an order, as the JSON texts of the transactions with commas between them. */
export interface OrderPart<T> {
  readonly orderId: string;
  /** How many transactions the order had before; 0 starts it. */
  readonly from: number;
  readonly count: number;
  readonly text: T;
}

/** A record as it is from now on, as JSON text; undefined: it is forgotten. */
export interface RecordPart<T> extends RecordRef {
  readonly text: T | undefined;
}

/** Everything that one commit changed, so that it is in the log as a whole or not at all. */
export interface CommitLine<T> {
  readonly kind: "commit";
  readonly merchantId: string;
  readonly order: OrderPart<T> | undefined;
  readonly records: readonly RecordPart<T>[];
}

/** A commit on its way to its line. */
export interface UnwrittenCommit {
  readonly commit: CommitLine<LooseText>;
  readonly head: string;
  /** Its line takes no more. */
  readonly mostBytes: number;
}

/** Inside a JSON text a quote has a backslash before it, so the first of these ends the head. */
const VALUES = ',"values":[';
const TRANSACTIONS = ',"transactions":[';
const VALUES_BYTES = Buffer.from(VALUES);
const TRANSACTIONS_BYTES = Buffer.from(TRANSACTIONS);
const COMMA = ",";
const CLOSE = "]";

interface Head extends Partial<Omit<OrderPart<unknown>, "text">>, Partial<Numbered> {
  readonly merchantId: string;
  /** `bytes` is the length of the record's value among the values; a forgotten record has none. */
  readonly records?: readonly (RecordRef & { readonly bytes?: number })[];
}

export function unwritten(commit: CommitLine<LooseText>, numbered: Numbered): UnwrittenCommit {
  const head = headOf(commit, numbered);
  let mostBytes = mostBytesOf(head) + VALUES.length + TRANSACTIONS.length + 2 * CLOSE.length;
  if (commit.order !== undefined) mostBytes += mostBytesOf(commit.order.text);
  for (const { text } of commit.records) mostBytes += mostBytesOf(text ?? "") + COMMA.length;
  return { commit, head, mostBytes };
}

/** One object, but for its closing brace. */
function headOf({ kind, merchantId, order, records }: CommitLine<LooseText>, { n, prev }: Numbered): string {
  let head = `{"kind":"${kind}","n":${n},"prev":"${prev}","merchantId":${JSON.stringify(merchantId)}`;
  if (order !== undefined) {
    const { orderId, from, count } = order;
    head += `,"orderId":${JSON.stringify(orderId)},"from":${from},"count":${count}`;
  }
  return records.length === 0 ? head : `${head},"records":${JSON.stringify(records.map(refOf))}`;
}

function refOf({ kind, id, text }: RecordPart<LooseText>): object {
  return { kind, id, bytes: text === undefined ? undefined : Buffer.byteLength(text) };
}

/** Writes the line without its closing brace: a head, the values of its records, the transactions. */
export function writeCommit(cursor: Cursor, { commit, head }: UnwrittenCommit): CommitLine<StoredText> {
  const { kind, merchantId, order } = commit;
  write(cursor, head);
  const records = writeValues(cursor, commit.records);
  if (order === undefined) return { kind, merchantId, order, records };
  const { orderId, from, count } = order;
  write(cursor, TRANSACTIONS);
  const text = writeText(cursor, order.text);
  write(cursor, CLOSE);
  return { kind, merchantId, order: { orderId, from, count, text }, records };
}

function writeValues(cursor: Cursor, records: CommitLine<LooseText>["records"]): RecordPart<StoredText>[] {
  if (records.length === 0) return [];
  write(cursor, VALUES);
  const start = cursor.end;
  const written = records.map(({ kind, id, text }) => {
    if (text === undefined) return { kind, id, text };
    if (cursor.end > start) write(cursor, COMMA);
    return { kind, id, text: writeText(cursor, text) };
  });
  write(cursor, CLOSE);
  return written;
}

/** Where a line stands that is read. */
export interface LinePlace {
  readonly slab: Slab;
  /** Counted from the start of the slab. */
  readonly start: number;
}

/** A commit, and its place in the chain, which lines before version 4 do not tell. */
export interface ReadCommit {
  readonly line: CommitLine<StoredText>;
  readonly n: number | undefined;
  readonly prev: string | undefined;
}

/**
 * The commit that the bytes (without closing brace) mean; undefined when they are another line. Transactions and
 * values stay where they are: parsing every one of them would make opening several times as slow.
 */
export function parseCommit(body: Buffer, place: LinePlace): ReadCommit | undefined {
  const transactions = body.indexOf(TRANSACTIONS_BYTES);
  const values = body.subarray(0, transactions < 0 ? body.length : transactions).indexOf(VALUES_BYTES);
  const end = values < 0 ? transactions : values;
  if (end < 0) return undefined;
  const head = JSON.parse(`${body.toString("utf8", 0, end)}}`) as Head;
  const records = recordsOf(head.records ?? [], end + VALUES.length, place);
  const used = records.reduce((sum, { text }) => (text === undefined ? sum : sum + text.length + 1), 0);
  // Each value has a comma or the bracket behind it; when there is none, the bracket stands alone.
  const start = values < 0 ? end : end + VALUES.length + Math.max(used, 1);
  const text = textAt(place, start + TRANSACTIONS.length, body.length - CLOSE.length);
  const { n, prev, merchantId } = head;
  return { n, prev, line: { kind: "commit", merchantId, order: orderOf(head, text), records } };
}

function textAt({ slab, start }: LinePlace, from: number, to: number): StoredText {
  return { slab, start: start + from, length: to - from, before: undefined };
}

function recordsOf(
  refs: NonNullable<Head["records"]>,
  from: number,
  place: LinePlace,
): RecordPart<StoredText>[] {
  let at = from;
  return refs.map(({ kind, id, bytes }) => {
    if (bytes === undefined) return { kind, id, text: undefined };
    const text = textAt(place, at, at + bytes);
    at += bytes + COMMA.length;
    return { kind, id, text };
  });
}

function orderOf({ orderId, from, count }: Head, text: StoredText): OrderPart<StoredText> | undefined {
  if (orderId === undefined || from === undefined || count === undefined) return undefined;
  return { orderId, from, count, text };
}
