import fc from "fast-check";
import { expect } from "chai";
import { changeRecord, clearRecords } from "../../server/store/tables/store-table.ts";
import {
  createRecordTable,
  recordPageOf,
  valueOf,
  type RecordTable,
} from "../../server/store/tables/record-table.ts";
import type { StoredText } from "../../server/store/lines/slab.ts";
import { type Undo, undoAll } from "../../server/store/tables/order-table.ts";

const MERCHANT = "MERCHANT";
const ALL = { limit: Infinity, after: undefined };

/** Ids from `first` on, so many of them that forgetting them leaves gaps worth closing. */
const many = fc.record({
  first: fc.nat(150),
  count: fc.integer({ min: 1, max: 200 }),
  value: fc.option(fc.nat(99), { nil: undefined }),
});
const step = fc.oneof(
  { weight: 8, arbitrary: many },
  { weight: 1, arbitrary: fc.constant("reset" as const) },
);
/** Steps that hold, or that fail and are taken back, last one first. */
const batch = fc.record({ holds: fc.boolean(), steps: fc.array(step, { minLength: 1, maxLength: 4 }) });

type Model = Map<string, number>;
type Step = "reset" | { readonly first: number; readonly count: number; readonly value: number | undefined };
interface Batch {
  readonly holds: boolean;
  readonly steps: readonly Step[];
}

describe("the records in memory", () => {
  it("are what a plain map would hold, in its order, whatever fails and is taken back", () => {
    const check = (batches: readonly Batch[]): void => {
      const table = createRecordTable();
      let model: Model = new Map();
      for (const each of batches) {
        model = run(table, model, each);
        expectSame(table, model);
      }
    };
    fc.assert(fc.property(fc.array(batch, { maxLength: 8 }), check), { numRuns: 300 });
  });
});

/** Returns what the table should hold then. */
function run(table: RecordTable, before: Model, { holds, steps }: Batch): Model {
  const after = new Map(before);
  const undo = steps.flatMap((doing) => take(table, after, doing));
  expectSame(table, after);
  if (holds) return after;
  undoAll(undo);
  return before;
}

function take(table: RecordTable, model: Model, doing: Step): Undo[] {
  if (doing === "reset") {
    model.clear();
    return [clearRecords(table, MERCHANT, ["session"], 0)];
  }
  const { first, count, value } = doing;
  return Array.from({ length: count }, (_, index) => {
    const id = String(first + index);
    if (value === undefined) model.delete(id);
    else model.set(id, value);
    const text = value === undefined ? undefined : storedText(JSON.stringify({ value }));
    return changeRecord(table, MERCHANT, { kind: "session", id, text }, 0);
  });
}

function expectSame(table: RecordTable, model: Model): void {
  const { entries } = recordPageOf(table, MERCHANT, "session", ALL);
  const held = entries.map(([id, entry]) => [id, valueOf(entry)["value"]]);
  expect(held).to.deep.equal([...model]);
  const [after] = [...model.keys()].slice(10);
  const page = recordPageOf(table, MERCHANT, "session", { limit: 5, after }).entries.map(([id]) => id);
  expect(page).to.deep.equal([...model.keys()].slice(after === undefined ? 0 : 11).slice(0, 5));
  const empty = createRecordTable();
  for (const [id, { text }] of entries) changeRecord(empty, MERCHANT, { kind: "session", id, text }, 0);
  expect(table.bytes).to.equal(empty.bytes);
  expect(gapsIn(table)).to.be.at.most(Math.max(64, model.size));
}

function gapsIn(table: RecordTable): number {
  const records = table.merchants.get(MERCHANT)?.get("session");
  return records === undefined ? 0 : records.ids.length - records.entries.size;
}

function storedText(json: string): StoredText {
  const bytes = Buffer.from(json);
  const slab = { bytes, file: undefined, position: 0 };
  return { slab, start: 0, length: bytes.length, before: undefined };
}
