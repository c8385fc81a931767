import { expect } from "chai";
import { realFileSystem, type FileSystem } from "../../server/store/folder/file-system.ts";
import { ORDERS_AND_THEIR_RECORDS, type Store } from "../../server/store/store.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, idsOf, KEY } from "./sample-orders.ts";
import { change, SESSION, valueIn } from "./sample-records.ts";

const GARBAGE = { merchantId: "GARBAGE", orderId: "order" };

/** The real files: how many are open to be read, and snapshots that wait for the gate before they are written. */
interface WatchedFiles {
  readonly files: FileSystem;
  readonly reading: Set<string>;
}

describe("texts that move to a snapshot", () => {
  let folder: LogFolder;
  let store: Store;
  let watched: WatchedFiles;
  let openGate: () => void;

  beforeEach(async () => {
    folder = await createLogFolder();
    const gate = new Promise<void>((resolve) => {
      openGate = resolve;
    });
    watched = watchedFiles(gate);
    store = await folder.open({ files: watched.files, compactAboveBytes: 60_000 });
  });

  afterEach(async () => {
    openGate();
    await store.close();
    await folder.dispose();
  });

  async function beginCompaction(): Promise<void> {
    await add(store, GARBAGE, "1", "x".repeat(200_000));
    await store.reset(GARBAGE.merchantId, ORDERS_AND_THEIR_RECORDS);
    await add(store, GARBAGE, "begins the compaction");
  }

  it("leave no file open but the snapshot and the log behind it, and none when the store is closed", async () => {
    await add(store, KEY, "1");
    await beginCompaction();
    expect([...watched.reading]).to.deep.equal(["log-1.ndjson", "log-2.ndjson"]);
    openGate();
    await folder.logged("store-compacted");
    expect([...watched.reading]).to.deep.equal(["log-2.ndjson", "snapshot-2.ndjson"]);
    expect(await idsOf(store, KEY)).to.deep.equal(["1"]);
    await store.close();
    expect([...watched.reading]).to.deep.equal([]);
  });

  it("take along the records whose list is closed up meanwhile, and the orders that grow", async () => {
    const records = Array.from({ length: 150 }, (_, index) => ({
      ...SESSION,
      id: String(index),
      value: { index },
    }));
    await change(store, KEY.merchantId, ...records);
    await add(store, KEY, "1");
    await beginCompaction();
    await change(
      store,
      KEY.merchantId,
      ...records.slice(0, 100).map((record) => ({ ...record, value: undefined })),
    );
    await add(store, KEY, "2");
    openGate();
    await folder.logged("store-compacted");
    await add(store, { ...KEY, orderId: "large" }, "1", "x".repeat(30_000));
    for (const { kind, id, value } of records.slice(100)) {
      expect(await valueIn(store, { kind, id })).to.deep.equal(value);
    }
    expect(await idsOf(store, KEY)).to.deep.equal(["1", "2"]);
  });
});

function watchedFiles(gate: Promise<void>): WatchedFiles {
  const reading = new Set<string>();
  const files: FileSystem = {
    ...realFileSystem,
    open: async (path, mode) => {
      if (path.includes("snapshot")) await gate;
      return realFileSystem.open(path, mode);
    },
    openToRead: async (path) => {
      const name = path.slice(path.search(/[^/\\]*$/));
      const file = await realFileSystem.openToRead(path);
      reading.add(name);
      const close = async (): Promise<void> => {
        reading.delete(name);
        await file.close();
      };
      return { ...file, close };
    },
  };
  return { files, reading };
}
