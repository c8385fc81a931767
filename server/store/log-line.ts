import { crc32 } from "node:zlib";
import { formatCommit, parseCommit, type CommitLine } from "./commit-line.ts";
import { migrated, type LogFormat } from "./log-format.ts";
import type { RecordKind, ResetScope } from "./store.ts";

/** Everything of the merchant that the scope names is forgotten. */
export interface ResetLine extends ResetScope {
  readonly kind: "reset";
  readonly merchantId: string;
}

/**
 * One line of the log or of a snapshot. `end` closes a snapshot, so that a cut one is noticed;
 * `probe` says nothing and is written to see whether writing works again.
 */
export type LogLine =
  | CommitLine
  | { readonly kind: "header"; readonly version: number; readonly generation: number }
  | ResetLine
  | { readonly kind: "end"; readonly lines: number }
  | { readonly kind: "probe" };

/** Every line ends with the checksum of what stands before it, and is still one JSON object. */
const SEAL_BYTES = ',"crc":"00000000"}'.length;

/** The line's bytes, with its newline. */
export function formatLine(line: LogLine): Buffer {
  return sealed(
    line.kind === "commit" ? formatCommit(line) : [Buffer.from(JSON.stringify(line).slice(0, -1))],
  );
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

function meaningOf(body: Buffer): LogLine {
  const line = parseCommit(body) ?? (JSON.parse(`${body.toString()}}`) as LogLine);
  return line.kind === "reset" ? { ...RESET_BEFORE_VERSION_3, ...line } : line;
}

const KINDS_BEFORE_VERSION_3: readonly RecordKind[] = [
  "session",
  "token",
  "token-of-card",
  "risk-assessment",
  "browser-payment",
  "checkout",
];

/** Until version 2 a reset did not say what it forgot; also when the header that tells the version is damaged. */
const RESET_BEFORE_VERSION_3: ResetScope = { orders: true, kinds: KINDS_BEFORE_VERSION_3 };
