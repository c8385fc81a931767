import { existsSync } from "node:fs";
import { link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import { createJournalIndex, readJournalFile } from "../../server/journal/journal-file.ts";
import { createJournalFollower } from "../../server/journal/journal-follower.ts";
import { openJournalTarget } from "../../server/journal/journal-writer.ts";
import { createChance } from "../flows/walk/chance.ts";
import { exchangeOf } from "./sample-exchange.ts";

/** What it leaves, and what does it. */
type Step = readonly [after: string, step: () => Promise<unknown>];

const line = (id: number): Buffer => Buffer.from(`${JSON.stringify(exchangeOf(String(id)))}\n`);

describe("the rotation of the journal's file", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "rotation-"));
    path = join(folder, "journal.ndjson");
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Appends so many lines to a file that has room for two. */
  async function append(ids: readonly number[], keep: number): Promise<void> {
    const target = await openJournalTarget(path, { bytes: 2 * line(1).length, keep });
    for (const id of ids) await target.append(line(id));
    await target.close();
  }

  async function idsIn(name: string): Promise<string> {
    const ids: string[] = [];
    for await (const { id } of readJournalFile(join(folder, name))) ids.push(id);
    return ids.join(" ");
  }

  const linesIn = async (name: string): Promise<number> =>
    (await readFile(join(folder, name), "utf8")).trimEnd().split("\n").length;

  it("sets a full file aside before the line that has no room, the newest as .1, and keeps so many", async () => {
    await append([1, 2, 3, 4, 5, 6, 7], 2);
    expect((await readdir(folder)).sort()).to.deep.equal([
      "journal.ndjson",
      "journal.ndjson.1",
      "journal.ndjson.2",
    ]);
    expect(await idsIn("journal.ndjson.2")).to.equal("3 4");
    expect(await idsIn("journal.ndjson.1")).to.equal("5 6");
    expect(await linesIn("journal.ndjson")).to.equal(1);
  });

  it("leaves files that are read as one, the oldest first, also again and while they grow", async () => {
    await append([1, 2, 3, 4, 5, 6, 7], 2);
    expect(await idsIn("journal.ndjson")).to.equal("3 4 5 6 7");
    const index = createJournalIndex(path, ({ id }) => id !== "5");
    for await (const { id } of index.exchanges) expect(id).to.match(/^[3-7]$/);
    expect([...index.wanted].map(({ id }) => id).sort()).to.deep.equal(["3", "4", "6", "7"]);
    const follow = createJournalFollower(path);
    const news = async (): Promise<string> => {
      const ids: string[] = [];
      for await (const { id } of follow()) ids.push(id);
      return ids.join(" ");
    };
    expect(await news()).to.equal("3 4 5 6 7");
    await append([8, 9], 2);
    expect(
      await news(),
      "the last line of the file that was set aside, and the first of the new one",
    ).to.equal("8 9");
  });

  describe("with several merchants", () => {
    const names = "ABCDEFGH".split("");
    const lineOf = (id: string): Buffer =>
      Buffer.from(`${JSON.stringify(exchangeOf(id, { merchantId: id.slice(0, 1) }))}\n`);
    /** Files have room for sixteen lines, so that eight are kept of what goes. */
    const appendAll = async (ids: readonly string[], keep = 1): Promise<void> => {
      const target = await openJournalTarget(path, { bytes: 16 * lineOf("A00").length, keep });
      for (const id of ids) await target.append(lineOf(id));
      await target.close();
    };
    const many = (merchant: string, count: number): readonly string[] =>
      Array.from({ length: count }, (_, index) => merchant + String(index).padStart(2, "0"));

    it("keeps what a quiet one did, however much a loud one does", async () => {
      await appendAll([...many("Q", 3), ...many("L", 99)]);
      expect((await readdir(folder)).sort()).to.deep.equal([
        "journal.ndjson",
        "journal.ndjson.1",
        "journal.ndjson.2",
      ]);
      expect(await idsIn("journal.ndjson.2")).to.equal("Q00 Q01 Q02 L72 L73 L74 L75 L76");
      expect((await idsIn("journal.ndjson")).split(" ").slice(0, 10).join(" ")).to.equal(
        "Q00 Q01 Q02 L72 L73 L74 L75 L76 L77 L78",
      );
      await appendAll([...many("Q", 2), ...many("L", 40)]);
      expect(await idsIn("journal.ndjson.2")).to.contain("Q01 Q02 Q00 Q01 L");
    });

    it("gives each the same share, the newest of each, and what some do not need to the others", async () => {
      const ids = [...many("A", 1), ...many("B", 7), ...many("C", 8)];
      await appendAll([...ids, ...many("D", 17)]);
      expect(await idsIn("journal.ndjson.2")).to.equal("A00 B04 B05 B06 C05 C06 C07");
      expect((await stat(`${path}.2`)).mode & 0o777).to.equal(0o600);
    });

    it("is never larger than it may be, and reads as one journal without a gap of a merchant's own", async () => {
      const chance = createChance(7);
      const ids = Array.from(
        { length: 400 },
        (_, at) => `${chance.pick(names)}${String(at).padStart(3, "0")}`,
      );
      await appendAll(ids, 2);
      expect((await stat(`${path}.3`)).size).to.be.at.most(8 * lineOf("A000").length);
      const kept = (await idsIn("journal.ndjson")).split(" ");
      for (const name of names) {
        const own = ids.filter((id) => id.startsWith(name));
        const left = kept.filter((id) => id.startsWith(name));
        expect(left, name).to.deep.equal(own.slice(own.length - left.length));
        expect(left).to.not.be.empty;
      }
    });

    it("takes the merchant from its own place, not from what a request says", async () => {
      const spoken = { merchantId: "Q", traceparent: "00-aa-bb-01" };
      const { request } = exchangeOf("1");
      const lines = [
        exchangeOf("quiet", spoken),
        ...Array.from({ length: 60 }, (_, at) =>
          exchangeOf(`stranger-${at}`, {
            merchantId: undefined,
            request: { ...request, body: { merchantId: "Q" } },
          }),
        ),
      ].map((exchange) => Buffer.from(`${JSON.stringify(exchange)}\n`));
      const target = await openJournalTarget(path, { bytes: 16 * line(1).length, keep: 1 });
      for (const one of lines) await target.append(one);
      await target.close();
      expect(await idsIn("journal.ndjson")).to.match(/^quiet stranger-/);
    });

    describe("that was killed", () => {
      const before = [...many("Q", 3), ...many("L", 60)];
      const at = (end: string): string => `${path}${end}`;
      /** What the steps of a rotation leave, one after the other: `.1` and `.2` are kept, and `.3` is what is carried over. */
      const STEPS: readonly Step[] = [
        ["begun", () => writeFile(at(".new"), "")],
        ["written a part of what is carried over", () => writeFile(at(".3.new"), carried(2).slice(0, -20))],
        ["written all of it", () => writeFile(at(".3.new"), carried(8))],
        ["removed the oldest file", () => rm(at(".2"))],
        ["put what is carried over behind", () => rename(at(".3.new"), at(".3"))],
        ["moved the second file", () => rename(at(".1"), at(".2"))],
        ["given the first file its number", () => link(path, at(".1"))],
        ["put the new file in its place", () => rename(at(".new"), path)],
      ];
      const KILLS: readonly (readonly Step[])[] = [
        ...STEPS.map((_, last) => STEPS.slice(0, last + 1)),
        [
          ...STEPS.slice(0, -2),
          ["moved the first file, where no file has two names", () => rename(path, at(".1"))],
        ],
      ];
      /** The newest of each merchant in the files that are not kept whole: 12 lines of L and 3 of Q. */
      const carried = (count: number): string =>
        [...many("Q", 3), ...many("L", 29).slice(-5)]
          .slice(0, count)
          .map((id) => lineOf(id).toString())
          .join("");

      for (const steps of KILLS)
        it(`when it had ${steps.at(-1)?.[0] ?? ""}, is gone on with: no line is read twice, and none of a quiet one is lost`, async () => {
          await appendAll(before, 2);
          for (const [, step] of steps) await step();
          const left = existsSync(path) ? await idsIn("journal.ndjson") : "";
          await appendAll([], 2);
          const started = await idsIn("journal.ndjson");
          const after = [...many("R", 1), ...many("M", 3)];
          await appendAll(after, 2);
          const grown = await idsIn("journal.ndjson");
          expect(new Set(left.split(" ")).size, left).to.equal(left.split(" ").length);
          for (const ids of [started.split(" "), grown.split(" ")]) {
            expect(new Set(ids).size, ids.join(" ")).to.equal(ids.length);
            expect(ids.slice(0, 3)).to.deep.equal(many("Q", 3));
          }
          expect(started).to.match(/ L59$/);
          expect(grown.endsWith(` ${after.join(" ")}`), grown).to.equal(true);
          const unsettled = (await readdir(folder)).filter((name) => name.endsWith(".3.new"));
          expect(unsettled).to.deep.equal([]);
        });
    });

    it("goes on when there is no room for what is kept", async () => {
      await mkdir(`${path}.2.new`);
      await appendAll([...many("Q", 3), ...many("L", 40)]);
      expect(await idsIn("journal.ndjson.1")).to.match(/^L/);
    });
  });

  it("never leaves its readers without the file", async () => {
    await append([1], 2);
    const over = new AbortController();
    const appending = append(
      Array.from({ length: 200 }, (_, at) => at),
      2,
    ).finally(() => {
      over.abort();
    });
    let missing = 0;
    while (!over.signal.aborted) {
      if (!existsSync(path)) missing += 1;
      await turn();
    }
    await appending;
    expect(missing).to.equal(0);
  });

  it("goes on where the process before it ended", async () => {
    await append([1], 1);
    await append([2], 1);
    await append([3], 1);
    expect(await idsIn("journal.ndjson.1")).to.equal("1 2");
    expect(await idsIn("journal.ndjson")).to.equal("1 2 3");
  });

  it("keeps none when none is to be kept", async () => {
    await append([1, 2, 3], 0);
    expect(await readdir(folder)).to.deep.equal(["journal.ndjson"]);
    expect(await idsIn("journal.ndjson")).to.equal("3");
  });

  it("begins files that only their owner reads, and a line longer than the limit has one of its own", async () => {
    const target = await openJournalTarget(path, { bytes: 10, keep: 5 });
    await target.append(line(1));
    await target.append(line(2));
    await target.close();
    expect(await idsIn("journal.ndjson.1")).to.equal("1");
    expect((await stat(path)).mode & 0o777).to.equal(0o600);
  });

  it("makes files that read as one journal when they are put together, the oldest first", async () => {
    await append([1, 2, 3, 4, 5], 5);
    const texts = ["journal.ndjson.2", "journal.ndjson.1", "journal.ndjson"].map((name) =>
      readFile(join(folder, name)),
    );
    await writeFile(join(folder, "all"), Buffer.concat(await Promise.all(texts)));
    expect(await idsIn("all")).to.equal("1 2 3 4 5");
  });
});
