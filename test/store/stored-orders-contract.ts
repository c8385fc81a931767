import { expect } from "chai";
import { ORDERS_AND_THEIR_RECORDS, type OrderKey } from "../../server/store/store.ts";
import { eachWithStore, type StoreUnderTest } from "./open-store.ts";
import { ODD_IDS } from "./odd-ids.ts";
import { add, contentOf, idsOf, KEY, sampleTransaction, workKey } from "./sample-orders.ts";
import { EVICTION, evicting, valueIn } from "./sample-records.ts";

/** Pairs that a key joined by a separator would confuse. */
const ALIKE: readonly OrderKey[] = ["a|b", "a:b", "a/b", 'a","b', "a\u0000b"].flatMap((text) => [
  { merchantId: text, orderId: "c" },
  { merchantId: text.slice(0, 1), orderId: `${text.slice(1)}c` },
  { merchantId: "", orderId: `${text}c` },
]);

/** How every order store names, lists and forgets orders. */
export function describeStoredOrders(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as a keeper of many orders,`, () => {
    const store = eachWithStore(create);

    it("keeps any two ids apart", async () => {
      const keys = [
        ...ODD_IDS.flatMap((id) => [
          { merchantId: id, orderId: "o" },
          { merchantId: "m", orderId: id },
        ]),
        ...ALIKE,
      ];
      await Promise.all(keys.map((key, index) => add(store.now, key, String(index))));
      await store.reopen();
      for (const [index, key] of keys.entries()) {
        expect((await store.now.find(key))?.id).to.equal(key.orderId);
        expect(await idsOf(store.now, key)).to.deep.equal([String(index)]);
      }
      const listed = await store.now.list("m", { limit: 100, after: undefined });
      expect(listed.map((order) => order.id)).to.have.members(ODD_IDS);
    });

    it("keeps members of a request that are called like properties of every object", async () => {
      const request = JSON.parse('{"__proto__":{"a":1},"constructor":"x"}') as Record<string, string>;
      const order = {
        merchantId: KEY.merchantId,
        id: KEY.orderId,
        transactions: [{ ...sampleTransaction("1"), request }],
      };
      await store.now.transact(workKey(KEY), () => ({
        order,
        records: [],
        result: undefined,
      }));
      await store.reopen();
      expect(JSON.stringify((await store.now.find(KEY))?.transactions[0]?.request)).to.equal(
        JSON.stringify(request),
      );
    });

    it("lists a merchant's orders by first commit from either end, page by page", async () => {
      for (const orderId of ["c", "a", "b"]) await add(store.now, { ...KEY, orderId }, "1");
      await add(store.now, { merchantId: "another", orderId: "d" }, "1");
      await add(store.now, { ...KEY, orderId: "c" }, "2");
      const pageOf = async (limit: number, after?: string): Promise<string[]> =>
        (await store.now.list(KEY.merchantId, { limit, after })).map((order) => order.id);
      const newest = async (limit: number, after?: string): Promise<string[]> =>
        (await store.now.list(KEY.merchantId, { limit, after, newestFirst: true })).map((order) => order.id);
      for (const again of [() => store.reopen(), () => Promise.resolve()]) {
        expect(await pageOf(10)).to.deep.equal(["c", "a", "b"]);
        expect(await pageOf(2)).to.deep.equal(["c", "a"]);
        expect(await pageOf(2, "a")).to.deep.equal(["b"]);
        expect(await pageOf(2, "b")).to.deep.equal([]);
        expect(await pageOf(2, "d")).to.deep.equal([]);
        expect(await newest(2)).to.deep.equal(["b", "a"]);
        expect(await newest(2, "a")).to.deep.equal(["c"]);
        expect(await newest(2, "c")).to.deep.equal([]);
        expect(await newest(2, "d")).to.deep.equal([]);
        expect(await store.now.merchantsWithOrders()).to.have.members([KEY.merchantId, "another"]);
        await again();
      }
    });

    it("forgets the oldest orders up to one, for good, and takes their ids again behind the others", async () => {
      for (const orderId of ["a", "b", "c", "d"]) await add(store.now, { ...KEY, orderId }, "1");
      await add(store.now, { merchantId: "another", orderId: "a" }, "1");
      await add(store.now, { ...KEY, orderId: "a" }, "2");
      expect(await store.now.evict(KEY.merchantId, "b", evicting())).to.equal(2);
      const now = evicting({ orders: 2 });
      expect(await store.now.evict(KEY.merchantId, "b", now), "what is gone").to.equal(0);
      expect(await store.now.evict(KEY.merchantId, "c", evicting()), "not what it was").to.equal(0);
      expect(await store.now.evict("nobody", "b", evicting())).to.equal(0);
      expect(await store.now.countOrders(KEY.merchantId)).to.equal(2);
      expect(await store.now.countOrders("nobody")).to.equal(0);
      await add(store.now, { ...KEY, orderId: "a" }, "new");
      const kept = [
        [
          ["c", "1"],
          ["d", "1"],
          ["a", "new"],
        ],
        [["a", "1"]],
      ];
      for (const again of [() => store.reopen(), () => Promise.resolve()]) {
        expect(await contentOf(store.now, [KEY.merchantId, "another"])).to.deep.equal(kept);
        const behind = await store.now.list(KEY.merchantId, { limit: 1, after: "c" });
        expect(behind.map(({ id }) => id)).to.deep.equal(["d"]);
        expect(await store.now.list(KEY.merchantId, { limit: 9, after: "b" })).to.deep.equal([]);
        expect(await valueIn(store.now, EVICTION)).to.deep.equal({ orders: 2 });
        const before = await store.now.list(KEY.merchantId, { limit: 1, after: "a", newestFirst: true });
        expect(before.map(({ id }) => id)).to.deep.equal(["d"]);
        await again();
      }
      expect(await store.now.evict(KEY.merchantId, "c", now)).to.equal(1);
      expect(await valueIn(store.now, EVICTION)).to.deep.equal({ orders: 3 });
      expect(await idsOf(store.now, { ...KEY, orderId: "d" })).to.deep.equal(["1"]);
    });

    it("lets an order begin or go on while older ones are evicted, whole or not at all", async () => {
      for (const orderId of ["a", "b"]) await add(store.now, { ...KEY, orderId }, "1");
      const going = ["2", "3", "4"].map((id) => add(store.now, { ...KEY, orderId: "a" }, id));
      const evicted = store.now.evict(KEY.merchantId, "b", evicting());
      const later = ["5", "6"].map((id) => add(store.now, { ...KEY, orderId: "a" }, id));
      await Promise.all([...going, evicted, ...later]);
      expect(await contentOf(store.now, [KEY.merchantId])).to.deep.equal([[["a", "5", "6"]]]);
      await store.reopen();
      expect(await contentOf(store.now, [KEY.merchantId])).to.deep.equal([[["a", "5", "6"]]]);
    });

    it("forgets the orders of one merchant on reset, for good, and takes their ids again", async () => {
      const other = { merchantId: "another", orderId: "order" };
      await add(store.now, KEY, "1");
      await add(store.now, other, "1");
      await store.now.reset(KEY.merchantId, ORDERS_AND_THEIR_RECORDS);
      expect(await store.now.find(KEY)).to.equal(undefined);
      await store.reopen();
      expect(await contentOf(store.now, [KEY.merchantId, "another"])).to.deep.equal([[], [["order", "1"]]]);
      await add(store.now, KEY, "new");
      await store.reopen();
      expect(await contentOf(store.now, [KEY.merchantId, "another"])).to.deep.equal([
        [["order", "new"]],
        [["order", "1"]],
      ]);
    });

    it("forgets what was committed before a reset and keeps what came after, however they race", async () => {
      const before = add(store.now, KEY, "before");
      const reset = store.now.reset(KEY.merchantId, ORDERS_AND_THEIR_RECORDS);
      const after = add(store.now, { ...KEY, orderId: "later" }, "after");
      await Promise.all([before, reset, after]);
      expect(await contentOf(store.now, [KEY.merchantId])).to.deep.equal([[["later", "after"]]]);
      await store.reopen();
      expect(await contentOf(store.now, [KEY.merchantId])).to.deep.equal([[["later", "after"]]]);
    });
  });
}
