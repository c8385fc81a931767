import fc from "fast-check";
import { expect } from "chai";
import type { CommitLine } from "../../server/store/commit-line.ts";
import { LOG_FORMAT } from "../../server/store/log-format.ts";
import { formatLine, parseLine } from "../../server/store/log-line.ts";
import { KINDS } from "./sample-records.ts";

/** Text that looks like the line around it, and any other. */
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("values", "transactions", ',"values":[', ',"transactions":[', "],", '"}', "\n", "\ud800"),
);
const object = fc.dictionary(text, fc.oneof(text, fc.array(fc.dictionary(text, text, { maxKeys: 2 }))), {
  maxKeys: 4,
});
const jsonText = object.map((value) => Buffer.from(JSON.stringify(value)));
const order = fc.record({
  orderId: text,
  from: fc.nat(9),
  count: fc.nat(9),
  text: fc.array(jsonText, { maxLength: 3 }).map((texts) => Buffer.from(texts.join(","))),
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
      fc.property(commit, text, (changed, merchantId) => {
        const line: CommitLine = { kind: "commit", merchantId, ...changed };
        const bytes = formatLine(line);
        expect(bytes.indexOf("\n")).to.equal(bytes.length - 1);
        expect(JSON.parse(bytes.toString())).to.include({ kind: "commit", merchantId });
        const read = parseLine(bytes.subarray(0, -1), LOG_FORMAT.version, LOG_FORMAT);
        expect(read).to.deep.equal(line);
      }),
      { numRuns: 2000 },
    );
  });
});
