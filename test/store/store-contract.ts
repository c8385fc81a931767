import { expect } from "chai";
import type { Order } from "../../server/domain/order.ts";
import { StoreUnavailable, type OrderKey, type Store } from "../../server/store/store.ts";
import { add, contentOf, idsOf, KEY, refusalOf, sampleTransaction } from "./sample-orders.ts";

/** One set of data of the implementation under test. */
export interface StoreUnderTest {
  /** Opens a store over the same data each time; the one before is closed by then. */
  open(): Promise<Store>;
  dispose(): Promise<void>;
}

const ODD_IDS = [
  "../../etc/passwd",
  "..\\..\\x",
  "a/b",
  "__proto__",
  "constructor",
  "toString",
  "Order",
  "order",
  "ORDER",
  "é",
  "e\u0301",
  "\u{1F4B3}",
  "\ud800",
  "\u0000",
  "a\nb",
  " ",
  "",
  '","transactions":[',
  'x,"crc":"00000000"}',
  "a".repeat(3000),
];

/** Pairs that a key joined by a separator would confuse. */
const ALIKE: readonly OrderKey[] = ["a|b", "a:b", "a/b", 'a","b', "a\u0000b"].flatMap((text) => [
  { merchantId: text, orderId: "c" },
  { merchantId: text.slice(0, 1), orderId: `${text.slice(1)}c` },
  { merchantId: "", orderId: `${text}c` },
]);

