import { expect } from "chai";
import fc from "fast-check";
import { evictedOf } from "../../../server/gateway/merchants/keeping/evictions.ts";
import { createKeptOrders } from "../../../server/gateway/merchants/keeping/kept-orders.ts";
import type {
  KeepingStore,
  KeptOrdersLimits,
} from "../../../server/gateway/merchants/keeping/kept-orders.ts";
import { ORDERS_AND_THEIR_RECORDS, StoreUnavailable } from "../../../server/store/store.ts";
import type { Store } from "../../../server/store/store.ts";
import { add } from "../../store/sample-orders.ts";
import { storeOfEachTest } from "./store-of-each-test.ts";

const DAY = 86_400_000;

/** A store whose orders are kept within limits, at a time that the test sets. */
interface Keeping extends KeepingStore {
  now: number;
  readonly inner: Store;
  readonly told: Record<string, number>;
  readonly bugs: unknown[];
}

function keeping(inner: Store, limits: Readonly<Record<string, Partial<KeptOrdersLimits>>>): Keeping {
  const state = { now: 0, inner, told: {} as Record<string, number>, bugs: [] as unknown[] };
  const kept = createKeptOrders({
    store: inner,
    pages: { forgetOf: () => Promise.resolve() },
    limitOf: (merchantId, limit) => limits[merchantId]?.[limit],
    clock: () => state.now,
    evicted: (merchantId, orders) => {
      state.told[merchantId] = (state.told[merchantId] ?? 0) + orders;
    },
    reportBug: (error) => state.bugs.push(error),
  });
  return Object.assign(state, kept);
}

const begin = (store: Store, merchantId: string, orderId: string): Promise<number> =>
  add(store, { merchantId, orderId }, "1");

function at(now: number, kept: Keeping): Keeping {
  return Object.assign(kept, { now });
}

async function idsOf(store: Store, merchantId: string): Promise<readonly string[]> {
  return (await store.list(merchantId, { limit: Infinity, after: undefined })).map(({ id }) => id);
}

const numbers = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, index) => String(from + index));

