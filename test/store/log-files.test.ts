import { copyFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { formatLine, LOG_FORMAT, type PlainLine } from "../../server/store/lines/log-line.ts";
import { StoreUnusable } from "../../server/store/store.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, contentOf, contentWhenOpened, fillLog, idsOf, KEY, refusalOf } from "./sample-orders.ts";
import { put, recordsIn, SESSION, valueIn } from "./sample-records.ts";

const LOG = "log-1.ndjson";
const NEXT = LOG_FORMAT.version + 1;

describe("the files of the log", () => {
  let folder: LogFolder;

  beforeEach(async () => {
    folder = await createLogFolder();
    await fillLog(folder);
  });

  afterEach(() => folder.dispose());

  it("refuses a log of a newer version in one sentence and touches nothing", async () => {
    const newer = formatLine({ kind: "header", version: NEXT, generation: 1 }).toString().trimEnd();
    await folder.rewrite(LOG, (lines) => [...lines.with(0, newer).with(2, "damaged"), "cut"]);
    const before = await folder.read(LOG);
    const refusal = await refusalOf(folder.open());
    expect(refusal).to.be.instanceOf(StoreUnusable);
    expect(refusal)
      .to.have.property("message")
      .that.includes("newer release")
      .and.includes(`log format ${NEXT}`);
    expect((await folder.read(LOG)).equals(before)).to.equal(true);
    expect(await folder.names("damaged")).to.deep.equal([]);
    expect(await folder.names("lock")).to.deep.equal([]);
  });

  it("migrates a log of an older version, and writes the current one from then on", async () => {
    const renamed = (json: string): string =>
      json.replaceAll('"merchantId":"MERCHANT"', '"merchantId":"RENAMED"');
    const format = { version: NEXT, migrations: new Map([[LOG_FORMAT.version, renamed]]) };
    for (let opened = 0; opened < 2; opened += 1) {
      const store = await folder.open({ format });
      await add(store, { ...KEY, merchantId: "RENAMED" }, `again ${opened}`);
      await store.close();
    }
    const store = await folder.open({ format });
    expect(await idsOf(store, { ...KEY, merchantId: "RENAMED" })).to.deep.equal([
      "1",
      "2",
      "again 0",
      "again 1",
    ]);
    expect(await store.find(KEY)).to.equal(undefined);
    await store.close();
    expect(await refusalOf(folder.open())).to.be.instanceOf(StoreUnusable);
  });

  for (const isDamaged of [false, true]) {
    const what = isDamaged
      ? "even when its first line is damaged"
      : "and writes the current version from then on";
    it(`opens what a release before records wrote, with version 1 of the log, ${what}`, async () => {
      const names = ["log-2.ndjson", "snapshot-2.ndjson"];
      await rm(join(folder.path, LOG));
      for (const name of names) {
        await copyFile(new URL(`version-1/${name}`, import.meta.url), join(folder.path, name));
        if (isDamaged) await folder.rewrite(name, (lines) => lines.with(0, "damaged"));
      }
      for (const session of ["first", "second"]) {
        const store = await folder.open();
        expect(await contentOf(store, [KEY.merchantId, "another"])).to.deep.equal([
          [
            ["order", "1", "2", "3"],
            ["other", "1"],
          ],
          [],
        ]);
        const { request } = (await store.find(KEY))?.transactions[1] ?? {};
        expect(request).to.deep.equal({ order: { reference: '{"transactions":[],"values":[1]}' } });
        await put(store, SESSION, { session });
        await store.close();
      }
      const store = await folder.open();
      expect(await valueIn(store, SESSION)).to.deep.equal({ session: "second" });
      await store.close();
      const [snapshot = ""] = await folder.names("snapshot");
      const kept = (await folder.read(snapshot)).toString();
      expect(kept)
        .to.include(`"version":${LOG_FORMAT.version}`)
        .and.include('"lines":2')
        .and.not.include('"owed"');
      const problems = folder.events.filter((event) => event.level !== "info");
      expect(problems).to.have.length(isDamaged ? 2 : 0);
    });
  }

  for (const isDamaged of [false, true]) {
    const what = isDamaged ? ", even when its first line is damaged" : "";
    it(`takes a reset of version 2 of the log for one of orders and their records${what}`, async () => {
      const before = await folder.open();
      await put(before, SESSION, { is: "forgotten" });
      await put(before, { kind: "clock", id: "clock" }, { is: "kept" });
      await before.close();
      const header = formatLine({ kind: "header", version: 2, generation: 1 }).toString().trimEnd();
      const reset = formatLine({ kind: "reset", merchantId: KEY.merchantId } as PlainLine)
        .toString()
        .trimEnd();
      await folder.rewrite(LOG, (lines) => [...lines.with(0, isDamaged ? "damaged" : header), reset]);
      for (let opened = 0; opened < 2; opened += 1) {
        const store = await folder.open();
        expect(await recordsIn(store, [KEY.merchantId])).to.deep.equal([
          [["clock", "clock", { is: "kept" }]],
        ]);
        expect(await contentOf(store, [KEY.merchantId])).to.deep.equal([[]]);
        await store.close();
      }
    });
  }

  it("says loudly that a log is missing, and reads the others", async () => {
    await rename(join(folder.path, LOG), join(folder.path, "log-2.ndjson"));
    expect(await contentWhenOpened(folder)).to.deep.equal([
      [
        ["order", "1", "2"],
        ["other", "1"],
      ],
    ]);
    expect(folder.events[0]).to.deep.include({ level: "error", event: "store-file-missing" });
    expect(folder.events[0]?.fields["file"]).to.equal(join(folder.path, LOG));
  });

  it("says loudly that a snapshot is cut, at whatever line, and loads what there is", async () => {
    await folder.rewrite(LOG, (lines) => lines.toSpliced(1, 0, "damaged, so that a snapshot is made"));
    await contentWhenOpened(folder);
    const [name = ""] = await folder.names("snapshot");
    await copyFile(join(folder.path, name), join(folder.path, "kept"));
    await folder.rewrite(name, (lines) => lines.slice(0, -2));
    expect(await contentWhenOpened(folder)).to.deep.equal([[["order", "1", "2"]]]);
    expect(folder.events.filter((event) => event.event === "store-snapshot-cut")).to.have.length(1);
  });

  it("removes what a crash left behind, and leaves files alone that are not its own", async () => {
    const names = ["log-2.ndjson.tmp", "snapshot-3.ndjson.tmp", "log-x.ndjson", "notes.txt"];
    for (const name of names) await writeFile(join(folder.path, name), "");
    await contentWhenOpened(folder);
    for (const name of names) expect(await folder.names(name)).to.have.length(name.endsWith(".tmp") ? 0 : 1);
    await rm(join(folder.path, LOG));
  });
});
