import { holdsCardNumber } from "../domain/card/card.ts";
import { CHIP_MEMBER_READERS, EMV_TAGS } from "./chip-members.ts";
import type { ChipMembers, EmvTag } from "./chip-members.ts";
import { formatHex, parseHex } from "./tdes.ts";

/** One value that the chip or the terminal sent; templates are opened. */
export interface EmvElement {
  readonly tag: string;
  readonly value: string;
}

/** What is wrong with the data. Holds tags and places, never a value. */
export interface EmvFault {
  readonly reason: "malformed" | "unpermitted" | "unreadable";
  readonly tag: string | undefined;
  /** Goes on after the field's name: "emvRequest " + explanation. */
  readonly explanation: string;
}

export type EmvReading =
  | { readonly elements: readonly EmvElement[]; readonly members: ChipMembers; readonly fault: undefined }
  | { readonly fault: EmvFault };

/** Reads `emvRequest`; the first fault counts: form, then permitted tags, then the values that fill members. */
export function parseEmv(text: string): EmvReading {
  const bytes = parseHex(text);
  if (bytes === undefined) return faulty("malformed", "is not hexadecimal, two digits a byte");
  const reading = parseTlv(bytes);
  if (reading.faultAt !== undefined) {
    return faulty("malformed", `is not BER-TLV: no data object can be read at byte ${reading.faultAt}`);
  }
  const tag = reading.objects.flatMap(tagsOf).find((found) => tagRule(found) === undefined);
  if (tag !== undefined) return faulty("unpermitted", `holds tag ${tag}, which is not permitted`, tag);
  return withMembers(reading.objects.flatMap(elementsOf));
}

/**
 * The data without what no answer brings back (interface section 2.10): neither the tags of card data, nor others
 * that hold the card's number or one like it all the same.
 */
export function returnableEmv(elements: readonly EmvElement[], cardNumber?: string): string {
  const returned = elements.filter(
    ({ tag, value }) => tagRule(tag)?.isSensitive !== true && !holdsNumber(value, cardNumber),
  );
  return formatTlv(returned);
}

/** Numbers are packed, two digits in a byte, or text. */
function holdsNumber(value: string, cardNumber: string | undefined): boolean {
  const forms = [value, Buffer.from(value, "hex").toString("latin1")];
  const isIn = (form: string): boolean => cardNumber !== undefined && form.includes(cardNumber);
  return forms.some((form) => isIn(form) || holdsCardNumber(form));
}

/** A tag that comes twice counts by its first value (assumption A106). */
function withMembers(elements: readonly EmvElement[]): EmvReading {
  const members: Record<string, ChipMembers[keyof ChipMembers]> = {};
  for (const { tag, value } of elements) {
    const member = tagRule(tag)?.fills;
    if (member === undefined || members[member] !== undefined) continue;
    const content = CHIP_MEMBER_READERS[member](value);
    if (content === undefined) return faulty("unreadable", `holds a tag ${tag} that is no ${member}`, tag);
    members[member] = content;
  }
  return { elements, members, fault: undefined };
}

function faulty(reason: EmvFault["reason"], explanation: string, tag?: string): EmvReading {
  return { fault: { reason, tag, explanation } };
}

function tagRule(tag: string): EmvTag | undefined {
  return EMV_TAGS[tag];
}

/** A template and all that it holds. */
function tagsOf({ tag, parts }: DataObject): readonly string[] {
  return [tag, ...(parts ?? []).flatMap(tagsOf)];
}

function elementsOf({ tag, value, parts }: DataObject): readonly EmvElement[] {
  return parts?.flatMap(elementsOf) ?? [{ tag, value }];
}

/** One data object of a chip (BER-TLV, ISO/IEC 8825-1 as EMV uses it). Tag and value are hexadecimal. */
export interface DataObject {
  readonly tag: string;
  readonly value: string;
  /** What a template holds; undefined when the object is no template. */
  readonly parts: readonly DataObject[] | undefined;
}

/** The objects, or the byte at which no object can be read. */
type TlvReading =
  | { readonly objects: readonly DataObject[]; readonly faultAt: undefined }
  | { readonly faultAt: number };

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
