import { expect } from "chai";
import type { Transaction } from "../../server/domain/order/order.ts";
import type { Entry } from "../../server/store/tables/order-table.ts";
import { createRecentOrders, type RecentOrders } from "../../server/store/tables/recent-orders.ts";

const KEY = { merchantId: "MERCHANT", orderId: "order" };

describe("the orders that were looked at last", () => {
  let recent: RecentOrders;

  beforeEach(() => {
    recent = createRecentOrders({ orders: 2, textBytes: 8 * 100 });
  });

  const look = (entry: Entry): readonly Transaction[] => recent.orderOf(KEY, entry).transactions;
  const isKnown = (entry: Entry): boolean => look(entry)[0] === look(entry)[0];

  it("are parsed once, and only what is new of one that has grown", () => {
    const one = entryOf(["1"]);
    const two = entryOf(["2", "3"], one);
    const three = entryOf(["4"], entryOf(["3.5"], two));
    const [first] = look(one);
    expect(look(two)).to.deep.equal(noted("1", "2", "3"));
    expect(look(two)[0]).to.equal(first);
    expect(look(three)).to.deep.equal(noted("1", "2", "3", "3.5", "4"));
    expect(look(three)[0]).to.equal(first);
  });

  it("are as they were when what grew is taken back", () => {
    const one = entryOf(["1"]);
    look(entryOf(["lost"], one));
    expect(look(one)).to.deep.equal(noted("1"));
    expect(look(entryOf(["2"], one))).to.deep.equal(noted("1", "2"));
  });

  it("are no more than so many, and no more than so many bytes", () => {
    const [first, second, third] = [entryOf(["1"]), entryOf(["2"]), entryOf(["3"])];
    const [before] = look(first);
    look(second);
    expect(look(first)[0]).to.equal(before);
    look(third);
    expect(look(first)[0]).to.not.equal(before);
    expect(isKnown(entryOf(["x".repeat(80)]))).to.equal(true);
    expect(isKnown(entryOf(["x".repeat(100)]))).to.equal(false);
  });

  it("are lists of the caller's own", () => {
    const entry = entryOf(["1"]);
    (look(entry) as Transaction[]).splice(0);
    expect(look(entry)).to.deep.equal(noted("1"));
  });
});

function noted(...notes: readonly string[]): readonly { note: string }[] {
  return notes.map((note) => ({ note }));
}

function entryOf(notes: readonly string[], before?: Entry): Entry {
  const bytes = Buffer.from(
    noted(...notes)
      .map((it) => JSON.stringify(it))
      .join(","),
  );
  const slab = { bytes, file: undefined, position: 0 };
  const count = notes.length + (before?.count ?? 0);
  return { place: 0, count, batch: 0, slab, start: 0, length: bytes.length, before };
}