describe("the orders that are kept", () => {
  let inner: Store;
  storeOfEachTest((store) => {
    inner = store;
  });

  it("are all of them without a limit, and nobody counts them", async () => {
    const kept = keeping({ ...inner, countOrders: () => Promise.reject(new Error("counted")) }, {});
    for (const id of numbers(0, 40)) await begin(kept.store, "M", id);
    await kept.sweep();
    expect(await idsOf(inner, "M")).to.deep.equal(numbers(0, 40));
    expect(kept.bugs).to.deep.equal([]);
  });

  it("are the newest of each merchant, and those of others stay", async () => {
    const kept = keeping(inner, { M: { ordersKept: 3 }, OTHER: { ordersKept: 100 } });
    for (const id of numbers(0, 9)) await Promise.all(["M", "OTHER"].map((of) => begin(kept.store, of, id)));
    expect(await idsOf(inner, "M")).to.deep.equal(["6", "7", "8"]);
    expect(await idsOf(inner, "OTHER")).to.have.lengthOf(9);
    expect(kept.told).to.deep.equal({ M: 6 });
    expect(await evictedOf(inner, "M", "orders")).to.equal(6);
    expect(await evictedOf(inner, "OTHER", "orders")).to.equal(0);
    await inner.reset("M", ORDERS_AND_THEIR_RECORDS);
    expect(await evictedOf(inner, "M", "orders"), "after a reset").to.equal(0);
  });

  it("are never fewer than the limit, and never more than a sixteenth beyond it", async function () {
    this.timeout(30_000);
    const run = {
      limit: fc.integer({ min: 1, max: 60 }),
      bursts: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 6 }),
    };
    let merchant = 0;
    await fc.assert(
      fc.asyncProperty(fc.record(run), async ({ limit, bursts }) => {
        const id = `M${(merchant += 1)}`;
        const kept = keeping(inner, { [id]: { ordersKept: limit } });
        let begun = 0;
        for (const burst of bursts) {
          const orders = numbers(begun, begun + burst);
          begun += burst;
          await Promise.all(orders.map((order) => begin(kept.store, id, order)));
          const ids = await idsOf(inner, id);
          expect(ids).to.deep.equal(numbers(begun - ids.length, begun));
          expect(ids.length).to.be.within(Math.min(limit, begun), limit + Math.floor(limit / 16));
          expect(kept.told[id] ?? 0).to.equal(begun - ids.length);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("are counted a few times for many orders, however many there are", async () => {
    let counts = 0;
    const countOrders = (merchantId: string): Promise<number> => {
      counts += 1;
      return inner.countOrders(merchantId);
    };
    const kept = keeping({ ...inner, countOrders }, { M: { ordersKept: 160 } });
    for (const id of numbers(0, 331)) await begin(kept.store, "M", id);
    expect(counts).to.equal(47);
  });

  it("are not fewer than the limit when another process evicts some meanwhile", async () => {
    for (const id of numbers(0, 10)) await begin(inner, "M", id);
    const list: Store["list"] = async (...asked) => {
      await keeping(inner, { M: { ordersKept: 4 } }).sweep();
      return inner.list(...asked);
    };
    await keeping({ ...inner, list }, { M: { ordersKept: 4 } }).sweep();
    expect(await idsOf(inner, "M")).to.deep.equal(["6", "7", "8", "9"]);
  });

  it("are brought within a limit that is new for them", async () => {
    for (const id of numbers(0, 1_203)) await begin(inner, "M", id);
    const kept = keeping(inner, { M: { ordersKept: 2 } });
    await kept.sweep();
    expect(await idsOf(inner, "M")).to.deep.equal(["1201", "1202"]);
    expect(kept.told).to.deep.equal({ M: 1_201 });
  });

  it("go when they are older than so many days, also when no order begins any more", async () => {
    const kept = keeping(inner, { M: { daysKept: 3 } });
    const left: (readonly string[])[] = [];
    for (let day = 0; day < 9; day += 1) {
      kept.now = day * DAY;
      if (day < 4) await begin(kept.store, "M", `day ${day}`);
      await kept.sweep();
      left.push(await idsOf(inner, "M"));
    }
    expect(left.map(({ length }) => length)).to.deep.equal([1, 2, 3, 3, 2, 1, 0, 0, 0]);
    expect(left[3]).to.deep.equal(["day 1", "day 2", "day 3"]);
    expect(await evictedOf(inner, "M", "orders")).to.equal(4);
  });

  it("do not go with an old one whose id they have taken", async () => {
    const kept = keeping(inner, { M: { daysKept: 2, ordersKept: 2 } });
    await begin(kept.store, "M", "again");
    kept.now = DAY;
    for (const id of ["a", "b", "again"]) await begin(kept.store, "M", id);
    kept.now = 2.5 * DAY;
    await kept.sweep();
    expect(await idsOf(inner, "M")).to.deep.equal(["b", "again"]);
  });

  it("do not go when another process evicts an old one first, and they take its id", async () => {
    const days = { M: { daysKept: 2 } };
    await begin(keeping(inner, days).store, "M", "again");
    const other = at(2.5 * DAY, keeping(inner, days));
    const evict: Store["evict"] = async (...asked) => {
      await other.sweep();
      for (const id of ["a", "again"]) await begin(other.store, "M", id);
      return inner.evict(...asked);
    };
    const late = at(2.5 * DAY, keeping({ ...inner, evict }, days));
    await late.sweep();
    expect(await idsOf(inner, "M")).to.deep.equal(["a", "again"]);
    expect([other.told, late.told, await evictedOf(inner, "M", "orders")]).to.deep.equal([{ M: 1 }, {}, 1]);
  });

  it("do not go with one that was the newest when another process evicted it, and whose id they take", async () => {
    for (const id of ["again", "a"]) await begin(inner, "M", id);
    const list: Store["list"] = async (merchantId, page) => {
      const listed = await inner.list(merchantId, page);
      if (page.newestFirst === true) {
        await begin(inner, "M", "b");
        await keeping(inner, { M: { ordersKept: 1 } }).sweep();
      }
      return listed;
    };
    await keeping({ ...inner, list }, { M: { daysKept: 2 } }).sweep();
    const kept = at(1.5 * DAY, keeping(inner, { M: { daysKept: 2 } }));
    for (const id of ["again", "a"]) await begin(kept.store, "M", id);
    kept.now = 2.1 * DAY;
    await kept.sweep();
    expect(await idsOf(inner, "M")).to.deep.equal(["b", "again", "a"]);
  });

  it("are kept too long rather than that a payment fails", async () => {
    const evict = (): Promise<number> => Promise.reject(new StoreUnavailable("the disk is full"));
    const busy = keeping({ ...inner, evict }, { M: { ordersKept: 1 } });
    for (const id of ["a", "b", "c"]) await begin(busy.store, "M", id);
    expect(busy.bugs).to.deep.equal([]);
    const kept = keeping(inner, { M: { ordersKept: 1 } });
    await begin(kept.store, "M", "d");
    expect(await idsOf(inner, "M")).to.deep.equal(["d"]);
  });
});
