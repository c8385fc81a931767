import fc from "fast-check";
import { expect } from "chai";
import type { CommitLine } from "../../server/store/lines/commit-line.ts";
import { createLogTail, type LogTail, type Taken } from "../../server/store/log/log-tail.ts";
import { bytesOf, settle, type Slab, type StoredText } from "../../server/store/lines/slab.ts";
import { createMemoryFile, type MemoryFile } from "./memory-file.ts";

const SIZE = { slabBytes: 2000, keptBytes: 6000 };

const puts = fc.array(fc.constantFrom(0, 10, 300, 3000), { minLength: 1, maxLength: 12 });
/** What comes of the lines that are taken, and how many are put while they are on their way. */
const batch = fc.record({
  puts,
  behind: puts,
  becomes: fc.constantFrom(
    "written" as const,
    "written" as const,
    "failed" as const,
    "last of file" as const,
  ),
});
type Batch = typeof batch extends fc.Arbitrary<infer T> ? T : never;

/** The texts that are there, with what they say. */
type Told = [StoredText, string][];

interface Progress {
  readonly tail: LogTail;
  readonly slabs: Set<Slab>;
  file: MemoryFile;
  /** On disk. */
  told: Told;
  /** Put behind what was taken. */
  waiting: Told;
  /** All that was written, to whatever file. */
  log: string;
}

describe("the end of the log in memory", () => {
  it("gives back what was put, in memory or from files, whatever fails and wherever it moves", () => {
    const check = (batches: readonly Batch[]): void => {
      const progress = begin();
      for (const each of batches) {
        run(progress, each);
        for (const [text, said] of [...progress.told, ...progress.waiting]) {
          expect(bytesOf(text).toString()).to.equal(said);
        }
      }
    };
    fc.assert(fc.property(fc.array(batch, { maxLength: 12 }), check), { numRuns: 300 });
  });

  it("chains the lines that are written, whatever fails and wherever they go", () => {
    const check = (batches: readonly Batch[]): void => {
      const progress = begin();
      for (const each of batches) run(progress, each);
      let [n, prev] = [0, "00000000"];
      for (const line of progress.log.split("\n").slice(0, -1)) {
        const { crc, ...numbered } = JSON.parse(line) as { n: number; prev: string; crc: string };
        expect(numbered).to.include({ n: n + 1, prev });
        [n, prev] = [n + 1, crc];
      }
    };
    fc.assert(fc.property(fc.array(batch, { maxLength: 12 }), check), { numRuns: 300 });
  });

  it("holds no more in memory than it may keep, one slab, and what is not on disk", () => {
    const check = (batches: readonly Batch[]): void => {
      const progress = begin();
      for (const each of batches) {
        run(progress, each);
        const unwritten = progress.waiting.map(([{ slab }]) => slab);
        const held = [...progress.slabs].filter((slab) => !unwritten.includes(slab));
        const bytes = held.reduce((sum, slab) => sum + (slab.bytes?.length ?? 0), 0);
        expect(bytes).to.be.at.most(SIZE.keptBytes + largestOf(progress.slabs));
      }
    };
    fc.assert(fc.property(fc.array(batch, { minLength: 10, maxLength: 40 }), check), { numRuns: 100 });
  });

  it("keeps what was written last in memory, and only in the file what was written long before", () => {
    const progress = begin();
    for (let count = 0; count < 40; count += 1) {
      run(progress, { puts: [300], behind: [300], becomes: "written" });
    }
    const inMemory = progress.told.map(([{ slab }]) => slab.bytes !== undefined);
    expect(inMemory.indexOf(true)).to.be.above(40);
    expect(inMemory.lastIndexOf(false)).to.be.below(inMemory.indexOf(true));
    expect(progress.told.every(([{ slab }]) => slab.file !== undefined)).to.equal(true);
  });
});

function begin(): Progress {
  const tail = createLogTail(SIZE);
  return { tail, slabs: new Set(), file: createMemoryFile(), told: [], waiting: [], log: "" };
}

function run(progress: Progress, { puts: sizes, behind, becomes }: Batch): void {
  const { tail } = progress;
  const taken = [...progress.waiting, ...put(progress, sizes)];
  const lines = tail.take();
  // As the store does it: what follows a batch that ends its file cannot stand behind it.
  if (becomes === "last of file") tail.startAnew();
  progress.waiting = put(progress, behind);
  if (becomes === "failed") {
    tail.forget();
    progress.waiting = [];
    return;
  }
  write(progress, lines);
  progress.told.push(...taken);
  if (becomes === "last of file") progress.file = createMemoryFile();
}

function put({ tail, slabs }: Progress, sizes: readonly number[]): Told {
  return sizes.map((size, index) => {
    const said = JSON.stringify({ index, text: "é".repeat(size) });
    if (size === 0) tail.putPlain({ kind: "reset", merchantId: "MERCHANT", orders: true, kinds: [] });
    const { order, records } = tail.put(index % 2 === 0 ? orderOf(said) : recordOf(said));
    const text = order?.text ?? records[0]?.text;
    if (text === undefined) throw new Error("the commit has lost its text");
    slabs.add(text.slab);
    return [text, said];
  });
}

function write(progress: Progress, taken: Taken): void {
  const { tail, file } = progress;
  const position = file.length();
  for (const { slab, from, to } of taken.runs) {
    const bytes = slab.bytes?.subarray(from, to) ?? Buffer.alloc(0);
    file.append(bytes);
    progress.log += bytes.toString();
  }
  settle(taken.runs, file, position);
  tail.written(taken);
}

function orderOf(text: string): CommitLine<string> {
  const order = { orderId: "order", from: 0, count: 1, text };
  return { kind: "commit", merchantId: "MERCHANT", order, records: [] };
}

function recordOf(text: string): CommitLine<string> {
  const records = [{ kind: "session" as const, id: "session", text }];
  return { kind: "commit", merchantId: "MERCHANT", order: undefined, records };
}

function largestOf(slabs: ReadonlySet<Slab>): number {
  return Math.max(SIZE.slabBytes, ...[...slabs].map(({ bytes }) => bytes?.length ?? 0));
}
