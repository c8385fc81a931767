import { formatHex } from "./hex.ts";

/** One data object of a chip (BER-TLV, ISO/IEC 8825-1 as EMV uses it). Tag and value are hexadecimal. */
export interface DataObject {
  readonly tag: string;
  readonly value: string;
  /** What a template holds; undefined when the object is no template. */
  readonly parts: readonly DataObject[] | undefined;
}

/** The objects, or the byte at which no object can be read. */
export type TlvReading =
  { readonly objects: readonly DataObject[]; readonly faultAt: undefined } | { readonly faultAt: number };

const TAG_BYTES_MAX = 4;
const LENGTH_BYTES_MAX = 4;

export function parseTlv(bytes: Buffer): TlvReading {
  return readRange(bytes, 0, bytes.length);
}

function readRange(bytes: Buffer, from: number, to: number): TlvReading {
  const objects: DataObject[] = [];
  let at = pastFiller(bytes, from, to);
  while (at < to) {
    const header = readHeader(bytes, at, to);
    if (header === undefined) return { faultAt: at };
    const { tag, start, end } = header;
    const inner = isTemplate(tag) ? readRange(bytes, start, end) : undefined;
    if (inner?.faultAt !== undefined) return inner;
    objects.push({ tag, value: formatHex(bytes.subarray(start, end)), parts: inner?.objects });
    at = pastFiller(bytes, end, to);
  }
  return { objects, faultAt: undefined };
}

/** Zeros before, between and behind objects have no meaning (EMV Book 3, annex B1). */
function pastFiller(bytes: Buffer, from: number, to: number): number {
  const next = bytes.subarray(from, to).findIndex((byte) => byte !== 0);
  return next < 0 ? to : from + next;
}

interface Header {
  readonly tag: string;
  /** Where the value begins and ends. */
  readonly start: number;
  readonly end: number;
}

function readHeader(bytes: Buffer, at: number, to: number): Header | undefined {
  const lengthAt = at + tagBytes(bytes.subarray(at, to));
  const length = readLength(bytes.subarray(lengthAt, to));
  if (lengthAt === at || length === undefined) return undefined;
  const start = lengthAt + length.bytes;
  const end = start + length.value;
  return end > to ? undefined : { tag: formatHex(bytes.subarray(at, lengthAt)), start, end };
}

/** How many bytes the tag has: one, unless its five low bits are set; then until a byte without the high bit. */
function tagBytes(bytes: Buffer): number {
  if (((bytes[0] ?? 0) & 0x1f) !== 0x1f) return 1;
  const last = bytes.findIndex((byte, index) => index > 0 && byte < 0x80);
  return last < TAG_BYTES_MAX ? last + 1 : 0;
}

/** One byte below 80; above it, as many bytes as its low bits say. An open end (80 itself) is no EMV. */
function readLength(bytes: Buffer): { readonly value: number; readonly bytes: number } | undefined {
  const [first] = bytes;
  if (first === undefined) return undefined;
  if (first < 0x80) return { value: first, bytes: 1 };
  const count = first & 0x7f;
  if (count === 0 || count > LENGTH_BYTES_MAX || count >= bytes.length) return undefined;
  return { value: bytes.readUIntBE(1, count), bytes: 1 + count };
}

/** A tag's sixth bit says that its value is made of data objects. */
function isTemplate(tag: string): boolean {
  return (Number.parseInt(tag.slice(0, 2), 16) & 0x20) !== 0;
}

/** The objects as a chip would send them, with the shortest lengths. A template's value is taken as it is. */
export function formatTlv(objects: readonly Pick<DataObject, "tag" | "value">[]): string {
  return objects.map(({ tag, value }) => tag + formatLength(value.length / 2) + value).join("");
}

function formatLength(length: number): string {
  const digits = length.toString(16).toUpperCase();
  const bytes = digits.padStart(digits.length + (digits.length % 2), "0");
  return length < 0x80 ? bytes : (0x80 + bytes.length / 2).toString(16).toUpperCase() + bytes;
}
