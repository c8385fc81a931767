import { expect } from "chai";
import { ORDERS_AND_THEIR_RECORDS } from "../../server/store/store.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { createPowerCut } from "./power-cut.ts";
import { add, contentOf, idsOf, KEY } from "./sample-orders.ts";
import { everythingIn } from "./plain-store.ts";
import { change, forget, put, SESSION, TOKEN, valueIn } from "./sample-records.ts";
import { contentOfStory, tellStory } from "./story.ts";
import { unsyncedFiles } from "./unsynced-files.ts";

const GARBAGE = { merchantId: "GARBAGE", orderId: "order" };

describe("compacting the log", () => {
  let folder: LogFolder;

  beforeEach(async () => {
    folder = await createLogFolder();
  });

  afterEach(() => folder.dispose());

  it("replaces what was forgotten and keeps the rest, in its order", async () => {
    const store = await folder.open({ compactAboveBytes: 2000 });
    for (const orderId of ["b", "a", "c"]) await add(store, { ...KEY, orderId }, "1");
    await add(store, GARBAGE, "1", "x".repeat(9000));
    await store.reset(GARBAGE.merchantId, ORDERS_AND_THEIR_RECORDS);
    await add(store, KEY, "starts it");
    await folder.logged("store-compacted");
    await store.close();
    expect(await folder.names("")).to.deep.equal([
      "log-2.ndjson",
      "secret.key",
      "snapshot-2.ndjson",
      "stop.json",
    ]);
    const snapshot = (await folder.read("snapshot-2.ndjson")).toString();
    expect(snapshot).to.have.length.below(5000);
    const again = await folder.open();
    expect(await contentOf(again, [KEY.merchantId, "GARBAGE"])).to.deep.equal([
      [
        ["b", "1"],
        ["a", "1"],
        ["c", "1"],
        ["order", "starts it"],
      ],
      [],
    ]);
    await again.close();
  });

  it("keeps records, in their order, without what they were and what was forgotten", async () => {
    const store = await folder.open({ compactAboveBytes: 2000 });
    const large = { large: "old".repeat(1000) };
    await change(store, "another", { kind: "clock", id: "", value: { offset: 5 } });
    await change(
      store,
      KEY.merchantId,
      { ...TOKEN, value: {} },
      ...["b", "x", "a", "c"].map((id) => ({ ...SESSION, id, value: large })),
    );
    await forget(store, { ...SESSION, id: "x" });
    for (const id of ["c", "b", "a"]) await put(store, { ...SESSION, id }, { is: id });
    await folder.logged("store-compacted");
    await store.close();
    const again = await folder.open();
    const held = [...["b", "a", "c"].map((id) => ["session", id, { is: id }]), ["token", "token", {}]];
    const expected = [
      [[], []],
      [held, [["clock", "", { offset: 5 }]]],
    ];
    expect(await everythingIn(again, [KEY.merchantId, "another"])).to.deep.equal(expected);
    await again.close();
    expect(folder.events.every((event) => event.level === "info")).to.equal(true);
  });

  it("removes the values of forgotten records from the disk", async () => {
    const store = await folder.open({ compactAboveBytes: 2000 });
    await put(store, SESSION, { securityCode: "S3CR3T", large: "x".repeat(5000) });
    await forget(store, SESSION);
    await put(store, TOKEN, {});
    await folder.logged("store-compacted");
    expect(await valueIn(store, TOKEN)).to.deep.equal({});
    await store.close();
    for (const name of await folder.names("")) {
      expect((await folder.read(name)).includes("S3CR3T"), name).to.equal(false);
    }
  });

  it("leaves a log alone that holds little but orders", async () => {
    const store = await folder.open({ files: unsyncedFiles, compactAboveBytes: 1000 });
    for (let index = 0; index < 50; index += 1) await add(store, { ...KEY, orderId: String(index) }, "1");
    await store.close();
    expect(await folder.names("snapshot")).to.deep.equal([]);
  });

  it("goes on committing while the snapshot is written", async () => {
    const store = await folder.open({ compactAboveBytes: 10_000 });
    const large = Array.from({ length: 12 }, (_, index) => ({ ...KEY, orderId: `large ${index}` }));
    await Promise.all(large.map((key) => add(store, key, "1", "x".repeat(400_000))));
    await add(store, GARBAGE, "1", "x".repeat(12_000_000));
    await store.reset(GARBAGE.merchantId, ORDERS_AND_THEIR_RECORDS);
    let commits = 0;
    while (!folder.events.some((event) => event.event === "store-compacted")) {
      commits = await add(store, KEY, String(commits));
    }
    await store.close();
    expect(commits).to.be.above(3);
    const again = await folder.open();
    expect(await idsOf(again, KEY)).to.have.length(commits);
    for (const key of large) expect(await idsOf(again, key)).to.deep.equal(["1"]);
    await again.close();
  });

  it("stops a snapshot when the store is closed, and loses nothing", async () => {
    const store = await folder.open({ compactAboveBytes: 10_000 });
    const large = Array.from({ length: 12 }, (_, index) => ({ ...KEY, orderId: `large ${index}` }));
    await Promise.all(large.map((key) => add(store, key, "1", "x".repeat(400_000))));
    await add(store, GARBAGE, "1", "x".repeat(12_000_000));
    await store.reset(GARBAGE.merchantId, ORDERS_AND_THEIR_RECORDS);
    await add(store, KEY, "begins the compaction");
    await store.close();
    expect(await folder.names("")).to.deep.equal(["log-1.ndjson", "log-2.ndjson", "secret.key", "stop.json"]);
    const again = await folder.open();
    expect(await again.list(KEY.merchantId, { limit: 100, after: undefined })).to.have.length(13);
    await again.close();
    expect(folder.events.filter((event) => event.level !== "info")).to.deep.equal([]);
  });

  for (const isForgotten of [false, true]) {
    const what = isForgotten ? "what was not synced is lost" : "everything written is there";
    it(`survives a power cut at every operation on the disk, when ${what}`, async function () {
      this.timeout(60_000);
      let compactions = 0;
      for (let isCut = true, cutAt = 1; isCut; cutAt += 1) {
        const cutFolder = await createLogFolder();
        const power = createPowerCut(cutAt);
        const told = await tellStory(cutFolder, power.files, true);
        if (isForgotten) await power.forgetUnsynced();
        const content = JSON.stringify(await contentOfStory(cutFolder));
        const place = `cut at operation ${cutAt}`;
        expect(content, place).to.be.oneOf([JSON.stringify(told.sure), JSON.stringify(told.possible)]);
        expect(
          cutFolder.events.filter((event) => event.event.includes("damage")),
          place,
        ).to.deep.equal([]);
        await cutFolder.dispose();
        compactions += cutFolder.events.filter((event) => event.event === "store-compacted").length;
        isCut = power.operations() >= cutAt;
      }
      expect(compactions).to.be.above(10);
    });
  }
});
