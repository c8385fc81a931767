import { crc32 } from "node:zlib";
import { migrated, type LogFormat } from "./log-format.ts";
import type { OrderKey, QueuedNotification } from "./store.ts";

/** Transactions that join an order, as the JSON texts of the transactions with commas between them. */
export interface OrderLine {
  readonly kind: "order";
  readonly key: OrderKey;
  /** How many transactions the order had before; 0 starts it. */
  readonly from: number;
  readonly count: number;
  readonly owed: readonly QueuedNotification[];
  readonly text: Buffer;
}

/**
 * One line of the log or of a snapshot. `end` closes a snapshot, so that a cut one is noticed;
 * `probe` says nothing and is written to see whether writing works again.
 */
export type LogLine =
  | OrderLine
  | { readonly kind: "header"; readonly version: number; readonly generation: number }
  | { readonly kind: "reset"; readonly merchantId: string }
  | { readonly kind: "end"; readonly orders: number }
  | { readonly kind: "probe" };

/** Every line ends with the checksum of what stands before it, and is still one JSON object. */
const SEAL_BYTES = ',"crc":"00000000"}'.length;
/** Inside a JSON text a quote has a backslash before it, so the first of these begins the transactions. */
const TRANSACTIONS = Buffer.from(',"transactions":[');
const CLOSE = Buffer.from("]");

/** The line's bytes, with its newline. */
export function formatLine(line: LogLine): Buffer {
  if (line.kind !== "order") return sealed([Buffer.from(JSON.stringify(line).slice(0, -1))]);
  const { merchantId, orderId } = line.key;
  const owed = line.owed.length === 0 ? undefined : line.owed;
  const head = { kind: line.kind, merchantId, orderId, from: line.from, count: line.count, owed };
  return sealed([Buffer.from(JSON.stringify(head).slice(0, -1)), TRANSACTIONS, line.text, CLOSE]);
}

function sealed(parts: readonly Buffer[]): Buffer {
  const checksum = parts.reduce((sum, part) => crc32(part, sum), 0);
  return Buffer.concat([...parts, Buffer.from(`,"crc":"${hexOf(checksum)}"}\n`)]);
}

function hexOf(checksum: number): string {
  return checksum.toString(16).padStart(8, "0");
}

/** The line that the bytes (without newline) mean; undefined when they are damaged. */
export function parseLine(bytes: Buffer, version: number, format: LogFormat): LogLine | undefined {
  const body = bytes.subarray(0, Math.max(0, bytes.length - SEAL_BYTES));
  const seal = `,"crc":"${hexOf(crc32(body))}"}`;
  if (bytes.toString("latin1", body.length) !== seal) return undefined;
  return version < format.version
    ? meaningOf(Buffer.from(migrated(`${body.toString()}}`, version, format).slice(0, -1)))
    : meaningOf(body);
}

interface OrderHead extends OrderKey, Pick<OrderLine, "kind" | "from" | "count"> {
  readonly owed?: readonly QueuedNotification[];
}

const NOTHING_OWED: readonly QueuedNotification[] = [];

/** The transactions stay text: parsing every one of them would make opening several times as slow. */
function meaningOf(body: Buffer): LogLine {
  const start = body.indexOf(TRANSACTIONS);
  if (start < 0) return JSON.parse(`${body.toString()}}`) as LogLine;
  const head = JSON.parse(`${body.toString("utf8", 0, start)}}`) as OrderHead;
  return {
    kind: "order",
    key: { merchantId: head.merchantId, orderId: head.orderId },
    from: head.from,
    count: head.count,
    owed: head.owed ?? NOTHING_OWED,
    text: body.subarray(start + TRANSACTIONS.length, body.length - CLOSE.length),
  };
}
