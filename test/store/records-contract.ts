import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { ORDERS_AND_THEIR_RECORDS, type ResetScope } from "../../server/store/store.ts";
import { ODD_IDS } from "./odd-ids.ts";
import { eachWithStore, type StoreUnderTest } from "./open-store.ts";
import { add, idsOf, KEY, workKey } from "./sample-orders.ts";
import { addWith, change, forget, KINDS, put, recordsIn, SESSION, TOKEN, valueIn } from "./sample-records.ts";

const ODD_VALUES: readonly JsonObject[] = [
  {},
  JSON.parse('{"__proto__":{"a":1},"constructor":"x"}') as JsonObject,
  { text: "\u0000\ud800é\u{1F4B3}\n", list: [null, true, 1.5, [], {}] },
  { values: ["a"], transactions: [{}], records: [] },
  { text: '],"transactions":[{"id":"x"}],"values":[', crc: "00000000" },
  { large: "x".repeat(300_000) },
];

/** How every store keeps records beside orders. */
export function describeRecords(name: string, create: () => Promise<StoreUnderTest>): void {
  describe(`${name}, as a keeper of records beside orders,`, () => {
    const store = eachWithStore(create);

    it("knows no record at first", async () => {
      expect(await valueIn(store.now, SESSION)).to.equal(undefined);
      expect(await recordsIn(store.now, [KEY.merchantId])).to.deep.equal([[]]);
    });

    it("gives work the records of its key, in the order asked", async () => {
      await put(store.now, SESSION, { of: "session" });
      await put(store.now, TOKEN, { of: "token" });
      const absent = { kind: "token", id: "absent" } as const;
      const records = [TOKEN, absent, SESSION, TOKEN];
      for (const orderId of [undefined, KEY.orderId]) {
        const read = store.now.transact({ merchantId: KEY.merchantId, orderId, records }, (found) => ({
          order: undefined,
          records: [],
          result: found,
        }));
        const expected = [{ of: "token" }, undefined, { of: "session" }, { of: "token" }];
        expect(await read).to.deep.equal({ order: undefined, records: expected });
      }
    });

    it("finds several records at once, in the order asked", async () => {
      await put(store.now, SESSION, { of: "session" });
      await put(store.now, TOKEN, { of: "token" });
      const absent = { kind: "token", id: "absent" } as const;
      const found = await store.now.findRecords(KEY.merchantId, [TOKEN, absent, SESSION]);
      expect(found).to.deep.equal([{ of: "token" }, undefined, { of: "session" }]);
      expect(await store.now.findRecords(KEY.merchantId, [])).to.deep.equal([]);
    });

    it("keeps an order and records that were changed in one commit, and the last value of each", async () => {
      await put(store.now, SESSION, { securityCode: "100", order: "1" });
      await put(store.now, TOKEN, { uses: 0 });
      await addWith(store.now, "1", { ...SESSION, value: { order: "1" } }, { ...TOKEN, value: undefined });
      await addWith(store.now, "2", { ...TOKEN, value: { uses: 1 } });
      for (const again of [() => store.reopen(), () => Promise.resolve()]) {
        expect(await idsOf(store.now, KEY)).to.deep.equal(["1", "2"]);
        expect(await valueIn(store.now, SESSION)).to.deep.equal({ order: "1" });
        expect(await valueIn(store.now, TOKEN)).to.deep.equal({ uses: 1 });
        await again();
      }
    });

    it("keeps any value, alone and with an order", async () => {
      const named = ODD_VALUES.map((value, index) => ({ ...SESSION, id: String(index), value }));
      await change(store.now, KEY.merchantId, ...named);
      await addWith(store.now, "1", ...named.map((record) => ({ ...record, kind: "token" as const })));
      await store.reopen();
      for (const { id, value } of named) {
        const kept = [
          await valueIn(store.now, { ...SESSION, id }),
          await valueIn(store.now, { ...TOKEN, id }),
        ];
        expect(JSON.stringify(kept)).to.equal(JSON.stringify([value, value]));
      }
      expect(await idsOf(store.now, KEY)).to.deep.equal(["1"]);
    });

    it("forgets a record for good, and takes its id again as a new one", async () => {
      for (const id of ["a", "b", "c"]) await put(store.now, { ...SESSION, id }, { id });
      await forget(store.now, { ...SESSION, id: "a" });
      const counts = [KEY.merchantId, "nobody"].map((merchant) =>
        store.now.countRecords(merchant, "session"),
      );
      expect(await Promise.all(counts)).to.deep.equal([2, 0]);
      expect(await valueIn(store.now, { ...SESSION, id: "a" })).to.equal(undefined);
      await store.reopen();
      expect(await valueIn(store.now, { ...SESSION, id: "a" })).to.equal(undefined);
      await put(store.now, { ...SESSION, id: "a" }, { id: "new" });
      await put(store.now, { ...SESSION, id: "b" }, { id: "changed" });
      for (const again of [() => store.reopen(), () => Promise.resolve()]) {
        expect(await recordsIn(store.now, [KEY.merchantId])).to.deep.equal([
          [
            ["session", "b", { id: "changed" }],
            ["session", "c", { id: "c" }],
            ["session", "a", { id: "new" }],
          ],
        ]);
        await again();
      }
    });

    it("takes it well when a record is forgotten that is not there", async () => {
      await addWith(store.now, "1", { ...SESSION, value: undefined });
      await forget(store.now, SESSION);
      await store.reopen();
      expect(await idsOf(store.now, KEY)).to.deep.equal(["1"]);
      expect(await valueIn(store.now, SESSION)).to.equal(undefined);
    });

    it("keeps any two names apart, and records apart from orders", async () => {
      const names = ODD_IDS.flatMap((odd) => [
        ...KINDS.map((kind) => ({ merchantId: "m", kind, id: odd })),
        { merchantId: odd, kind: "session" as const, id: "s" },
        { merchantId: odd, kind: "session" as const, id: "session" },
      ]);
      await Promise.all([
        ...names.map(({ merchantId, ...ref }, index) =>
          change(store.now, merchantId, { ...ref, value: { index } }),
        ),
        ...ODD_IDS.map((orderId) => add(store.now, { merchantId: "m", orderId }, "1")),
      ]);
      await store.reopen();
      for (const [index, { merchantId, ...ref }] of names.entries()) {
        expect(await store.now.findRecord(merchantId, ref), `${ref.kind} ${ref.id}`).to.deep.equal({ index });
      }
      const listed = await store.now.listRecords("m", "token", { limit: 100, after: undefined });
      expect(listed.map(({ id }) => id)).to.have.members(ODD_IDS);
    });

    it("lists a merchant's records of a kind by first commit, page by page, past forgotten ones", async () => {
      for (const id of ["c", "x", "a", "y", "b"]) await put(store.now, { ...SESSION, id }, { id });
      await put(store.now, { ...TOKEN, id: "d" }, {});
      await change(store.now, "another", { ...SESSION, id: "e", value: {} });
      await put(store.now, { ...SESSION, id: "c" }, { id: "c again" });
      for (const id of ["x", "y"]) await forget(store.now, { ...SESSION, id });
      const pageOf = async (limit: number, after?: string): Promise<string[]> =>
        (await store.now.listRecords(KEY.merchantId, "session", { limit, after })).map(({ id }) => id);
      for (const again of [() => store.reopen(), () => Promise.resolve()]) {
        expect(await pageOf(10)).to.deep.equal(["c", "a", "b"]);
        expect(await pageOf(0)).to.deep.equal([]);
        expect(await pageOf(2)).to.deep.equal(["c", "a"]);
        expect(await pageOf(2, "c")).to.deep.equal(["a", "b"]);
        expect(await pageOf(2, "b")).to.deep.equal([]);
        expect(await pageOf(2, "x")).to.deep.equal([]);
        await again();
      }
    });

    it("forgets on reset what the scope names of one merchant, and keeps the rest", async () => {
      const everyKind = KINDS.map((kind) => ({ kind, id: "r", value: { kind } }));
      const scopes: readonly ResetScope[] = [
        ORDERS_AND_THEIR_RECORDS,
        { orders: false, kinds: ["sequence"] },
        { orders: true, kinds: [] },
        { orders: false, kinds: KINDS },
      ];
      for (const scope of scopes) {
        for (const merchantId of [KEY.merchantId, "another"]) {
          await change(store.now, merchantId, ...everyKind);
        }
        await addWith(store.now, "1");
        const order = await idsOf(store.now, KEY);
        await store.now.reset(KEY.merchantId, scope);
        const kept = everyKind.filter(({ kind }) => !scope.kinds.includes(kind));
        for (const again of [() => store.reopen(), () => Promise.resolve()]) {
          const [own, others] = await recordsIn(store.now, [KEY.merchantId, "another"]);
          expect(own).to.deep.equal(kept.map(({ kind, id, value }) => [kind, id, value]));
          expect(others).to.have.length(KINDS.length);
          expect(await idsOf(store.now, KEY)).to.deep.equal(scope.orders ? undefined : order);
          await again();
        }
      }
    });

    it("forgets with the orders the records of one merchant but how it is set up", async () => {
      for (const merchantId of [KEY.merchantId, "another"]) {
        await change(store.now, merchantId, ...KINDS.map((kind) => ({ kind, id: "r", value: { kind } })));
      }
      await addWith(store.now, "1");
      await store.now.reset(KEY.merchantId, ORDERS_AND_THEIR_RECORDS);
      for (const again of [() => store.reopen(), () => Promise.resolve()]) {
        const [own, others] = await recordsIn(store.now, [KEY.merchantId, "another"]);
        const kept = ["clock", "scenario-set", "sequence", "armed", "payers"];
        expect(own).to.deep.equal(kept.map((kind) => [kind, "r", { kind }]));
        expect(others).to.have.length(KINDS.length);
        expect(await idsOf(store.now, KEY)).to.equal(undefined);
        await again();
      }
      await put(store.now, { kind: "token", id: "r" }, { is: "new" });
      await store.reopen();
      expect(await valueIn(store.now, { kind: "token", id: "r" })).to.deep.equal({ is: "new" });
    });

    it("forgets what was committed before a reset and keeps what came after, however they race", async () => {
      const before = put(store.now, SESSION, { is: "before" });
      const reset = store.now.reset(KEY.merchantId, ORDERS_AND_THEIR_RECORDS);
      const after = put(store.now, TOKEN, { is: "after" });
      await Promise.all([before, reset, after]);
      for (const again of [() => store.reopen(), () => Promise.resolve()]) {
        const expected = [["token", "token", { is: "after" }]];
        expect(await recordsIn(store.now, [KEY.merchantId])).to.deep.equal([expected]);
        await again();
      }
    });

    it("keeps what it gave out, and what it was given, apart from what it holds", async () => {
      const given = { list: ["old"] };
      await put(store.now, SESSION, given);
      given.list.push("changed");
      const found = (await valueIn(store.now, SESSION)) as { list: string[] } | undefined;
      found?.list.push("changed");
      await store.now.transact({ ...workKey(KEY), records: [SESSION] }, ({ records: [seen] }) => {
        (seen as { list: string[] } | undefined)?.list.push("changed");
        return { order: undefined, records: [], result: undefined };
      });
      expect(await valueIn(store.now, SESSION)).to.deep.equal({ list: ["old"] });
    });
  });
}
