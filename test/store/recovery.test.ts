import { truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { ORDERS_AND_THEIR_RECORDS } from "../../server/store/store.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, contentOf, contentWhenOpened, fillLog, idsOf, KEY, OTHER } from "./sample-orders.ts";
import { addWith, change, put, recordsIn, SESSION, TOKEN } from "./sample-records.ts";
import { unsyncedFiles } from "./unsynced-files.ts";

const LOG = "log-1.ndjson";
const TOKEN_LEFT = ["token", "token", {}];

describe("opening the log again", () => {
  let folder: LogFolder;

  beforeEach(async () => {
    folder = await createLogFolder();
    await fillLog(folder);
    await folder.forgetStop();
  });

  afterEach(() => folder.dispose());

  it("drops a last line that was cut at any byte, says so once, and goes on", async function () {
    this.timeout(60_000);
    const whole = await folder.read(LOG);
    const start = whole.lastIndexOf("\n", whole.length - 2) + 1;
    for (let length = start; length < whole.length; length += 1) {
      await writeFile(join(folder.path, LOG), whole);
      await truncate(join(folder.path, LOG), length);
      folder.events.length = 0;
      const store = await folder.open({ files: unsyncedFiles });
      expect(await idsOf(store, KEY)).to.deep.equal(["1"]);
      await add(store, KEY, "again");
      await store.close();
      expect(await contentWhenOpened(folder, { files: unsyncedFiles })).to.deep.equal([
        [
          ["order", "1", "again"],
          ["other", "1"],
        ],
      ]);
      const expected = length === start ? [] : ["store-cut-line-dropped"];
      expect(folder.events.map((event) => event.event)).to.deep.equal(expected);
      await folder.forgetStop();
    }
    expect(await folder.names("damaged")).to.deep.equal([]);
  });

  it("sets a whole last line aside whose checksum is wrong, as no cut leaves its end", async () => {
    await folder.rewrite(LOG, (lines) => lines.with(-1, (lines.at(-1) ?? "").replace("EUR", "EUX")));
    expect(await contentWhenOpened(folder)).to.deep.equal([
      [
        ["order", "1"],
        ["other", "1"],
      ],
    ]);
    expect(folder.events.map((event) => event.event)).to.deep.equal([
      "store-damaged-lines",
      "store-compacted",
    ]);
    expect(folder.events[0]?.level).to.equal("error");
    expect(folder.events[0]?.fields["lines"]).to.equal("4");
  });

  const damages: readonly [string, (line: string) => string][] = [
    ["a changed byte", (line) => line.replace("EUR", "EUX")],
    ["a changed checksum", (line) => `${line.slice(0, -3)}${line.at(-3) === "0" ? "1" : "0"}"}`],
    ["a missing half", (line) => line.slice(0, 80)],
    ["nothing left of it", () => ""],
    ["zeros", (line) => "\0".repeat(line.length)],
  ];
  for (const [damage, change] of damages) {
    it(`sets a line in the middle with ${damage} aside, loads the rest, and says so once`, async () => {
      let damaged = "";
      await folder.rewrite(LOG, (lines) => {
        damaged = change(lines[2] ?? "");
        return lines.with(2, damaged);
      });
      for (let opened = 0; opened < 2; opened += 1) {
        expect(await contentWhenOpened(folder)).to.deep.equal([[["order", "1", "2"]]]);
        expect((await folder.read("damaged-1.ndjson")).toString("latin1")).to.equal(`${damaged}\n`);
      }
      expect(await folder.names("damaged")).to.deep.equal(["damaged-1.ndjson"]);
      const errors = folder.events.filter((event) => event.level === "error");
      expect(errors.map((event) => event.event)).to.deep.equal(["store-damaged-lines"]);
      expect(errors[0]?.fields).to.include({ file: join(folder.path, LOG), lines: "3", count: 1 });
    });
  }

  it("sets what follows a lost transaction of an order aside with it, so that no order has a hole", async () => {
    await folder.rewrite(LOG, (lines) => lines.with(1, "lost"));
    expect(await contentWhenOpened(folder)).to.deep.equal([[["other", "1"]]]);
    expect(folder.events.find((event) => event.level === "error")?.fields).to.include({
      lines: "2, 4",
      count: 2,
    });
  });

  it("takes an order that starts again after a lost reset for the new order", async () => {
    const store = await folder.open();
    await store.reset(KEY.merchantId, ORDERS_AND_THEIR_RECORDS);
    await add(store, KEY, "new");
    await store.close();
    await folder.rewrite(LOG, (lines) => lines.with(4, "lost"));
    expect(await contentWhenOpened(folder)).to.deep.equal([
      [
        ["order", "new"],
        ["other", "1"],
      ],
    ]);
  });

  const lost: readonly [string, number, unknown[]][] = [
    ["its first value: the later one wins", 4, [["session", "session", { is: "last" }]]],
    ["its last value: the one before it stands", 6, [["session", "session", { is: "old" }], TOKEN_LEFT]],
  ];
  for (const [what, line, expected] of lost) {
    it(`goes by the lines that are there when a record has lost ${what}`, async () => {
      const store = await folder.open();
      await put(store, SESSION, { is: "old" });
      await put(store, TOKEN, {});
      await change(
        store,
        KEY.merchantId,
        { ...SESSION, value: { is: "last" } },
        { ...TOKEN, value: undefined },
      );
      await add(store, OTHER, "2");
      await store.close();
      await folder.rewrite(LOG, (lines) => lines.with(line, "lost"));
      for (let opened = 0; opened < 2; opened += 1) {
        const again = await folder.open();
        expect(await recordsIn(again, [KEY.merchantId])).to.deep.equal([expected]);
        await again.close();
      }
    });
  }

  it("keeps the records of a commit whose transaction follows a lost one, and sets its line aside", async () => {
    const store = await folder.open();
    await put(store, SESSION, { securityCode: "100" });
    await addWith(store, "3", { ...SESSION, value: {} });
    await store.close();
    await folder.rewrite(LOG, (lines) => lines.with(3, "lost"));
    for (let opened = 0; opened < 2; opened += 1) {
      const again = await folder.open();
      expect(await contentOf(again, [KEY.merchantId])).to.deep.equal([
        [
          ["order", "1"],
          ["other", "1"],
        ],
      ]);
      expect(await recordsIn(again, [KEY.merchantId])).to.deep.equal([[["session", "session", {}]]]);
      await again.close();
    }
    const errors = folder.events.filter((event) => event.level === "error");
    expect(errors.map(({ fields }) => fields["lines"])).to.deep.equal(["4, 6"]);
  });

  it("drops a cut last line with its order and its records, at whatever byte it was cut", async function () {
    this.timeout(60_000);
    const store = await folder.open();
    await put(store, SESSION, { is: "old" });
    await addWith(store, "3", { ...SESSION, value: { is: "new" } });
    await store.close();
    await folder.forgetStop();
    const whole = await folder.read(LOG);
    for (let length = whole.lastIndexOf("\n", whole.length - 2) + 1; length < whole.length; length += 1) {
      await writeFile(join(folder.path, LOG), whole.subarray(0, length));
      const again = await folder.open({ files: unsyncedFiles });
      expect(await idsOf(again, KEY)).to.deep.equal(["1", "2"]);
      expect(await recordsIn(again, [KEY.merchantId])).to.deep.equal([
        [["session", "session", { is: "old" }]],
      ]);
      await again.close();
      await folder.forgetStop();
    }
  });

  it("keeps every damaged line when there is damage again", async () => {
    for (const [number, file] of ["log-1.ndjson", "snapshot-2.ndjson"].entries()) {
      await folder.rewrite(file, (lines) => lines.toSpliced(1, 0, `damage of ${file}`));
      await contentWhenOpened(folder);
      expect((await folder.read(`damaged-${number + 1}.ndjson`)).toString()).to.equal(`damage of ${file}\n`);
    }
  });

  it("sets a damaged first line aside and reads the rest", async () => {
    await folder.rewrite(LOG, (lines) => lines.with(0, "damaged"));
    expect(await contentWhenOpened(folder)).to.deep.equal([
      [
        ["order", "1", "2"],
        ["other", "1"],
      ],
    ]);
  });
});
