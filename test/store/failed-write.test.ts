import { expect } from "chai";
import { StoreUnavailable, type Store } from "../../server/store/store.ts";
import { createFaultyFiles, type FaultyFiles, type Operation } from "./faulty-files.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, contentOf, idsOf, KEY, refusalOf } from "./sample-orders.ts";
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
      expect(store.healthy()).to.equal(true);
      await reopen();
      expect(await contentOf(store, [KEY.merchantId])).to.deep.equal([[["order", "1", "2"]]]);
      expect(folder.events.map((event) => event.event)).to.deep.equal([
        "store-cannot-write",
        "store-writes-again",
      ]);
    });
  }

  it("refuses with the failed write everything behind it that saw its change", async () => {
    faulty.failWhen((operation, before) => operation === "append" && before === 0);
    const calls = {
      failing: add(store, KEY, "2"),
      behind: add(store, KEY, "3"),
      elsewhere: add(store, OTHER, "1"),
      find: store.find(KEY),
      list: store.list(KEY.merchantId, { limit: 5, after: undefined }),
      reset: store.reset(KEY.merchantId),
      findAfterReset: store.find(KEY),
      refusing: store.transact(KEY, (order) => {
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

  it("answers for orders that the failed write did not touch", async () => {
    faulty.failWhen((operation) => operation === "append");
    const failing = refusalOf(add(store, OTHER, "1"));
    expect(await idsOf(store, KEY)).to.deep.equal(["1"]);
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
    expect(store.healthy()).to.equal(false);
    faulty.failWhen((operation, before) => operation === "append" && before === 0);
    expect(await add(store, KEY, "2")).to.equal(2);
  });

  it("finds out by itself that it can write again when it is asked whether it is healthy", async () => {
    faulty.failWhen((operation) => operation === "datasync");
    await refusalOf(add(store, KEY, "2"));
    expect(store.healthy()).to.equal(false);
    faulty.failWhen(() => false);
    while (!store.healthy()) await new Promise((resolve) => setImmediate(resolve));
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
    await store.reset(GARBAGE.merchantId);
    await folder.logged("store-compaction-failed");
    expect(await add(store, KEY, "2")).to.equal(2);
    expect(store.healthy()).to.equal(true);
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
