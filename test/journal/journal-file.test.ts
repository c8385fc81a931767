import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { FileError } from "../../server/document/file-problem.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { readJournalEntries, readJournalFile } from "../../server/journal/journal-file.ts";
import { createJournalWriter, openJournalTarget } from "../../server/journal/journal-writer.ts";
import { exchangeOf } from "./sample-exchange.ts";

const lineOf = (id: string): string => `${JSON.stringify(exchangeOf(id))}\n`;
const ODD = "\u{1F4B3} \u2028 \n \ud800";

describe("the journal's file", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "journal-file-"));
    path = join(folder, "journal.ndjson");
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = async (...exchanges: Exchange[]): Promise<void> => {
    const writer = createJournalWriter(await openJournalTarget(path), () => undefined);
    for (const exchange of exchanges) writer.append(exchange);
    await writer.close();
  };
  const read = async (): Promise<Exchange[]> => {
    const exchanges: Exchange[] = [];
    for await (const exchange of readJournalFile(path)) exchanges.push(exchange);
    return exchanges;
  };
  const ids = async (): Promise<string[]> => (await read()).map(({ id }) => id);
  const problemOf = async (promise: Promise<unknown>): Promise<string> => {
    const error = await promise.then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(error).to.be.instanceOf(FileError);
    return (error as FileError).message.replace(folder, "");
  };

  it("gives back what was written, in its order, as JSON carries it", async () => {
    const exchanges = [exchangeOf("1", { notes: [ODD] }), exchangeOf("2", { notes: ["x".repeat(300_000)] })];
    await write(...exchanges);
    expect(await read()).to.deep.equal(JSON.parse(JSON.stringify(exchanges)));
  });

  it("has one line an exchange, and is the owner's alone", async () => {
    await write(exchangeOf("1", { notes: [ODD] }), exchangeOf("2"));
    const text = await readFile(path, "utf8");
    expect(text.split("\n").map((line) => line.slice(0, 10))).to.deep.equal(['{"id":"1",', '{"id":"2",', ""]);
    if (process.platform !== "win32") expect((await stat(path)).mode & 0o777).to.equal(0o600);
  });

  it("goes on with a file that is there", async () => {
    await write(exchangeOf("1"));
    await write(exchangeOf("2"));
    await write();
    expect(await ids()).to.deep.equal(["1", "2"]);
  });

  it("leaves out a last line that was cut at whatever byte, and is gone on with behind the one before", async () => {
    const [first, second] = [lineOf("1"), lineOf("2")];
    for (let end = 0; end < second.length - 1; end += 1) {
      await writeFile(path, first + second.slice(0, end));
      expect(await ids(), `${end} bytes`).to.deep.equal(["1"]);
      if (end % 50 > 10) continue;
      await write(exchangeOf("3"));
      expect(await ids(), `${end} bytes, and one more`).to.deep.equal(["1", "3"]);
    }
    await writeFile(path, first + second.slice(0, -1));
    expect(await ids()).to.deep.equal(["1", "2"]);
  });

  it("cuts a very long unfinished line as well", async () => {
    const long = JSON.stringify(exchangeOf("2", { notes: ["x".repeat(200_000)] })).slice(0, -1);
    await writeFile(path, lineOf("1") + long);
    await write(exchangeOf("3"));
    expect(await ids()).to.deep.equal(["1", "3"]);
  });

  it("tells where every exchange stands, in bytes", async () => {
    const exchanges = [
      exchangeOf("1", { notes: [ODD] }),
      exchangeOf("2", { notes: ["é".repeat(300_000)] }),
      exchangeOf("3"),
    ];
    await write(...exchanges);
    const bytes = await readFile(path);
    let count = 0;
    for await (const entry of readJournalEntries(path)) {
      const text = bytes.subarray(entry.start, entry.start + entry.bytes).toString();
      expect(JSON.parse(text)).to.deep.equal(entry.exchange);
      count += 1;
    }
    expect(count).to.equal(3);
  });

  it("takes empty lines and the line ends of Windows", async () => {
    await writeFile(path, `${lineOf("1").trimEnd()}\r\n\r\n${lineOf("2")}\n`);
    expect(await ids()).to.deep.equal(["1", "2"]);
  });

  for (const text of ["", "\n", lineOf("1").slice(0, 30)]) {
    it(`holds no exchange, and says so, when it is ${JSON.stringify(text)}`, async () => {
      await writeFile(path, text);
      expect(await problemOf(read())).to.equal(
        "/journal.ndjson: the journal file contains no complete exchange; no request came while it was written",
      );
    });
  }

  it("says what a journal is when the first line is of something else", async () => {
    await writeFile(path, "name,amount\n");
    expect(await problemOf(read())).to.match(
      /^\/journal\.ndjson:1:1 .*; a journal is the file that the sandbox writes/,
    );
  });

  const broken: Readonly<Record<string, string>> = {
    "no JSON": "secret 5123450000000008\n",
    "cut in the middle of the file": `${lineOf("x").slice(0, 40)}\n${lineOf("3")}`,
    "JSON and no exchange": '{"id":"x"}\n',
    "another kind of JSON": "[1]\n",
    "something else without a line end": "hello: world",
  };
  for (const [what, text] of Object.entries(broken)) {
    it(`names the line that is ${what}, and does not quote it`, async () => {
      await writeFile(path, lineOf("1") + lineOf("2") + text);
      expect(await problemOf(read())).to.equal("/journal.ndjson:3:1 this line is not an exchange");
    });
  }

  it("says that it is not there", async () => {
    const says = "/journal.ndjson: the journal file cannot be read: file not found";
    expect(await problemOf(read())).to.equal(says);
  });

  it("is not made where it cannot be", async () => {
    path = join(folder, "missing", "journal.ndjson");
    expect(await problemOf(write())).to.match(/: the journal file cannot be opened: ENOENT/);
    path = folder;
    expect(await problemOf(write())).to.match(/: the journal file cannot be opened: EISDIR/);
  });

  for (const text of ["name: value\n", '{\n  "name": 1\n}', "x", `${lineOf("1")}notes`]) {
    it(`is never written over something else: ${JSON.stringify(text.slice(-14))}`, async () => {
      await writeFile(path, text);
      expect(await problemOf(write(exchangeOf("1")))).to.match(/exists and is not a journal/);
      expect(await readFile(path, "utf8")).to.equal(text);
    });
  }
});
