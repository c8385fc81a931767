import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createJournalIndex, readJournalFile } from "../../server/journal/journal-file.ts";
import { createJournalFollower } from "../../server/journal/journal-follower.ts";
import { openJournalTarget } from "../../server/journal/journal-writer.ts";
import { exchangeOf } from "./sample-exchange.ts";

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
    await append([8], 2);
    expect(await news()).to.equal("8");
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
