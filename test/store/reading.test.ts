import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { realFileSystem, type FileSystem } from "../../server/store/folder/file-system.ts";
import { ORDERS_AND_THEIR_RECORDS, StoreUnavailable, type Store } from "../../server/store/store.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, contentOf, idsOf, KEY, refusalOf } from "./sample-orders.ts";
import { addWith, put, SESSION, valueIn } from "./sample-records.ts";

const OLD = { ...KEY, orderId: "old" };
const GARBAGE = { merchantId: "GARBAGE", orderId: "order" };

describe("what is no longer in memory", () => {
  let folder: LogFolder;
  let store: Store;

  beforeEach(async () => {
    folder = await createLogFolder();
    store = await folder.open();
    await addWith(store, "before", { ...SESSION, value: { is: "old" } });
    await fill(store);
  });

  afterEach(async () => {
    await store.close();
    await folder.dispose();
  });

  /** So much that what was there before is in the file only. */
  async function fill(into: Store): Promise<void> {
    for (let count = 1; count <= 3; count += 1) await add(into, OLD, String(count));
    await add(into, KEY, "large", "x".repeat(20_000));
    await add(into, KEY, "larger", "x".repeat(30_000));
  }

  it("is read from the log, also under work that goes on from it", async () => {
    expect(await idsOf(store, OLD)).to.deep.equal(["1", "2", "3"]);
    expect(await valueIn(store, SESSION)).to.deep.equal({ is: "old" });
    expect(await add(store, OLD, "4")).to.equal(4);
    expect(await idsOf(store, OLD)).to.deep.equal(["1", "2", "3", "4"]);
  });

  it("is read from the log that was opened, and from the one after it, until and after a compaction", async () => {
    await store.close();
    store = await folder.open({ compactAboveBytes: 60_000 });
    await add(store, OLD, "4");
    await add(store, GARBAGE, "1", "x".repeat(200_000));
    expect(await idsOf(store, OLD)).to.deep.equal(["1", "2", "3", "4"]);
    await store.reset(GARBAGE.merchantId, ORDERS_AND_THEIR_RECORDS);
    await add(store, OLD, "5");
    await folder.logged("store-compacted");
    expect(await folder.names("log-1")).to.deep.equal([]);
    expect(await add(store, OLD, "6")).to.equal(6);
    await store.close();
    store = await folder.open();
    expect(await idsOf(store, OLD)).to.deep.equal(["1", "2", "3", "4", "5", "6"]);
    expect(await valueIn(store, SESSION)).to.deep.equal({ is: "old" });
  });

  it("is refused when somebody wrote into the file, and no snapshot is made of it", async () => {
    await store.close();
    store = await folder.open({ compactAboveBytes: 60_000 });
    const path = join(folder.path, "log-1.ndjson");
    const whole = await folder.read("log-1.ndjson");
    await writeFile(path, Buffer.alloc(2000, "x"), { flag: "r+" });
    for (const reading of [
      () => idsOf(store, OLD),
      () => valueIn(store, SESSION),
      () => add(store, OLD, "4"),
    ]) {
      const refusal = await refusalOf(reading());
      expect(refusal).to.be.instanceOf(StoreUnavailable);
      expect(refusal).to.have.property("message").that.includes("another process changed");
    }
    expect(await add(store, GARBAGE, "1", "x".repeat(200_000))).to.equal(1);
    await store.reset(GARBAGE.merchantId, ORDERS_AND_THEIR_RECORDS);
    await add(store, GARBAGE, "begins the compaction");
    await folder.logged("store-compaction-failed");
    expect(await folder.names("snapshot")).to.deep.equal([]);
    await writeFile(path, whole.subarray(0, 2000), { flag: "r+" });
    expect(await idsOf(store, OLD)).to.deep.equal(["1", "2", "3"]);
    await store.close();
    store = await folder.open();
    expect(await contentOf(store, [GARBAGE.merchantId])).to.deep.equal([
      [["order", "begins the compaction"]],
    ]);
  });

  it("is refused while the disk cannot be read, and changes nothing", async () => {
    let isBroken = false;
    const files: FileSystem = {
      ...realFileSystem,
      openToRead: async (path) => {
        const file = await realFileSystem.openToRead(path);
        const read = (position: number, length: number): Buffer => {
          if (isBroken) throw Object.assign(new Error("EIO: i/o error, read"), { code: "EIO" });
          return file.read(position, length);
        };
        return { ...file, read };
      },
    };
    await store.close();
    store = await folder.open({ files });
    isBroken = true;
    const refusal = await refusalOf(add(store, OLD, "4"));
    expect(refusal).to.be.instanceOf(StoreUnavailable);
    expect(refusal).to.have.property("message", "the store cannot read now: EIO: i/o error, read");
    expect(refusal).to.have.nested.property("cause.code", "EIO");
    await put(store, { ...SESSION, id: "new" }, { is: "new" });
    isBroken = false;
    expect(await add(store, OLD, "4")).to.equal(4);
  });

  it("is still read when its folder was removed under the running store", async () => {
    await folder.dispose();
    expect(await idsOf(store, OLD)).to.deep.equal(["1", "2", "3"]);
  });
});
