import fc from "fast-check";
import { expect } from "chai";
import type { Store } from "../../server/store/store.ts";
import { createLogFolder, unsyncedFiles, type LogFolder } from "./log-folder.ts";
import { add, contentOf } from "./sample-orders.ts";

const MERCHANTS = ["m", "M", "__proto__"];
const merchant = fc.constantFrom(...MERCHANTS);
const commit = fc.record({
  do: fc.constant("commit" as const),
  merchant,
  order: fc.constantFrom("a", "b", "../a"),
  size: fc.constantFrom(0, 10, 3000),
});
const step = fc.oneof(
  { weight: 6, arbitrary: fc.array(commit, { minLength: 1, maxLength: 5 }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("reset" as const), merchant }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reopen" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("garbage" as const) }) },
);

type Model = Map<string, Map<string, string[]>>;

describe("a store under any sequence of commits, resets and reopenings", () => {
  it("holds what a plain map would hold, compactions or not", async function () {
    this.timeout(60_000);
    let compactions = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.constantFrom(500, 15_000),
        async (steps, above) => {
          const folder = await createLogFolder();
          const open = (): Promise<Store> => folder.open({ files: unsyncedFiles, compactAboveBytes: above });
          const model: Model = new Map();
          let store = await open();
          for (const [index, doing] of steps.entries()) {
            if (Array.isArray(doing)) await commitAll(store, model, doing, index);
            else if (doing.do === "reset") await reset(store, model, doing.merchant);
            else if (doing.do === "garbage") await makeGarbage(store);
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

async function commitAll(
  store: Store,
  model: Model,
  commits: readonly { merchant: string; order: string; size: number }[],
  step: number,
): Promise<void> {
  const counts = commits.map(({ merchant, order }, index) => {
    const orders = model.get(merchant) ?? new Map<string, string[]>();
    const ids = [...(orders.get(order) ?? []), `${step}/${index}`];
    model.set(merchant, orders.set(order, ids));
    return ids.length;
  });
  const given = commits.map(({ merchant, order, size }, index) =>
    add(store, { merchantId: merchant, orderId: order }, `${step}/${index}`, "x".repeat(size)),
  );
  expect(await Promise.all(given)).to.deep.equal(counts);
}

async function reset(store: Store, model: Model, merchant: string): Promise<void> {
  model.delete(merchant);
  await store.reset(merchant);
}

/** Leaves nothing behind but a reason for a compaction. */
async function makeGarbage(store: Store): Promise<void> {
  await add(store, { merchantId: "GARBAGE", orderId: "order" }, "1", "x".repeat(50_000));
  await store.reset("GARBAGE");
}

async function expectSame(store: Store, model: Model): Promise<void> {
  const expected = MERCHANTS.map((merchant) =>
    [...(model.get(merchant) ?? [])].map(([id, ids]) => [id, ...ids]),
  );
  expect(await contentOf(store, MERCHANTS)).to.deep.equal(expected);
}

/** Opens the folder once more; returns how many compactions there were. */
async function expectKept(folder: LogFolder, model: Model): Promise<number> {
  const store = await folder.open();
  await expectSame(store, model);
  await store.close();
  expect(folder.events.filter((event) => event.level !== "info")).to.deep.equal([]);
  return folder.events.filter((event) => event.event === "store-compacted").length;
}