/** What every order store does, whatever it keeps its data in. */
export function describeStore(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as an order store,`, () => {
    let data: StoreUnderTest;
    let store: Store;

    beforeEach(async () => {
      data = await create();
      store = await data.open();
    });

    afterEach(async () => {
      await store.close();
      await data.dispose();
    });

    async function reopen(): Promise<void> {
      await store.close();
      store = await data.open();
    }

    it("knows no order at first", async () => {
      expect(await store.find(KEY)).to.equal(undefined);
      expect(await store.list(KEY.merchantId, { limit: 10, after: undefined })).to.deep.equal([]);
      expect(store.healthy()).to.equal(true);
    });

    it("gives work the order that the work before it left, and keeps it when it is opened again", async () => {
      expect(await add(store, KEY, "1")).to.equal(1);
      expect(await add(store, KEY, "2")).to.equal(2);
      const expected = JSON.parse(
        JSON.stringify({
          merchantId: KEY.merchantId,
          id: KEY.orderId,
          transactions: [sampleTransaction("1"), sampleTransaction("2")],
        }),
      ) as Order;
      expect(await store.find(KEY)).to.deep.equal(expected);
      await reopen();
      expect(await store.find(KEY)).to.deep.equal(expected);
    });

    it("lets one of ten racing for the same order win, and shows the others its change", async () => {
      const refusal = new Error("there is a transaction already");
      const answers = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) =>
          store.transact(KEY, (order) => {
            if (order !== undefined) throw refusal;
            const transactions = [sampleTransaction(String(index))];
            return {
              order: { merchantId: KEY.merchantId, id: KEY.orderId, transactions },
              notifications: [],
              result: index,
            };
          }),
        ),
      );
      expect(answers.filter((answer) => answer.status === "fulfilled")).to.deep.equal([
        { status: "fulfilled", value: 0 },
      ]);
      for (const answer of answers.slice(1)) expect(answer).to.have.property("reason", refusal);
      expect(await idsOf(store, KEY)).to.deep.equal(["0"]);
    });

    it("loses no change of many on the same order and on many orders", async () => {
      const keys = Array.from({ length: 40 }, (_, index) => ({ ...KEY, orderId: String(index % 4) }));
      await Promise.all(keys.map((key, index) => add(store, key, String(index))));
      await reopen();
      for (const orderId of ["0", "1", "2", "3"]) {
        const own = keys.flatMap((key, index) => (key.orderId === orderId ? [String(index)] : []));
        expect(await idsOf(store, { ...KEY, orderId })).to.deep.equal(own);
      }
    });

    it("passes on what work throws, and changes nothing", async () => {
      await add(store, KEY, "1");
      const bug = new TypeError("a bug");
      const thrown = await refusalOf(
        store.transact(KEY, () => {
          throw bug;
        }),
      );
      expect(thrown).to.equal(bug);
      expect(await idsOf(store, KEY)).to.deep.equal(["1"]);
    });

    it("changes nothing when work gives no order, and passes on its result", async () => {
      await add(store, KEY, "1");
      const read = await store.transact(KEY, (order) => ({
        order: undefined,
        notifications: [],
        result: order?.transactions.length,
      }));
      expect(read).to.equal(1);
      expect(await store.transact(KEY, (order) => ({ order, notifications: [], result: "same" }))).to.equal(
        "same",
      );
      await reopen();
      expect(await idsOf(store, KEY)).to.deep.equal(["1"]);
    });

    const wrongWork: readonly [string, (order: Order) => Order | undefined][] = [
      ["drops a transaction", (order) => ({ ...order, transactions: order.transactions.slice(1) })],
      [
        "alters a transaction",
        (order) => ({ ...order, transactions: order.transactions.map((old) => ({ ...old, seed: 8 })) }),
      ],
      ["names another order", (order) => ({ ...order, id: "another" })],
      ["names another merchant", (order) => ({ ...order, merchantId: "another" })],
      ["owes a notification without an order", () => undefined],
    ];
    for (const [fault, work] of wrongWork) {
      it(`takes it for a bug when work ${fault}, and changes nothing`, async () => {
        await add(store, KEY, "1");
        await add(store, KEY, "2");
        const notifications = [{ id: "n", url: "https://merchant.test", transactionId: "1" }];
        const thrown = await refusalOf(
          store.transact(KEY, (order) => ({ order: order && work(order), notifications, result: undefined })),
        );
        expect(thrown).to.be.instanceOf(Error).and.not.instanceOf(StoreUnavailable);
        expect(await idsOf(store, KEY)).to.deep.equal(["1", "2"]);
      });
    }

    it("keeps what it gave out apart from what it holds", async () => {
      await add(store, KEY, "1");
      const given = (await store.find(KEY)) as { transactions: { id: string }[] } | undefined;
      given?.transactions.splice(0);
      expect(await idsOf(store, KEY)).to.deep.equal(["1"]);
    });

    it("keeps any two ids apart", async () => {
      const keys = [
        ...ODD_IDS.flatMap((id) => [
          { merchantId: id, orderId: "o" },
          { merchantId: "m", orderId: id },
        ]),
        ...ALIKE,
      ];
      await Promise.all(keys.map((key, index) => add(store, key, String(index))));
      await reopen();
      for (const [index, key] of keys.entries()) {
        expect((await store.find(key))?.id).to.equal(key.orderId);
        expect(await idsOf(store, key)).to.deep.equal([String(index)]);
      }
      const listed = await store.list("m", { limit: 100, after: undefined });
      expect(listed.map((order) => order.id)).to.deep.equal(ODD_IDS);
    });

    it("keeps members of a request that are called like properties of every object", async () => {
      const request = JSON.parse('{"__proto__":{"a":1},"constructor":"x"}') as Record<string, string>;
      const order = {
        merchantId: KEY.merchantId,
        id: KEY.orderId,
        transactions: [{ ...sampleTransaction("1"), request }],
      };
      await store.transact(KEY, () => ({ order, notifications: [], result: undefined }));
      await reopen();
      expect(JSON.stringify((await store.find(KEY))?.transactions[0]?.request)).to.equal(
        JSON.stringify(request),
      );
    });

    it("lists a merchant's orders by first commit, page by page", async () => {
      for (const orderId of ["c", "a", "b"]) await add(store, { ...KEY, orderId }, "1");
      await add(store, { merchantId: "another", orderId: "d" }, "1");
      await add(store, { ...KEY, orderId: "c" }, "2");
      const pageOf = async (limit: number, after?: string): Promise<string[]> =>
        (await store.list(KEY.merchantId, { limit, after })).map((order) => order.id);
      for (const again of [reopen, () => Promise.resolve()]) {
        expect(await pageOf(10)).to.deep.equal(["c", "a", "b"]);
        expect(await pageOf(2)).to.deep.equal(["c", "a"]);
        expect(await pageOf(2, "a")).to.deep.equal(["b"]);
        expect(await pageOf(2, "b")).to.deep.equal([]);
        expect(await pageOf(2, "d")).to.deep.equal([]);
        await again();
      }
    });

    it("forgets the orders of one merchant on reset, for good, and takes their ids again", async () => {
      const other = { merchantId: "another", orderId: "order" };
      await add(store, KEY, "1");
      await add(store, other, "1");
      await store.reset(KEY.merchantId);
      expect(await store.find(KEY)).to.equal(undefined);
      await reopen();
      expect(await contentOf(store, [KEY.merchantId, "another"])).to.deep.equal([[], [["order", "1"]]]);
      await add(store, KEY, "new");
      await reopen();
      expect(await contentOf(store, [KEY.merchantId, "another"])).to.deep.equal([
        [["order", "new"]],
        [["order", "1"]],
      ]);
    });

    it("forgets what was committed before a reset and keeps what came after, however they race", async () => {
      const before = add(store, KEY, "before");
      const reset = store.reset(KEY.merchantId);
      const after = add(store, { ...KEY, orderId: "later" }, "after");
      await Promise.all([before, reset, after]);
      expect(await contentOf(store, [KEY.merchantId])).to.deep.equal([[["later", "after"]]]);
      await reopen();
      expect(await contentOf(store, [KEY.merchantId])).to.deep.equal([[["later", "after"]]]);
    });

    it("has a secret of 32 bytes that stays with the data", async () => {
      const secret = Buffer.from(store.secret);
      await reopen();
      expect(secret).to.have.length(32);
      expect(Buffer.from(store.secret).equals(secret)).to.equal(true);
    });

    it("refuses everything once it is closed, and closes twice", async () => {
      await add(store, KEY, "1");
      await store.close();
      await store.close();
      const calls = [
        add(store, KEY, "2"),
        store.find(KEY),
        store.list(KEY.merchantId, { limit: 1, after: undefined }),
        store.reset(KEY.merchantId),
      ];
      for (const call of calls) expect(await refusalOf(call)).to.be.instanceOf(StoreUnavailable);
    });

    it("writes what is pending before it is closed", async () => {
      const pending = [add(store, KEY, "1"), add(store, KEY, "2")];
      await reopen();
      expect(await Promise.all(pending)).to.deep.equal([1, 2]);
      expect(await idsOf(store, KEY)).to.deep.equal(["1", "2"]);
    });
  });
}
