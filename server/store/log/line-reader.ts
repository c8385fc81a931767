/** A line without its newline; `ended` is false when the file ends before the newline. */
export interface RawLine {
  readonly bytes: Buffer;
  readonly ended: boolean;
}

const NEWLINE = 10;

/** The lines of a file, as many at a time as a chunk of it holds. */
export async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly RawLine[]> {
  let open: Buffer[] = [];
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end < 0) {
      open.push(chunk);
      continue;
    }
    yield split(Buffer.concat([...open, chunk.subarray(0, end + 1)]));
    open = end + 1 === chunk.length ? [] : [chunk.subarray(end + 1)];
  }
  if (open.length > 0) yield [{ bytes: Buffer.concat(open), ended: false }];
}

function split(bytes: Buffer): RawLine[] {
  const lines: RawLine[] = [];
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, start);
    lines.push({ bytes: bytes.subarray(start, end), ended: true });
    start = end + 1;
  }
  return lines;
}
