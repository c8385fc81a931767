import { chmod, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { realFileSystem, type FileSystem } from "../../server/store/folder/file-system.ts";
import { LOG_FORMAT } from "../../server/store/lines/log-line.ts";
import { openLogStore } from "../../server/store/log-store.ts";
import { StoreUnusable } from "../../server/store/store.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, idsOf, KEY, refusalOf } from "./sample-orders.ts";
import { addWith, put, SESSION, TOKEN } from "./sample-records.ts";
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

  it("appends one line per commit, with the new transaction only", async () => {
    const store = await folder.open();
    await add(store, KEY, "first");
    await add(store, KEY, "second");
    await store.close();
    const lines = (await folder.read("log-1.ndjson")).toString().trimEnd().split("\n");
    const [header, first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).to.have.length(3);
    expect(header).to.include({ kind: "header", version: LOG_FORMAT.version, generation: 1 });
    expect(first).to.include({ ...KEY, from: 0, count: 1 });
    expect(second).to.include({ ...KEY, from: 1, count: 1 });
    expect(second?.["transactions"]).to.have.nested.property("[0].id", "second");
    expect(second?.["transactions"]).to.have.length(1);
  });

  it("appends one line per commit, with its order and its records", async () => {
    const store = await folder.open();
    await put(store, TOKEN, { values: ["old"] });
    await addWith(store, "1", { ...SESSION, value: { transactions: [] } }, { ...TOKEN, value: undefined });
    await store.close();
    const lines = (await folder.read("log-1.ndjson")).toString().trimEnd().split("\n").slice(1);
    const [alone, both] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).to.have.length(2);
    expect(alone).to.deep.include({ records: [{ ...TOKEN, bytes: 18 }], values: [{ values: ["old"] }] });
    expect(alone).not.to.have.any.keys("orderId", "transactions");
    expect(both).to.deep.include({ ...KEY, records: [{ ...SESSION, bytes: 19 }, TOKEN] });
    expect(both).to.deep.include({ values: [{ transactions: [] }] });
    expect(both?.["transactions"]).to.have.nested.property("[0].id", "1");
  });

  it("keeps folder and files to their owner", async function () {
    if (process.platform === "win32") this.skip();
    const store = await folder.open();
    const modes = await Promise.all(
      [".", ".gitignore", "log-1.ndjson", "secret.key"].map(
        async (name) => (await stat(join(folder.path, name))).mode & 0o777,
      ),
    );
    await store.close();
    expect(modes).to.deep.equal([0o700, 0o600, 0o600, 0o600]);
  });

  it("keeps a folder that it makes out of a Git repository around it", async () => {
    await (await folder.open()).close();
    expect((await folder.read(".gitignore")).toString()).to.equal("*\n");
  });

  for (const [mode, isOpen] of [
    [0o700, false],
    [0o750, false],
    [0o755, true],
    [0o777, true],
  ] as const) {
    const what = `${isOpen ? "warns of" : "takes"} a folder of mode ${mode.toString(8)}`;
    it(what, async function () {
      if (process.platform === "win32") this.skip();
      await mkdir(folder.path);
      await chmod(folder.path, mode);
      await (await folder.open()).close();
      const fields = {
        folder: folder.path,
        mode: mode.toString(8),
        remedy: `chmod 700 ${folder.path}`,
      };
      const warning = { level: "warn", event: "store-folder-open-to-all", fields };
      expect(folder.events).to.deep.equal(isOpen ? [warning] : []);
    });
  }

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
