import { expect } from "chai";
import { realFileSystem, type FileSystem } from "../../server/store/folder/file-system.ts";
import { ORDERS_AND_THEIR_RECORDS } from "../../server/store/store.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, KEY, refusalOf, workKey } from "./sample-orders.ts";
import { addWith, change, forget, put, SESSION, TOKEN, valueIn } from "./sample-records.ts";

describe("changes that share a sync", () => {
  let folder: LogFolder;

  beforeEach(async () => {
    folder = await createLogFolder();
  });

  afterEach(() => folder.dispose());

  /** The real files, telling when a sync of a log is over. */
  function toldFiles(synced: () => void): FileSystem {
    return {
      ...realFileSystem,
      open: async (path, mode) => {
        const file = await realFileSystem.open(path, mode);
        const isLog = /log-\d+\.ndjson$/.test(path);
        return isLog ? { ...file, datasync: () => file.datasync().then(synced) } : file;
      },
    };
  }

  it("are synced at once when there are many", async () => {
    let syncs = 0;
    const store = await folder.open({ files: toldFiles(() => (syncs += 1)) });
    syncs = 0;
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => add(store, { ...KEY, orderId: String(index) }, "1")),
    );
    await store.close();
    expect(syncs).to.equal(1);
  });

  it("are synced at once with those that the next turn of the event loop brings", async () => {
    let syncs = 0;
    const store = await folder.open({ files: toldFiles(() => (syncs += 1)) });
    syncs = 0;
    const later = new Promise((resolve) => {
      setImmediate(() => {
        resolve(add(store, { ...KEY, orderId: "later" }, "1"));
      });
    });
    await Promise.all([add(store, KEY, "1"), later]);
    await store.close();
    expect(syncs).to.equal(1);
  });

  it("are never in two writes under way, however quickly the next change follows", async () => {
    let underWay = 0;
    let most = 0;
    const counted = async (work: Promise<void>): Promise<void> => {
      underWay += 1;
      most = Math.max(most, underWay);
      await work;
      underWay -= 1;
    };
    const files: FileSystem = {
      ...realFileSystem,
      open: async (path, mode) => {
        const file = await realFileSystem.open(path, mode);
        return {
          ...file,
          append: (bytes) => counted(file.append(bytes)),
          datasync: () => counted(file.datasync()),
        };
      },
    };
    const store = await folder.open({ files });
    const worker = async (orderId: string): Promise<void> => {
      for (let step = 0; step < 10; step += 1) await add(store, { ...KEY, orderId }, String(step));
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => worker(String(index))));
    await store.close();
    expect(most).to.equal(1);
  });

  it("are told to nobody before they are on disk", async () => {
    const happened: string[] = [];
    const store = await folder.open({ files: toldFiles(() => happened.push("synced")) });
    happened.length = 0;
    const told = (what: string) => () => happened.push(what);
    await Promise.all([
      add(store, KEY, "1").then(told("transact")),
      store.find(KEY).then(told("find")),
      store.list(KEY.merchantId, { limit: 1, after: undefined }).then(told("list")),
      store
        .transact(workKey(KEY), () => ({ order: undefined, records: [], result: 0 }))
        .then(told("reading work")),
      refusalOf(
        store.transact(workKey(KEY), () => {
          throw new Error("refused");
        }),
      ).then(told("refusing work")),
      store.find({ ...KEY, orderId: "untouched" }).then(told("find of another order")),
    ]);
    await store.close();
    expect(happened.slice(0, 2)).to.deep.equal(["find of another order", "synced"]);
    expect(happened.slice(2)).to.have.members(["transact", "find", "list", "reading work", "refusing work"]);
  });

  it("are told to nobody before they are on disk when they are of records", async () => {
    const happened: string[] = [];
    const store = await folder.open({ files: toldFiles(() => happened.push("synced")) });
    await put(store, TOKEN, { is: "there" });
    await put(store, { ...TOKEN, id: "other" }, { is: "there" });
    happened.length = 0;
    const told = (what: string) => () => happened.push(what);
    const reading = { order: undefined, records: [], result: 0 };
    await Promise.all([
      change(store, KEY.merchantId, { ...SESSION, value: {} }, { ...TOKEN, value: undefined }).then(
        told("transact"),
      ),
      valueIn(store, SESSION).then(told("find")),
      valueIn(store, TOKEN).then((value) => happened.push(value === undefined ? "find nothing" : "wrong")),
      store.listRecords(KEY.merchantId, "token", { limit: 1, after: undefined }).then(told("list")),
      store.transact({ ...KEY, records: [TOKEN] }, () => reading).then(told("reading work")),
      forget(store, TOKEN).then(told("forgetting again")),
      valueIn(store, { ...TOKEN, id: "other" }).then(told("find another record")),
      store.transact(workKey(KEY), () => reading).then(told("work on something else")),
    ]);
    await store.close();
    const atOnce = ["find another record", "work on something else"];
    const later = ["transact", "find", "find nothing", "list", "reading work", "forgetting again"];
    expect(happened.slice(0, 2)).to.have.members(atOnce);
    expect(happened[2]).to.equal("synced");
    expect(happened.slice(3)).to.have.members(later);
  });

  it("are told to nobody before they are on disk when they are a reset", async () => {
    const happened: string[] = [];
    const store = await folder.open({ files: toldFiles(() => happened.push("synced")) });
    await addWith(store, "1", { ...SESSION, value: {} });
    happened.length = 0;
    await Promise.all([
      store.reset(KEY.merchantId, ORDERS_AND_THEIR_RECORDS).then(() => happened.push("reset")),
      store.find(KEY).then((order) => happened.push(order === undefined ? "gone" : "there")),
      valueIn(store, SESSION).then((value) => happened.push(value === undefined ? "gone" : "there")),
    ]);
    await store.close();
    expect(happened).to.deep.equal(["synced", "reset", "gone", "gone"]);
  });
});
