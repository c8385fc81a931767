import fc from "fast-check";
import { expect } from "chai";
import { ORDERS_AND_THEIR_RECORDS } from "../../server/store/store.ts";
import type { RecordChange, ResetScope, Store } from "../../server/store/store.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { commitTo, createPlainStore, everythingIn, type Commit, type PlainStore } from "./plain-store.ts";
import { add } from "./sample-orders.ts";
import { EVICTION, evicting } from "./sample-records.ts";
import { unsyncedFiles } from "./unsynced-files.ts";

const MERCHANTS = ["m", "M", "__proto__"];
const merchant = fc.constantFrom(...MERCHANTS);
const size = fc.constantFrom(0, 10, 3000);
const record: fc.Arbitrary<RecordChange> = fc.record({
  kind: fc.constantFrom("session" as const, "token" as const, "clock" as const),
  id: fc.constantFrom("a", "__proto__"),
  value: fc.option(
    fc.record({ text: size.map((length) => "\u{1F4B3}".repeat(length)), values: fc.array(fc.nat(9)) }),
    { nil: undefined },
  ),
});
const scope: fc.Arbitrary<ResetScope> = fc.oneof(
  fc.constant(ORDERS_AND_THEIR_RECORDS),
  fc.record({ orders: fc.boolean(), kinds: fc.subarray(["session", "token", "clock"] as const) }),
);
const commit: fc.Arbitrary<Commit> = fc.record({
  merchantId: merchant,
  orderId: fc.option(fc.constantFrom("a", "b", "../a"), { nil: undefined }),
  transactionId: fc.uuid(),
  note: size.map((length) => "x".repeat(length)),
  records: fc.uniqueArray(record, { maxLength: 3, selector: ({ kind, id }) => `${kind} ${id}` }),
});
const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(commit, { minLength: 1, maxLength: 5 }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reset" as const), merchant, scope }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("evict" as const), merchant, through: fc.constantFrom("a", "b") }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reopen" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("garbage" as const) }) },
);

describe("a store under any sequence of commits, resets, evictions and reopenings", () => {
  it("holds what plain maps would hold, compactions or not", async function () {
    this.timeout(60_000);
    let compactions = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.constantFrom(500, 15_000),
        async (steps, above) => {
          const folder = await createLogFolder();
          const open = (): Promise<Store> => folder.open({ files: unsyncedFiles, compactAboveBytes: above });
          const model = createPlainStore();
          let store = await open();
          for (const doing of steps) {
            if (Array.isArray(doing)) await commitAll(store, model, doing);
            else if (doing.do === "reset") await reset(store, model, doing);
            else if (doing.do === "evict") {
              const { merchant: merchantId, through } = doing;
              const record = evicting(await store.findRecord(merchantId, EVICTION));
              expect(await store.evict(merchantId, through, record)).to.equal(
                model.evict(merchantId, through),
              );
            } else if (doing.do === "garbage") await makeGarbage(store);
            else store = await store.close().then(open);
            await expectSame(store, model);
          }
          await store.close();
          compactions += await expectKept(folder, model);
          await folder.dispose();
        },
      ),
      { numRuns: 60 },
    );
    expect(compactions).to.be.above(5);
  });
});

async function commitAll(store: Store, model: PlainStore, commits: readonly Commit[]): Promise<void> {
  const counts = commits.map((each) => model.commit(each));
  expect(await Promise.all(commits.map((each) => commitTo(store, each)))).to.deep.equal(counts);
}

async function reset(
  store: Store,
  model: PlainStore,
  { merchant: merchantId, scope: forgotten }: { readonly merchant: string; readonly scope: ResetScope },
): Promise<void> {
  model.reset(merchantId, forgotten);
  await store.reset(merchantId, forgotten);
}

/** Leaves nothing behind but a reason for a compaction. */
async function makeGarbage(store: Store): Promise<void> {
  await add(store, { merchantId: "GARBAGE", orderId: "order" }, "1", "x".repeat(50_000));
  await store.reset("GARBAGE", ORDERS_AND_THEIR_RECORDS);
}

async function expectSame(store: Store, model: PlainStore): Promise<void> {
  expect(await everythingIn(store, MERCHANTS)).to.deep.equal(model.content(MERCHANTS));
}

/** Opens the folder once more; returns how many compactions there were. */
async function expectKept(folder: LogFolder, model: PlainStore): Promise<number> {
  const store = await folder.open();
  await expectSame(store, model);
  await store.close();
  expect(folder.events.filter((event) => event.level !== "info")).to.deep.equal([]);
  return folder.events.filter((event) => event.event === "store-compacted").length;
}
