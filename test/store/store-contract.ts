import { expect } from "chai";
import type { Order } from "../../server/domain/order/order.ts";
import { ORDERS_AND_THEIR_RECORDS, StoreUnavailable } from "../../server/store/store.ts";
import { eachWithStore, type StoreUnderTest } from "./open-store.ts";
import { add, idsOf, KEY, refusalOf, sampleTransaction, workKey } from "./sample-orders.ts";
import { describeRecordWork } from "./record-work-contract.ts";
import { describeRecords } from "./records-contract.ts";
import { describeStoredOrders } from "./stored-orders-contract.ts";

/** What every order store does, whatever it keeps its data in. */
export function describeStore(name: string, create: () => Promise<StoreUnderTest>): void {
  describeStoredOrders(name, create);
  describeRecords(name, create);
  describeRecordWork(name, create);
  describe(`${name}, as an order store,`, () => {
    const store = eachWithStore(create);

    it("knows no order at first", async () => {
      expect(await store.now.find(KEY)).to.equal(undefined);
      expect(await store.now.list(KEY.merchantId, { limit: 10, after: undefined })).to.deep.equal([]);
      expect(store.now.trouble()).to.equal(undefined);
    });

    it("gives work the order that the work before it left, and keeps it when it is opened again", async () => {
      expect(await add(store.now, KEY, "1")).to.equal(1);
      expect(await add(store.now, KEY, "2")).to.equal(2);
      const expected = JSON.parse(
        JSON.stringify({
          merchantId: KEY.merchantId,
          id: KEY.orderId,
          transactions: [sampleTransaction("1"), sampleTransaction("2")],
        }),
      ) as Order;
      expect(await store.now.find(KEY)).to.deep.equal(expected);
      await store.reopen();
      expect(await store.now.find(KEY)).to.deep.equal(expected);
    });

    it("lets one of ten racing for the same order win, and shows the others its change", async () => {
      const refusal = new Error("there is a transaction already");
      const answers = await Promise.allSettled(
        Array.from({ length: 10 }, (_, index) =>
          store.now.transact(workKey(KEY), ({ order }) => {
            if (order !== undefined) throw refusal;
            const transactions = [sampleTransaction(String(index))];
            return {
              order: { merchantId: KEY.merchantId, id: KEY.orderId, transactions },
              records: [],
              result: index,
            };
          }),
        ),
      );
      expect(answers.filter((answer) => answer.status === "fulfilled")).to.deep.equal([
        { status: "fulfilled", value: 0 },
      ]);
      for (const answer of answers.slice(1)) expect(answer).to.have.property("reason", refusal);
      expect(await idsOf(store.now, KEY)).to.deep.equal(["0"]);
    });

    it("loses no change of many on the same order and on many orders", async () => {
      const keys = Array.from({ length: 40 }, (_, index) => ({ ...KEY, orderId: String(index % 4) }));
      await Promise.all(keys.map((key, index) => add(store.now, key, String(index))));
      await store.reopen();
      for (const orderId of ["0", "1", "2", "3"]) {
        const own = keys.flatMap((key, index) => (key.orderId === orderId ? [String(index)] : []));
        expect(await idsOf(store.now, { ...KEY, orderId })).to.deep.equal(own);
      }
    });

    it("passes on what work throws, and changes nothing", async () => {
      await add(store.now, KEY, "1");
      const bug = new TypeError("a bug");
      const thrown = await refusalOf(
        store.now.transact(workKey(KEY), () => {
          throw bug;
        }),
      );
      expect(thrown).to.equal(bug);
      expect(await idsOf(store.now, KEY)).to.deep.equal(["1"]);
    });

    it("changes nothing when work gives no order, and passes on its result", async () => {
      await add(store.now, KEY, "1");
      const read = await store.now.transact(workKey(KEY), ({ order }) => ({
        order: undefined,
        records: [],
        result: order?.transactions.length,
      }));
      expect(read).to.equal(1);
      expect(
        await store.now.transact(workKey(KEY), ({ order }) => ({
          order,
          records: [],
          result: "same",
        })),
      ).to.equal("same");
      await store.reopen();
      expect(await idsOf(store.now, KEY)).to.deep.equal(["1"]);
    });

    const wrongWork: readonly [string, (order: Order) => Order | undefined][] = [
      ["drops a transaction", (order) => ({ ...order, transactions: order.transactions.slice(1) })],
      [
        "alters a transaction",
        (order) => ({ ...order, transactions: order.transactions.map((old) => ({ ...old, seed: 8 })) }),
      ],
      ["names another order", (order) => ({ ...order, id: "another" })],
      ["names another merchant", (order) => ({ ...order, merchantId: "another" })],
    ];
    for (const [fault, work] of wrongWork) {
      it(`takes it for a bug when work ${fault}, and changes nothing`, async () => {
        await add(store.now, KEY, "1");
        await add(store.now, KEY, "2");
        const thrown = await refusalOf(
          store.now.transact(workKey(KEY), ({ order }) => ({
            order: order && work(order),
            records: [],
            result: undefined,
          })),
        );
        expect(thrown).to.be.instanceOf(Error).and.not.instanceOf(StoreUnavailable);
        expect(await idsOf(store.now, KEY)).to.deep.equal(["1", "2"]);
      });
    }

    it("keeps what it gave out apart from what it holds", async () => {
      await add(store.now, KEY, "1");
      const given = (await store.now.find(KEY)) as { transactions: { id: string }[] } | undefined;
      given?.transactions.splice(0);
      expect(await idsOf(store.now, KEY)).to.deep.equal(["1"]);
    });

    it("has a secret of 32 bytes that stays with the data", async () => {
      const secret = Buffer.from(store.now.secret);
      await store.reopen();
      expect(secret).to.have.length(32);
      expect(Buffer.from(store.now.secret).equals(secret)).to.equal(true);
    });

    it("refuses everything once it is closed, and closes twice", async () => {
      await add(store.now, KEY, "1");
      await store.now.close();
      await store.now.close();
      const calls = [
        () => add(store.now, KEY, "2"),
        () => store.now.find(KEY),
        () => store.now.list(KEY.merchantId, { limit: 1, after: undefined }),
        () => store.now.findRecord(KEY.merchantId, { kind: "session", id: "s" }),
        () => store.now.listRecords(KEY.merchantId, "session", { limit: 1, after: undefined }),
        () => store.now.reset(KEY.merchantId, ORDERS_AND_THEIR_RECORDS),
      ];
      for (const call of calls) expect(await refusalOf(call())).to.be.instanceOf(StoreUnavailable);
    });

    it("writes what is pending before it is closed", async () => {
      const pending = [add(store.now, KEY, "1"), add(store.now, KEY, "2")];
      await store.reopen();
      expect(await Promise.all(pending)).to.deep.equal([1, 2]);
      expect(await idsOf(store.now, KEY)).to.deep.equal(["1", "2"]);
    });
  });
}
