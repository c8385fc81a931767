/** Bytes that are written for one digest and wiped after it, as they are used again and may be card data. */
export interface Scratch {
  bytes: Buffer;
  /** Where the next byte goes. */
  end: number;
  /** What stands in front of everything that is written, and stays. */
  readonly head: Uint8Array;
}

/** Enough for nearly every request; more is not kept. */
const USUAL_BYTES = 16_384;

export function newScratch(head: Uint8Array): Scratch {
  return { bytes: newBytes(head), end: head.length, head };
}

function newBytes(head: Uint8Array): Buffer {
  const bytes = Buffer.alloc(USUAL_BYTES);
  bytes.set(head);
  return bytes;
}

/** No UTF-16 unit takes more bytes. */
const UTF_8_MAX = 3;
const ASCII_MAX = 0x7f;
/** Calling the library takes longer than writing so many characters. */
const SHORT_MAX = 64;

/** Writes the text in UTF-8. */
export function writeText(out: Scratch, text: string): void {
  makeRoom(out, text.length * UTF_8_MAX);
  const { bytes, end } = out;
  out.end += text.length <= SHORT_MAX && writeAscii(out, text) ? text.length : bytes.write(text, end);
}

/** Whether all of the text is ASCII, and so has been written. */
function writeAscii({ bytes, end }: Scratch, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > ASCII_MAX) return false;
    bytes[end + index] = code;
  }
  return true;
}

/** Copied here, as most are short. */
export function writeBytes(out: Scratch, given: Uint8Array): void {
  makeRoom(out, given.length);
  const { bytes, end } = out;
  for (let index = 0; index < given.length; index += 1) bytes[end + index] = given[index] ?? 0;
  out.end = end + given.length;
}

function makeRoom(out: Scratch, length: number): void {
  const { bytes, end } = out;
  if (end + length <= bytes.length) return;
  out.bytes = Buffer.alloc((end + length) * 2);
  out.bytes.set(bytes.subarray(0, end));
  bytes.fill(0);
}

/** Nothing of what was written stays behind. */
export function wipe(out: Scratch): void {
  const { bytes, end, head } = out;
  bytes.fill(0, head.length, end);
  if (bytes.length > USUAL_BYTES) out.bytes = newBytes(head);
  out.end = head.length;
}
