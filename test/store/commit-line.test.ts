import fc from "fast-check";
import { expect } from "chai";
import { unwritten, type CommitLine } from "../../server/store/lines/commit-line.ts";
import { LOG_FORMAT, mostLineBytesOf, parseLine, writeLine } from "../../server/store/lines/log-line.ts";
import { bytesOf, cursorOver } from "../../server/store/lines/slab.ts";
import { KINDS } from "./sample-records.ts";

/** Text that looks like the line around it, and any other. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("values", "transactions", ',"values":[', ',"transactions":[', "],", '"}', "\n", "\ud800"),
);
const object = fc.dictionary(text, fc.oneof(text, fc.array(fc.dictionary(text, text, { maxKeys: 2 }))), {
  maxKeys: 4,
});
const jsonText = object.map((value) => JSON.stringify(value));
const order = fc.record({
  orderId: text,
  from: fc.nat(9),
  count: fc.nat(9),
  text: fc.array(jsonText, { maxLength: 3 }).map((texts) => texts.join(",")),
});
const record = fc.record({
  kind: fc.constantFrom(...KINDS),
  id: text,
  text: fc.option(jsonText, { nil: undefined }),
});
const commit = fc.oneof(
  fc.record({ order, records: fc.array(record, { maxLength: 3 }) }),
  fc.record({
    order: fc.constant(undefined),
    records: fc.array(record, { minLength: 1, maxLength: 3 }),
  }),
);

describe("the line of a commit", () => {
  it("is one JSON object on one line, and means what was written", () => {
    fc.assert(
      fc.property(commit, text, fc.nat(9), fc.boolean(), (changed, merchantId, start, isBytes) => {
        const line: CommitLine<string> = { kind: "commit", merchantId, ...changed };
        const numbered = { n: start + 1, prev: "0123abcd" };
        const loose = unwritten(isBytes ? mapped(line, (json) => Buffer.from(json)) : line, numbered);
        const cursor = { ...cursorOver(Buffer.alloc(start + mostLineBytesOf(loose))), end: start };
        const written = writeLine(cursor, loose);
        expect(mapped(written, (stored) => bytesOf(stored).toString())).to.deep.equal(line);
        const bytes = cursor.bytes.subarray(start, cursor.end);
        expect(bytes.indexOf("\n")).to.equal(bytes.length - 1);
        expect(JSON.parse(bytes.toString())).to.include({ kind: "commit", merchantId, ...numbered });
        const place = { slab: cursor.slab, start };
        const read = parseLine(bytes.subarray(0, -1), place, {
          version: LOG_FORMAT.version,
          format: LOG_FORMAT,
        });
        const { crc } = JSON.parse(bytes.toString()) as { crc: string };
        expect(read).to.deep.equal({ line: written, numbered, crc });
      }),
      { numRuns: 2000 },
    );
  });
});

function mapped<From, To>(line: CommitLine<From>, change: (text: From) => To): CommitLine<To> {
  const { order, records } = line;
  return {
    ...line,
    order: order && { ...order, text: change(order.text) },
    records: records.map(({ kind, id, text: json }) => ({
      kind,
      id,
      text: json === undefined ? undefined : change(json),
    })),
  };
}
