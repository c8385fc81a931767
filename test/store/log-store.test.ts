import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { realFileSystem, type FileSystem } from "../../server/store/file-system.ts";
import { openLogStore } from "../../server/store/log-store.ts";
import { StoreUnusable } from "../../server/store/store.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, adding, idsOf, KEY, refusalOf } from "./sample-orders.ts";
import { describeStore } from "./store-contract.ts";

describeStore("the log store", async () => {
  const folder = await createLogFolder();
  return { open: () => folder.open(), dispose: () => folder.dispose() };
});

describe("the log store", () => {
  let folder: LogFolder;

  beforeEach(async () => {
    folder = await createLogFolder();
  });

  afterEach(() => folder.dispose());

  /** The real files, telling when a sync is over. */
  function toldFiles(synced: () => void): FileSystem {
    return {
      ...realFileSystem,
      open: async (path, mode) => {
        const file = await realFileSystem.open(path, mode);
        return { ...file, datasync: () => file.datasync().then(synced) };
      },
    };
  }

  it("syncs many concurrent changes at once", async () => {
    let syncs = 0;
    const store = await folder.open({ files: toldFiles(() => (syncs += 1)) });
    syncs = 0;
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => add(store, { ...KEY, orderId: String(index) }, "1")),
    );
    await store.close();
    expect(syncs).to.equal(2);
  });

  it("never has two writes under way, however quickly the next change follows", async () => {
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

  it("tells nobody of a change before it is on disk", async () => {
    const happened: string[] = [];
    const store = await folder.open({ files: toldFiles(() => happened.push("synced")) });
    happened.length = 0;
    const told = (what: string) => () => happened.push(what);
    await Promise.all([
      add(store, KEY, "1").then(told("transact")),
      store.find(KEY).then(told("find")),
      store.list(KEY.merchantId, { limit: 1, after: undefined }).then(told("list")),
      store
        .transact(KEY, () => ({ order: undefined, notifications: [], result: 0 }))
        .then(told("reading work")),
      refusalOf(
        store.transact(KEY, () => {
          throw new Error("refused");
        }),
      ).then(told("refusing work")),
      store.find({ ...KEY, orderId: "untouched" }).then(told("find of another order")),
    ]);
    await store.close();
    expect(happened.slice(0, 2)).to.deep.equal(["find of another order", "synced"]);
    expect(happened.slice(2)).to.have.members(["transact", "find", "list", "reading work", "refusing work"]);
  });

  it("tells nobody that an order is gone before its reset is on disk", async () => {
    const happened: string[] = [];
    const store = await folder.open({ files: toldFiles(() => happened.push("synced")) });
    await add(store, KEY, "1");
    happened.length = 0;
    await Promise.all([
      store.reset(KEY.merchantId).then(() => happened.push("reset")),
      store.find(KEY).then((order) => happened.push(order === undefined ? "gone" : "there")),
    ]);
    await store.close();
    expect(happened).to.deep.equal(["synced", "reset", "gone"]);
  });

  it("appends one line per commit, with its notifications and the new transaction only", async () => {
    const store = await folder.open();
    await add(store, KEY, "first");
    const notification = { id: "n", url: "https://merchant.test/hook", transactionId: "second" };
    await store.transact(KEY, (order) => ({
      ...adding(KEY, "second")(order),
      notifications: [notification],
    }));
    await store.close();
    const lines = (await folder.read("log-1.ndjson")).toString().trimEnd().split("\n");
    const [header, first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).to.have.length(3);
    expect(header).to.include({ kind: "header", version: 1, generation: 1 });
    expect(first).to.include({ ...KEY, from: 0, count: 1 });
    expect(second).to.include({ ...KEY, from: 1, count: 1 });
    expect(second?.["owed"]).to.deep.equal([notification]);
    expect(second?.["transactions"]).to.have.nested.property("[0].id", "second");
    expect(second?.["transactions"]).to.have.length(1);
  });

  it("keeps folder and files to their owner", async function () {
    if (process.platform === "win32") this.skip();
    const store = await folder.open();
    const modes = await Promise.all(
      [".", "log-1.ndjson", "secret.key"].map(
        async (name) => (await stat(join(folder.path, name))).mode & 0o777,
      ),
    );
    await store.close();
    expect(modes).to.deep.equal([0o700, 0o600, 0o600]);
  });

  it("refuses data whose secret is gone or cut", async () => {
    const store = await folder.open();
    await store.close();
    const secret = join(folder.path, "secret.key");
    await writeFile(secret, (await readFile(secret)).subarray(1));
    expect(await refusalOf(folder.open()))
      .to.be.instanceOf(StoreUnusable)
      .with.property("message")
      .that.includes("31");
    await rm(secret);
    expect(await refusalOf(folder.open()))
      .to.be.instanceOf(StoreUnusable)
      .with.property("message")
      .that.includes("missing");
  });

  it("says in one sentence that the data folder is a file", async () => {
    await writeFile(folder.path, "");
    const refusal = await refusalOf(folder.open());
    expect(refusal).to.be.instanceOf(StoreUnusable);
    expect(refusal).to.have.property("message", `the data folder ${folder.path} is a file; name a folder`);
  });

  it("says in one sentence that the data folder cannot be made or written", async () => {
    await mkdir(folder.path);
    await writeFile(join(folder.path, "file"), "");
    const log = (): void => undefined;
    const refusal = await refusalOf(openLogStore({ folder: join(folder.path, "file", "data"), log }));
    expect(refusal).to.be.instanceOf(StoreUnusable).with.property("message").that.includes("ENOTDIR");
    const readOnly: FileSystem = {
      ...realFileSystem,
      open: () =>
        Promise.reject(Object.assign(new Error("EROFS: read-only file system, open"), { code: "EROFS" })),
    };
    const other = await refusalOf(folder.open({ files: readOnly }));
    expect(other).to.be.instanceOf(StoreUnusable).with.property("message").that.includes("EROFS");
    expect(await folder.names("lock")).to.deep.equal([]);
  });

  it("takes up where it left off, many times", async () => {
    for (let round = 0; round < 5; round += 1) {
      const store = await folder.open();
      await add(store, KEY, String(round));
      await store.close();
    }
    const store = await folder.open();
    expect(await idsOf(store, KEY)).to.deep.equal(["0", "1", "2", "3", "4"]);
    await store.close();
    expect(folder.events).to.deep.equal([]);
  });
});
