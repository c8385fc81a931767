import type { RecordRef } from "./store.ts";

/** Transactions that join an order, as the JSON texts of the transactions with commas between them. */
export interface OrderPart {
  readonly orderId: string;
  /** How many transactions the order had before; 0 starts it. */
  readonly from: number;
  readonly count: number;
  readonly text: Buffer;
}

/** A record as it is from now on, as JSON text; undefined: it is forgotten. */
export interface RecordPart extends RecordRef {
  readonly text: Buffer | undefined;
}

/** Everything that one commit changed, so that it is in the log as a whole or not at all. */
export interface CommitLine {
  readonly kind: "commit";
  readonly merchantId: string;
  readonly order: OrderPart | undefined;
  readonly records: readonly RecordPart[];
}

/** Inside a JSON text a quote has a backslash before it, so the first of these ends the head. */
const VALUES = Buffer.from(',"values":[');
const TRANSACTIONS = Buffer.from(',"transactions":[');
const COMMA = Buffer.from(",");
const CLOSE = Buffer.from("]");

interface Head extends Partial<Omit<OrderPart, "text">> {
  readonly merchantId: string;
  /** `bytes` is the length of the record's value among the values; a forgotten record has none. */
  readonly records?: readonly (RecordRef & { readonly bytes?: number })[];
}

/** The line's bytes without its closing brace: a head, the values of its records, the transactions. */
export function formatCommit({ kind, merchantId, order, records }: CommitLine): Buffer[] {
  const head = {
    kind,
    merchantId,
    orderId: order?.orderId,
    from: order?.from,
    count: order?.count,
    records: records.length === 0 ? undefined : records.map(refOf),
  };
  const parts: Buffer[] = [Buffer.from(JSON.stringify(head).slice(0, -1))];
  if (records.length > 0) parts.push(VALUES, ...valuesOf(records), CLOSE);
  if (order !== undefined) parts.push(TRANSACTIONS, order.text, CLOSE);
  return parts;
}

function refOf({ kind, id, text }: RecordPart): object {
  return { kind, id, bytes: text?.length };
}

function valuesOf(records: readonly RecordPart[]): Buffer[] {
  const texts = records.flatMap(({ text }) => (text === undefined ? [] : [COMMA, text]));
  return texts.slice(1);
}

/**
 * The commit that the bytes (without closing brace) mean; undefined when they are another line. Transactions and
 * values stay text: parsing every one of them would make opening several times as slow.
 */
export function parseCommit(body: Buffer): CommitLine | undefined {
  const transactions = body.indexOf(TRANSACTIONS);
  const values = body.subarray(0, transactions < 0 ? body.length : transactions).indexOf(VALUES);
  const end = values < 0 ? transactions : values;
  if (end < 0) return undefined;
  const head = JSON.parse(`${body.toString("utf8", 0, end)}}`) as Head;
  const records = recordsOf(head.records ?? [], body.subarray(end + VALUES.length));
  const used = records.reduce((sum, { text }) => (text === undefined ? sum : sum + text.length + 1), 0);
  // Each value has a comma or the bracket behind it; when there is none, the bracket stands alone.
  const start = values < 0 ? end : end + VALUES.length + Math.max(used, 1);
  const order = orderOf(head, body.subarray(start + TRANSACTIONS.length, body.length - CLOSE.length));
  return { kind: "commit", merchantId: head.merchantId, order, records };
}

function recordsOf(refs: NonNullable<Head["records"]>, values: Buffer): RecordPart[] {
  let at = 0;
  return refs.map(({ kind, id, bytes }) => {
    if (bytes === undefined) return { kind, id, text: undefined };
    const text = values.subarray(at, at + bytes);
    at += bytes + COMMA.length;
    return { kind, id, text };
  });
}

function orderOf({ orderId, from, count }: Head, text: Buffer): OrderPart | undefined {
  if (orderId === undefined || from === undefined || count === undefined) return undefined;
  return { orderId, from, count, text };
}
