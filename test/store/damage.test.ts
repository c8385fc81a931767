import { readFile, readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import fc from "fast-check";
import { ORDERS_AND_THEIR_RECORDS, StoreUnusable } from "../../server/store/store.ts";
import { DAMAGES } from "./damage-cases.ts";
import { createLogFolder, type LogFolder } from "./log-folder.ts";
import { add, contentOf, KEY, refusalOf } from "./sample-orders.ts";
import { unsyncedFiles } from "./unsynced-files.ts";

const LOG = "log-1.ndjson";
const GARBAGE = { merchantId: "GARBAGE", orderId: "order" };

/** A folder with four orders in its first log, closed in order. */
async function startedFolder(): Promise<LogFolder> {
  const folder = await createLogFolder();
  const store = await folder.open({ files: unsyncedFiles });
  for (const orderId of ["a", "b", "c", "d"]) await add(store, { ...KEY, orderId }, "1");
  await store.close();
  return folder;
}

/** Four orders in a snapshot, and two in the log behind it. */
async function compacted(folder: LogFolder): Promise<void> {
  const store = await folder.open({ files: unsyncedFiles, compactAboveBytes: 2000 });
  await add(store, GARBAGE, "1", "x".repeat(9000));
  await store.reset(GARBAGE.merchantId, ORDERS_AND_THEIR_RECORDS);
  for (const orderId of ["e", "f"]) await add(store, { ...KEY, orderId }, "1");
  await folder.logged("store-compacted");
  await store.close();
  folder.events.length = 0;
}

async function ordersOf(folder: LogFolder): Promise<{ orders: string; damage: readonly string[] }> {
  const store = await folder.open({ files: unsyncedFiles });
  const [orders] = (await contentOf(store, [KEY.merchantId])) as [[string][]];
  const damage = store.damage();
  await store.close();
  return { orders: orders.map(([id]) => id).join(""), damage };
}

async function filesOf({ path }: LogFolder): Promise<Record<string, string>> {
  const names = (await readdir(path)).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(path, name), "latin1")));
  return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? ""]));
}

describe("a damaged data folder", () => {
  let folder: LogFolder;

  beforeEach(async () => {
    folder = await startedFolder();
  });

  afterEach(() => folder.dispose());

  for (const { what, hasSnapshot, isKilled, harm, told, orders } of DAMAGES) {
    it(`is found when ${what}: told until somebody acknowledges it, and refused if that is asked`, async () => {
      if (hasSnapshot) await compacted(folder);
      if (isKilled) await folder.forgetStop();
      await harm(folder);
      const before = await filesOf(folder);
      const refusal = await refusalOf(folder.open({}, "refuse"));
      expect(refusal).to.be.instanceOf(StoreUnusable);
      expect(refusal).to.have.property("message").that.includes(told[0]).and.includes("SANDBOX_ON_DAMAGE");
      expect(await filesOf(folder)).to.deep.equal(before);
      expect(folder.events.filter(({ level }) => level !== "info")).to.deep.equal([]);
      for (let opened = 0; opened < 2; opened += 1) {
        expect(await ordersOf(folder)).to.deep.equal({ orders, damage: told });
        const errors = folder.events.filter(({ level }) => level === "error");
        expect(errors).to.have.length(told.length);
      }
      expect(await refusalOf(folder.open({}, "refuse"))).to.be.instanceOf(StoreUnusable);
      const store = await folder.open({ files: unsyncedFiles });
      await store.acknowledgeDamage();
      expect(store.damage()).to.deep.equal([]);
      await store.close();
      await (await folder.open({ files: unsyncedFiles }, "refuse")).close();
      expect(await ordersOf(folder)).to.deep.equal({ orders, damage: [] });
    });
  }

  it("is found whatever is cut out of a log that was closed in order, or changed in it", async () => {
    const whole = await folder.read(LOG);
    const stop = await folder.read("stop.json");
    const place = fc.nat(whole.length - 1);
    const harmed = fc.oneof(
      fc.tuple(place, place).map(([one, other]) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other) + 1];
        return Buffer.concat([whole.subarray(0, from), whole.subarray(to)]);
      }),
      fc.tuple(place, fc.integer({ min: 0, max: 7 })).map(([at, bit]) => {
        const bytes = Buffer.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
        return bytes;
      }),
    );
    await fc.assert(
      fc.asyncProperty(harmed, async (bytes) => {
        const harmedFolder = await createLogFolder();
        await (await harmedFolder.open({ files: unsyncedFiles })).close();
        for (const [name, text] of [[LOG, bytes] as const, ["stop.json", stop] as const]) {
          await writeFile(join(harmedFolder.path, name), text);
        }
        await writeFile(join(harmedFolder.path, "secret.key"), await folder.read("secret.key"));
        const { damage } = await ordersOf(harmedFolder);
        await harmedFolder.dispose();
        expect(damage).not.to.deep.equal([]);
      }),
      { numRuns: 60 },
    );
  });

  it("goes on counting where it was, so that what is lost later is found too", async () => {
    await folder.rewrite(LOG, (lines) => lines.slice(0, 3));
    await ordersOf(folder);
    const store = await folder.open({ files: unsyncedFiles });
    for (const orderId of ["x", "y"]) await add(store, { ...KEY, orderId }, "1");
    await store.acknowledgeDamage();
    await store.close();
    const [log = ""] = await folder.names("log");
    await folder.rewrite(log, (lines) => lines.slice(0, -1));
    expect(await ordersOf(folder)).to.deep.equal({
      orders: "abx",
      damage: [`${log}: one line is missing at its end`],
    });
  });

  it("still counts as one when the note of it cannot be read", async () => {
    await folder.rewrite(LOG, (lines) => lines.slice(0, 3));
    await ordersOf(folder);
    await writeFile(join(folder.path, "damage.json"), "[");
    expect((await ordersOf(folder)).damage).to.deep.equal(["damage.json cannot be read"]);
  });

  it("is refused, whatever is asked, when its secret is one of other data", async () => {
    const other = await startedFolder();
    await rename(join(other.path, "secret.key"), join(folder.path, "secret.key"));
    await other.dispose();
    const before = await filesOf(folder);
    const refusal = await refusalOf(folder.open());
    expect(refusal).to.be.instanceOf(StoreUnusable);
    expect(refusal).to.have.property("message").that.includes("secret.key is not the one that log-1.ndjson");
    expect(await filesOf(folder)).to.deep.equal(before);
  });

  it("is none after a first start that ended anywhere between its secret and its log", async () => {
    await folder.dispose();
    folder = await createLogFolder();
    const noRename = (name: string) => ({
      ...unsyncedFiles,
      rename: (from: string, to: string) =>
        to.endsWith(name) ? Promise.reject(new Error("the power is off")) : unsyncedFiles.rename(from, to),
    });
    for (const name of [LOG, "secret.key"]) {
      expect(await refusalOf(folder.open({ files: noRename(name) }))).to.be.instanceOf(Error);
    }
    expect(await folder.names("")).to.deep.equal([LOG, "secret.key.tmp"]);
    expect(await ordersOf(folder)).to.deep.equal({ orders: "", damage: [] });
    expect(await folder.names("")).to.deep.equal([LOG, "secret.key"]);
    expect(folder.events).to.deep.equal([]);
  });
});
