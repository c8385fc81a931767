import { expect } from "chai";
import { ORDERS_AND_THEIR_RECORDS, StoreUnavailable, type Store } from "../../server/store/store.ts";
import { createFaultyFiles, type FaultyFiles, type Operation } from "./faulty-files.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, contentOf, idsOf, KEY, refusalOf, workKey } from "./sample-orders.ts";
import { everythingIn } from "./plain-store.ts";
import { addWith, change, evicting, forget, put, SESSION, TOKEN, valueIn } from "./sample-records.ts";
import { contentOfStory, tellStory } from "./story.ts";

const OTHER = { ...KEY, orderId: "other" };
const GARBAGE = { merchantId: "GARBAGE", orderId: "order" };

describe("a store that cannot write", () => {
  let folder: LogFolder;
  let faulty: FaultyFiles;
  let store: Store;

  beforeEach(async () => {
    folder = await createLogFolder();
    faulty = createFaultyFiles();
    store = await folder.open({ files: faulty.files });
    await add(store, KEY, "1");
  });

  afterEach(async () => {
    await store.close();
    await folder.dispose();
  });

  async function reopen(): Promise<void> {
    await store.close();
    store = await folder.open({ files: faulty.files });
  }

  const failures: readonly [string, readonly Operation[]][] = [
    ["the append fails half way", ["append"]],
    ["the sync fails", ["datasync"]],
    ["the append fails and cutting it off fails too", ["append", "truncate"]],
  ];
  for (const [failure, operations] of failures) {
    it(`changes nothing when ${failure}, and serves again when it can write`, async () => {
      faulty.failWhen((operation) => operations.includes(operation));
      expect(await refusalOf(add(store, KEY, "lost"))).to.be.instanceOf(StoreUnavailable);
      expect(await refusalOf(add(store, OTHER, "lost"))).to.be.instanceOf(StoreUnavailable);
      expect(await contentOf(store, [KEY.merchantId])).to.deep.equal([[["order", "1"]]]);
      faulty.failWhen(() => false);
      expect(await add(store, KEY, "2")).to.equal(2);
      expect(store.trouble()).to.equal(undefined);
      await reopen();
      expect(await contentOf(store, [KEY.merchantId])).to.deep.equal([[["order", "1", "2"]]]);
      expect(folder.events.map((event) => event.event)).to.deep.equal([
        "store-cannot-write",
        "store-writes-again",
      ]);
    });
  }

  it("has the orders again, in their order, whose eviction could not be written", async () => {
    for (const orderId of ["b", "c", "d"]) await add(store, { ...KEY, orderId }, "1");
    faulty.failWhen((operation, before) => operation === "append" && before === 0);
    const calls = [
      add(store, { ...KEY, orderId: "e" }, "1"),
      store.evict(KEY.merchantId, "b", evicting()),
      add(store, { ...KEY, orderId: "b" }, "behind"),
      store.evict(KEY.merchantId, "c", evicting({ orders: 2 })),
      store.countOrders(KEY.merchantId),
    ];
    for (const call of calls) expect(await refusalOf(call)).to.be.instanceOf(StoreUnavailable);
    const all = ["order", "b", "c", "d"].map((id) => [id, "1"]);
    expect(await contentOf(store, [KEY.merchantId])).to.deep.equal([all]);
    expect(await store.evict(KEY.merchantId, "b", evicting())).to.equal(2);
    await add(store, OTHER, "1");
    const kept = [
      ["c", "1"],
      ["d", "1"],
      ["other", "1"],
    ];
    expect(await contentOf(store, [KEY.merchantId])).to.deep.equal([kept]);
    await reopen();
    expect(await contentOf(store, [KEY.merchantId])).to.deep.equal([kept]);
  });

  it("refuses with the failed write everything behind it that saw its change", async () => {
    faulty.failWhen((operation, before) => operation === "append" && before === 0);
    const calls = {
      failing: add(store, KEY, "2"),
      behind: add(store, KEY, "3"),
      elsewhere: add(store, OTHER, "1"),
      find: store.find(KEY),
      list: store.list(KEY.merchantId, { limit: 5, after: undefined }),
      reset: store.reset(KEY.merchantId, ORDERS_AND_THEIR_RECORDS),
      findAfterReset: store.find(KEY),
      refusing: store.transact(workKey(KEY), ({ order }) => {
        throw new Error(order === undefined ? "there is no such order" : "wrong");
      }),
    };
    for (const [name, call] of Object.entries(calls)) {
      expect(await refusalOf(call), name).to.be.instanceOf(StoreUnavailable);
    }
    expect(await contentOf(store, [KEY.merchantId])).to.deep.equal([[["order", "1"]]]);
    await add(store, OTHER, "now");
    await reopen();
    expect(await contentOf(store, [KEY.merchantId])).to.deep.equal([
      [
        ["order", "1"],
        ["other", "now"],
      ],
    ]);
  });

  it("takes back an order and the records that were changed with it, and all that saw them", async () => {
    await change(store, KEY.merchantId, { ...SESSION, value: { is: "old" } }, { ...TOKEN, value: {} });
    const before = await everythingIn(store, [KEY.merchantId]);
    faulty.failWhen((operation, number) => operation === "append" && number === 0);
    const another = { ...TOKEN, id: "another" };
    const calls = {
      failing: addWith(store, "2", { ...SESSION, value: { is: "new" } }, { ...TOKEN, value: undefined }),
      find: valueIn(store, SESSION),
      findForgotten: valueIn(store, TOKEN),
      list: store.listRecords(KEY.merchantId, "token", { limit: 5, after: undefined }),
      behind: put(store, another, {}),
      findBehind: valueIn(store, another),
      forgettingAgain: forget(store, TOKEN),
      again: put(store, TOKEN, { is: "again" }),
      reset: store.reset(KEY.merchantId, ORDERS_AND_THEIR_RECORDS),
      findAfterReset: valueIn(store, SESSION),
    };
    for (const [name, call] of Object.entries(calls)) {
      expect(await refusalOf(call), name).to.be.instanceOf(StoreUnavailable);
    }
    expect(await everythingIn(store, [KEY.merchantId])).to.deep.equal(before);
    await add(store, OTHER, "now");
    const held = await everythingIn(store, [KEY.merchantId]);
    await reopen();
    expect(await everythingIn(store, [KEY.merchantId])).to.deep.equal(held);
  });

  it("answers for orders and records that the failed write did not touch", async () => {
    faulty.failWhen((operation) => operation === "append");
    const failing = refusalOf(add(store, OTHER, "1"));
    expect(await idsOf(store, KEY)).to.deep.equal(["1"]);
    expect(await valueIn(store, SESSION)).to.equal(undefined);
    expect(await failing).to.be.instanceOf(StoreUnavailable);
  });

  it("tells why it cannot write", async () => {
    faulty.failWhen((operation) => operation === "append");
    const refusal = await refusalOf(add(store, KEY, "2"));
    expect(refusal).to.have.property(
      "message",
      "the store cannot write now: ENOSPC: no space left on device, append",
    );
    expect(refusal).to.have.nested.property("cause.code", "ENOSPC");
  });

  it("commits what comes while it tries whether it can write again, even if it could not", async () => {
    faulty.failWhen((operation) => operation === "append");
    await refusalOf(add(store, KEY, "lost"));
    expect(store.trouble()).to.be.a("string");
    faulty.failWhen((operation, before) => operation === "append" && before === 0);
    expect(await add(store, KEY, "2")).to.equal(2);
  });

  it("finds out by itself that it can write again when it is asked whether it is healthy", async () => {
    faulty.failWhen((operation) => operation === "datasync");
    await refusalOf(add(store, KEY, "2"));
    expect(store.trouble()).to.be.a("string");
    faulty.failWhen(() => false);
    while (store.trouble() !== undefined) await new Promise((resolve) => setImmediate(resolve));
    await reopen();
    expect(await idsOf(store, KEY)).to.deep.equal(["1"]);
  });

  it("goes on committing when a snapshot cannot be written, and leaves no part of it behind", async () => {
    await store.close();
    store = await folder.open({ files: faulty.files, compactAboveBytes: 10_000 });
    await add(store, GARBAGE, "1", "x".repeat(50_000));
    // A compaction opens the new log twice, to make it and to go on with it, and then the snapshot.
    let opened = 0;
    faulty.failWhen((operation) => operation === "open" && (opened += 1) === 3);
    await store.reset(GARBAGE.merchantId, ORDERS_AND_THEIR_RECORDS);
    await folder.logged("store-compaction-failed");
    expect(await add(store, KEY, "2")).to.equal(2);
    expect(store.trouble()).to.equal(undefined);
    await reopen();
    expect(await idsOf(store, KEY)).to.deep.equal(["1", "2"]);
    expect(await folder.names("snapshot")).to.deep.equal([]);
  });

  it("holds exactly what it confirmed, whichever single operation fails, compaction included", async function () {
    this.timeout(60_000);
    let refused = 0;
    for (let failing = 0; ; failing += 1) {
      const failFolder = await createLogFolder();
      const once = createFaultyFiles();
      once.failWhen((_operation, before) => before === failing);
      const told = await tellStory(failFolder, once.files, false);
      expect(await contentOfStory(failFolder), `operation ${failing} failed`).to.deep.equal(told.sure);
      refused += told.refused;
      await failFolder.dispose();
      if (once.operations() <= failing && told.refused === 0) break;
    }
    expect(refused).to.be.above(20);
  });
});
