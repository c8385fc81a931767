import { expect } from "chai";
import { StoreUnavailable, type RecordChange, type Work } from "../../server/store/store.ts";
import { eachWithStore, type StoreUnderTest } from "./open-store.ts";
import { adding, idsOf, KEY, refusalOf } from "./sample-orders.ts";
import { put, recordsIn, SESSION, TOKEN, valueIn } from "./sample-records.ts";

/** How every store runs work on records. */
export function describeRecordWork(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as a place of work on records,`, () => {
    const store = eachWithStore(create);

    it("lets one of ten orders that race for the same record win, and shows the others its change", async () => {
      await put(store.now, SESSION, { securityCode: "100" });
      const used = new Error("the session was used");
      const pay = (orderId: string): Promise<number> =>
        store.now.transact({ ...KEY, orderId, records: [SESSION] }, (found) => {
          if (found.records[0]?.["securityCode"] === undefined) throw used;
          const records = [{ ...SESSION, value: { usedBy: orderId } }];
          return { ...adding({ ...KEY, orderId }, "1")(found), records };
        });
      const answers = await Promise.allSettled(Array.from({ length: 10 }, (_, index) => pay(String(index))));
      expect(answers.map(({ status }) => status)).to.deep.equal([
        "fulfilled",
        ...Array<string>(9).fill("rejected"),
      ]);
      for (const answer of answers.slice(1)) expect(answer).to.have.property("reason", used);
      expect(await valueIn(store.now, SESSION)).to.deep.equal({ usedBy: "0" });
      const listed = await store.now.list(KEY.merchantId, { limit: 10, after: undefined });
      expect(listed.map((order) => order.id)).to.deep.equal(["0"]);
    });

    it("loses no change of many on the same record and on many records", async () => {
      const count = (id: string): Promise<void> =>
        store.now.transact(
          { merchantId: KEY.merchantId, orderId: undefined, records: [{ ...SESSION, id }] },
          ({ records: [found] }) => ({
            order: undefined,
            records: [{ ...SESSION, id, value: { count: Number(found?.["count"] ?? 0) + 1 } }],
            result: undefined,
          }),
        );
      await Promise.all(Array.from({ length: 40 }, (_, index) => count(String(index % 4))));
      await store.reopen();
      for (const id of ["0", "1", "2", "3"]) {
        expect(await valueIn(store.now, { ...SESSION, id })).to.deep.equal({ count: 10 });
      }
    });

    it("passes on what work throws, and changes no record", async () => {
      await put(store.now, SESSION, { is: "old" });
      const bug = new TypeError("a bug");
      const thrown = await refusalOf(
        store.now.transact({ ...KEY, records: [SESSION] }, () => {
          throw bug;
        }),
      );
      expect(thrown).to.equal(bug);
      expect(await valueIn(store.now, SESSION)).to.deep.equal({ is: "old" });
    });

    it("begins records that the key does not name, in the same commit as the order", async () => {
      const begun = ["a", "b"].map((id) => ({ kind: "notification" as const, id, value: { id } }));
      await store.now.transact({ ...KEY, records: [] }, (found) => ({ ...adding(KEY, "1")(found), begun }));
      await store.reopen();
      expect(await recordsIn(store.now, [KEY.merchantId])).to.deep.equal([
        [
          ["notification", "a", { id: "a" }],
          ["notification", "b", { id: "b" }],
        ],
      ]);
      expect(await idsOf(store.now, KEY)).to.deep.equal(["1"]);
    });

    const value = { is: "new" };
    const stranger: RecordChange = { kind: "token", id: "session", value };
    const wrongWork: readonly [string, string | undefined, Partial<Work<unknown>>][] = [
      ["changes a record that its key does not name", KEY.orderId, { records: [stranger] }],
      [
        "changes a record that its key does not name beside one that it names",
        KEY.orderId,
        { records: [{ ...SESSION, value }, stranger] },
      ],
      [
        "forgets a record that its key does not name",
        undefined,
        { order: undefined, records: [{ ...TOKEN, value: undefined }] },
      ],
      [
        "changes a record twice",
        KEY.orderId,
        {
          records: [
            { ...SESSION, value },
            { ...SESSION, value: undefined },
          ],
        },
      ],
      ["changes an order that its key does not name", undefined, { records: [{ ...SESSION, value }] }],
      ["begins a record without a value", KEY.orderId, { begun: [{ ...TOKEN, value: undefined }] }],
      ["begins a record that its key names", KEY.orderId, { begun: [{ ...SESSION, value }] }],
    ];
    for (const [fault, orderId, work] of wrongWork) {
      it(`takes it for a bug when work ${fault}, and changes nothing`, async () => {
        await put(store.now, SESSION, { is: "old" });
        await put(store.now, TOKEN, { is: "old" });
        const thrown = await refusalOf(
          store.now.transact({ ...KEY, orderId, records: [SESSION] }, (found) => ({
            ...adding(KEY, "1")(found),
            ...work,
          })),
        );
        expect(thrown).to.be.instanceOf(Error).and.not.instanceOf(StoreUnavailable);
        await store.reopen();
        expect(await recordsIn(store.now, [KEY.merchantId])).to.deep.equal([
          [
            ["session", "session", { is: "old" }],
            ["token", "token", { is: "old" }],
          ],
        ]);
        expect(await idsOf(store.now, KEY)).to.equal(undefined);
      });
    }
  });
}
