import { existsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { NOBODY } from "./by-merchant.ts";
import { rawLinesOf } from "./journal-lines.ts";

/** What one append writes at most, lines being whole. */
const APPEND_BYTES_MAX = 1 << 20;

/**
 * Writes a new file of what each merchant did last according to the others, the oldest first; every merchant has the same share
 * of so many bytes, and what some do not need falls to the others. Where there is but one merchant none is written: nobody
 * has pushed it out. The files stay as they are.
 */
export async function carryOver(into: string, from: readonly string[], bytesMax: number): Promise<void> {
  await rm(into, { force: true });
  const files = from.filter((path) => existsSync(path));
  const bytes = await bytesByMerchant(files);
  if (bytes.size < 2) return;
  const share = shareOf([...bytes.values()], bytesMax);
  const handle = await open(into, "wx", 0o600);
  try {
    try {
      await writeNewest(handle, files, { left: bytes, share });
    } finally {
      await handle.close();
    }
  } catch (error) {
    await rm(into, { force: true });
    throw error;
  }
}

async function bytesByMerchant(files: readonly string[]): Promise<Map<string, number>> {
  const bytes = new Map<string, number>();
  for await (const line of linesIn(files)) {
    const merchant = merchantIn(line);
    bytes.set(merchant, (bytes.get(merchant) ?? 0) + line.length + 1);
  }
  return bytes;
}

async function* linesIn(files: readonly string[]): AsyncGenerator<Buffer, void, undefined> {
  for (const path of files) for await (const { line } of rawLinesOf(path)) yield line;
}

/** Bytes that each may have so that all together have no more than so many. */
export function shareOf(sizes: readonly number[], bytesMax: number): number {
  let left = bytesMax;
  for (const [index, size] of sizes.toSorted((one, other) => one - other).entries()) {
    const share = left / (sizes.length - index);
    if (size > share) return share;
    left -= size;
  }
  return Infinity;
}

interface Shares {
  /** Bytes of each merchant from the next line on. */
  readonly left: Map<string, number>;
  readonly share: number;
}

async function writeNewest(
  handle: FileHandle,
  files: readonly string[],
  { left, share }: Shares,
): Promise<void> {
  let pieces: Buffer[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    await handle.appendFile(Buffer.concat(pieces));
    [pieces, length] = [[], 0];
  };
  for await (const line of linesIn(files)) {
    const merchant = merchantIn(line);
    const bytes = left.get(merchant) ?? 0;
    left.set(merchant, bytes - line.length - 1);
    if (bytes > share) continue;
    pieces.push(line, NEWLINE);
    length += line.length + 1;
    if (length >= APPEND_BYTES_MAX) await flush();
  }
  await flush();
}

const NEWLINE = Buffer.from("\n");

/** It stands near the beginning, in front of the request, which may hold anything. */
const MERCHANT = /"merchantId":"((?:[^"\\]|\\.)*)"/;
const BEGINNING_BYTES = 512;

function merchantIn(line: Buffer): string {
  const [beginning = ""] = line.toString("latin1", 0, BEGINNING_BYTES).split('"request":', 1);
  return MERCHANT.exec(beginning)?.[1] ?? NOBODY;
}
