import { expect } from "chai";
import fc from "fast-check";
import type { JsonObject } from "../../../server/domain/json.ts";
import { evictedOf } from "../../../server/gateway/merchants/keeping/evictions.ts";
import { createKeptRecords } from "../../../server/gateway/merchants/keeping/kept-records.ts";
import type { KeptKind } from "../../../server/gateway/merchants/keeping/kept-records.ts";
import type { Store } from "../../../server/store/store.ts";
import { change } from "../../store/sample-records.ts";
import { storeOfEachTest } from "./store-of-each-test.ts";

/** Records that say themselves what they are worth, and each has a companion. */
const KIND: KeptKind = {
  kind: "session",
  worth: ({ worth }) => Number(worth ?? 0),
  companions: (id) => [{ kind: "checkout", id }],
};

describe("the records of a kind that are kept", () => {
  let inner: Store;
  storeOfEachTest((store) => {
    inner = store;
  });

  const keeping = (limit: number | undefined, store = inner) => {
    const bugs: unknown[] = [];
    const kept = createKeptRecords(
      {
        ...{ store, clock: () => 0, now: () => Promise.resolve(0), limitOf: () => limit },
        ...{
          named: "sessions" as const,
          evicted: () => undefined,
          reportBug: (error: unknown) => bugs.push(error),
        },
      },
      KIND,
    );
    return { ...kept, bugs };
  };
  const begin = (store: Store, merchantId: string, id: string, value: JsonObject = {}): Promise<void> =>
    change(store, merchantId, { kind: "session", id, value }, { kind: "checkout", id, value });
  const idsOf = async (merchantId: string, kind: "checkout" | "session" = "session") => {
    const page = { limit: Infinity, after: undefined };
    return (await inner.listRecords(merchantId, kind, page)).map(({ id }) => id);
  };
  const numbers = (from: number, to: number): readonly string[] =>
    Array.from({ length: to - from }, (_, index) => String(from + index));

  it("are the newest, never fewer than the limit and never more than a sixteenth beyond it", async function () {
    this.timeout(30_000);
    let merchant = 0;
    const run = {
      limit: fc.integer({ min: 1, max: 40 }),
      bursts: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 5 }),
    };
    await fc.assert(
      fc.asyncProperty(fc.record(run), async ({ limit, bursts }) => {
        const id = `M${(merchant += 1)}`;
        const { store, bugs } = keeping(limit);
        let begun = 0;
        for (const burst of bursts) {
          const names = numbers(begun, (begun += burst));
          await Promise.all(names.map((name) => begin(store, id, name)));
          const left = await idsOf(id);
          expect(left).to.deep.equal(numbers(begun - left.length, begun));
          expect(left.length).to.be.within(Math.min(limit, begun), limit + Math.floor(limit / 16));
          expect(await idsOf(id, "checkout"), "their companions").to.deep.equal(left);
          expect(await evictedOf(inner, id, "sessions")).to.equal(begun - left.length);
        }
        expect(bugs).to.deep.equal([]);
      }),
      { numRuns: 40 },
    );
  });

  it("are with them those in use, as long as they are no more than half, and then those of more worth", async () => {
    const { store } = keeping(4);
    for (const [index, id] of ["a", "b", "c"].entries()) await begin(store, "M", id, { worth: 3 - index });
    for (const id of numbers(0, 6)) await begin(store, "M", id);
    expect(await idsOf("M")).to.deep.equal(["a", "b", "4", "5"]);
  });

  it("are not evicted when somebody begins to use them meanwhile", async () => {
    const before = keeping(undefined);
    for (const id of ["a", "b", "c"]) await begin(before.store, "M", id);
    const listRecords: Store["listRecords"] = async (...asked) => {
      const listed = await inner.listRecords(...asked);
      await change(inner, "M", { kind: "session", id: "a", value: { worth: 1 } });
      return listed;
    };
    await keeping(1, { ...inner, listRecords }).sweep();
    expect(await idsOf("M")).to.deep.equal(["a", "c"]);
    expect(await evictedOf(inner, "M", "sessions")).to.equal(1);
  });

  it("are not fewer than the limit when another process evicts some meanwhile", async () => {
    for (const id of numbers(0, 10)) await begin(inner, "M", id);
    const listRecords: Store["listRecords"] = async (...asked) => {
      await keeping(4).sweep();
      return inner.listRecords(...asked);
    };
    await keeping(4, { ...inner, listRecords }).sweep();
    expect(await idsOf("M")).to.deep.equal(["6", "7", "8", "9"]);
  });

  it("are brought within a limit that is new for them", async () => {
    for (const id of numbers(0, 1_203)) await begin(inner, "M", id);
    await keeping(2).sweep();
    expect(await idsOf("M")).to.deep.equal(["1201", "1202"]);
  });
});
