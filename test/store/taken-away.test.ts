import { appendFile, copyFile, rename, rm, truncate } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { StoreUnavailable, type Store } from "../../server/store/store.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, idsOf, KEY, refusalOf } from "./sample-orders.ts";
import { unsyncedFiles } from "./unsynced-files.ts";

const LOG = "log-1.ndjson";

const harms: readonly [string, string, (folder: LogFolder) => Promise<void>][] = [
  ["its log is deleted", "was deleted", ({ path }) => rm(join(path, LOG))],
  ["its log is moved away", "was deleted", ({ path }) => rename(join(path, LOG), join(path, "old"))],
  ["its log is emptied", "was changed", ({ path }) => truncate(join(path, LOG), 0)],
  ["somebody writes into its log", "was changed", ({ path }) => appendFile(join(path, LOG), "\n")],
  [
    "its log is replaced by a copy",
    "was replaced",
    async ({ path }) => {
      await copyFile(join(path, LOG), join(path, "copy"));
      await rename(join(path, "copy"), join(path, LOG));
    },
  ],
  [
    "its folder is deleted",
    "lock of the data folder has been removed",
    ({ path }) => rm(path, { recursive: true }),
  ],
  [
    "its folder is moved away",
    "lock of the data folder has been removed",
    ({ path }) => rename(path, `${path}-old`),
  ],
];

describe("a store of which something is taken away while it runs", () => {
  let folder: LogFolder;
  let store: Store;

  beforeEach(async () => {
    folder = await createLogFolder();
    store = await folder.open({ lockTiming: { beatMs: 3_600_000, watchMs: 5 } });
    await add(store, KEY, "1");
  });

  afterEach(async () => {
    await store.close();
    await folder.dispose();
  });

  for (const [what, reason, harm] of harms) {
    it(`confirms nothing any more, and says why once, when ${what}`, async function () {
      // Nobody can take an open file away there.
      if (process.platform === "win32") this.skip();
      await harm(folder);
      for (const id of ["2", "3"]) {
        const refusal = await refusalOf(add(store, KEY, id));
        expect(refusal).to.be.instanceOf(StoreUnavailable).with.property("message").that.includes(reason);
        expect(store.trouble()).to.be.a("string");
      }
      expect(await idsOf(store, KEY)).to.deep.equal(["1"]);
      const said = folder.events.filter(({ event }) => event === "store-cannot-write");
      expect(said).to.have.length(1);
    });
  }

  it("confirms nothing that is not there when its log is deleted while a change is being written", async () => {
    await store.close();
    store = await folder.open({
      files: {
        ...unsyncedFiles,
        open: async (path, mode) => {
          const file = await unsyncedFiles.open(path, mode);
          const datasync = () => (mode === "existing" ? rm(path, { force: true }) : file.datasync());
          return { ...file, datasync };
        },
      },
    });
    expect(await refusalOf(add(store, KEY, "2"))).to.be.instanceOf(StoreUnavailable);
    expect(await idsOf(store, KEY)).to.deep.equal(["1"]);
  });
});

describe("a store on a disk that has room for little", () => {
  const LARGE = "x".repeat(5000);

  it("is unhealthy, and says so once, until there is room for what it could not write", async () => {
    const folder = await createLogFolder();
    const disk = { room: 1000 };
    const store = await folder.open({
      files: {
        ...unsyncedFiles,
        open: async (path, mode) => {
          const file = await unsyncedFiles.open(path, mode);
          const append = (bytes: Uint8Array): Promise<void> =>
            bytes.length > disk.room
              ? Promise.reject(new Error("ENOSPC: no space left"))
              : file.append(bytes);
          return { ...file, append };
        },
      },
    });
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await refusalOf(add(store, KEY, "large", LARGE))).to.be.instanceOf(StoreUnavailable);
      for (let asked = 0; asked < 20; asked += 1) {
        expect(store.trouble()).to.be.a("string");
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
    expect(folder.events.map(({ event }) => event)).to.deep.equal(["store-cannot-write"]);
    disk.room = Infinity;
    while (store.trouble() !== undefined) await new Promise((resolve) => setImmediate(resolve));
    const before = (await folder.read(LOG)).length;
    await add(store, KEY, "large", LARGE);
    expect((await folder.read(LOG)).length - before).to.be.below(2 * LARGE.length);
    await store.close();
    const again = await folder.open();
    expect(await idsOf(again, KEY)).to.deep.equal(["large"]);
    await again.close();
    expect(folder.events.map(({ event }) => event)).to.deep.equal([
      "store-cannot-write",
      "store-writes-again",
    ]);
    await folder.dispose();
  });
});
