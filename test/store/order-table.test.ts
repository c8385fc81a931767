import fc from "fast-check";
import { expect } from "chai";
import { behind, NO_LINES } from "../../server/store/lines/log-chain.ts";
import { unwritten, type OrderPart } from "../../server/store/lines/commit-line.ts";
import { mostLineBytesOf, writeLine } from "../../server/store/lines/log-line.ts";
import {
  addTransactions,
  clearOrders,
  createOrderTable,
  pageOf,
  type OrderTable,
  type Undo,
  undoAll,
} from "../../server/store/tables/order-table.ts";
import { createRecordTable } from "../../server/store/tables/record-table.ts";
import { createRecentOrders, type RecentOrders } from "../../server/store/tables/recent-orders.ts";
import { bytesOf, cursorOver, lengthOf, moveText, type StoredText } from "../../server/store/lines/slab.ts";
import { commitsOf, textsOf, viewOf, type TableView } from "../../server/store/tables/table-view.ts";
import { createMemoryFile } from "./memory-file.ts";

const MERCHANT = "MERCHANT";
const IDS = ["a", "b", "__proto__", "d"];

const growth = fc.record({
  id: fc.constantFrom(...IDS),
  transactions: fc.array(fc.string(), { minLength: 1, maxLength: 3 }),
  /** A part that starts an order replaces the one that is there. */
  isStart: fc.boolean(),
});
const step = fc.oneof(
  { weight: 8, arbitrary: growth },
  { weight: 1, arbitrary: fc.constant("reset" as const) },
);
/** Steps that hold, or that fail and are taken back, while a snapshot of what was before is made or not. */
const batch = fc.record({
  holds: fc.boolean(),
  isMoved: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Batch = typeof batch extends fc.Arbitrary<infer T> ? T : never;
type Model = Map<string, string[]>;

describe("the orders in memory", () => {
  it("are what a plain map would hold, wherever their texts move and whatever fails and is taken back", () => {
    const check = (batches: readonly Batch[]): void => {
      const orders = {
        table: createOrderTable(),
        recent: createRecentOrders({ orders: 3, textBytes: 1000 }),
      };
      let model: Model = new Map();
      for (const each of batches) {
        model = run(orders, model, each);
        expectSame(orders, model);
      }
    };
    fc.assert(fc.property(fc.array(batch, { maxLength: 12 }), check), { numRuns: 300 });
  });
});

/** Orders, of which some are still known from the last look. */
interface Orders {
  readonly table: OrderTable;
  readonly recent: RecentOrders;
}

/** Returns what the table should hold then. */
function run(orders: Orders, before: Model, { holds, isMoved, steps }: Batch): Model {
  const { table } = orders;
  const after: Model = new Map([...before].map(([id, notes]) => [id, [...notes]]));
  const view = viewOf({ orders: table, records: createRecordTable() });
  const undo = steps.map((doing) => take(table, after, doing));
  expectSame(orders, after);
  if (isMoved) moveAll(view);
  expectSame(orders, after);
  if (holds) return after;
  undoAll(undo);
  return before;
}

function take(table: OrderTable, model: Model, doing: Step): Undo {
  if (doing === "reset") {
    model.clear();
    return clearOrders(table, MERCHANT, 0);
  }
  const { id, transactions, isStart } = doing;
  const old = isStart ? [] : (model.get(id) ?? []);
  model.set(id, [...old, ...transactions]);
  const text = transactions.map((note) => JSON.stringify({ note })).join(",");
  return addTransactions(table, MERCHANT, partOf(id, old.length, transactions.length, stored(text)), 0);
}

function partOf(orderId: string, from: number, count: number, text: StoredText): OrderPart<StoredText> {
  return { orderId, from, count, text };
}

function stored(text: string): StoredText {
  const bytes = Buffer.from(text);
  return { slab: { bytes, file: undefined, position: 0 }, start: 0, length: bytes.length, before: undefined };
}

/** As a compaction does it: lines of a file that hold each text as a whole. */
function moveAll(view: TableView): void {
  const file = createMemoryFile();
  const slab = { bytes: undefined, file, position: 0 };
  const starts = [...commitsOf(view)].map((commit) => {
    const line = unwritten(commit, behind(NO_LINES));
    const cursor = cursorOver(Buffer.alloc(mostLineBytesOf(line)));
    const start = file.length() + (writeLine(cursor, line).order?.text.start ?? 0);
    file.append(cursor.bytes.subarray(0, cursor.end));
    return start;
  });
  for (const [index, text] of [...textsOf(view)].entries()) moveText(text, slab, starts[index] ?? 0);
}

function expectSame({ table, recent }: Orders, model: Model): void {
  const { entries } = pageOf(table, MERCHANT, { limit: Infinity, after: undefined });
  const held = entries.map(([orderId, entry]) => {
    const { transactions } = recent.orderOf({ merchantId: MERCHANT, orderId }, entry);
    expect(transactions).to.deep.equal(JSON.parse(`[${bytesOf(entry).toString()}]`));
    return [orderId, (transactions as unknown as { note: string }[]).map(({ note }) => note)];
  });
  expect(held).to.deep.equal([...model]);
  const fresh = createOrderTable();
  for (const [id, entry] of entries) {
    expect(bytesOf(entry)).to.have.length(lengthOf(entry));
    addTransactions(fresh, MERCHANT, partOf(id, 0, entry.count, stored(bytesOf(entry).toString())), 0);
  }
  expect(table.bytes).to.equal(fresh.bytes);
}
