import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { COMMANDS } from "../../server/cli/commands.ts";
import { exchangeOf } from "../journal/sample-exchange.ts";
import { complaintOf, runCommand } from "./running-command.ts";

/** Every command that reads a journal, with the journal's place in its words. */
const READERS: Readonly<Record<string, (journal: string) => readonly string[]>> = {
  report: (journal) => [journal],
  verify: (journal) => ["--journal", journal],
  coverage: (journal) => [journal],
  "upgrade-check": (journal) => ["--to", "100", journal],
  versions: (journal) => [journal],
};

const LINE = JSON.stringify(exchangeOf("1"));

const FILES: Readonly<Record<string, readonly [content: string | Buffer | undefined, says: RegExp]>> = {
  missing: [undefined, /missing: the journal file cannot be read: file not found$/],
  empty: ["", /empty: the journal file contains no complete exchange; no request came while it was written$/],
  cut: [LINE.slice(0, 40), /cut: the journal file contains no complete exchange;/],
  damaged: [`${LINE}\n${LINE.slice(0, 40)}\n${LINE}\n`, /damaged:2:1 this line is not an exchange$/],
  packed: [gzipSync(`${LINE}\n`), /packed:1:1 .*; a journal is the file that the sandbox writes/],
  other: ["merchants: []\n", /other:1:1 .*; a journal is the file that the sandbox writes/],
};

describe("a journal file that is none", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "journal-errors-"));
    await mkdir(join(folder, "folder"));
    for (const [name, [content]] of Object.entries(FILES))
      if (content !== undefined) await writeFile(join(folder, name), content);
  });
  after(() => rm(folder, { recursive: true }));

  for (const [name, wordsFor] of Object.entries(READERS)) {
    const complaint = (file: string): Promise<Error> => {
      const command = COMMANDS.get(name);
      if (command === undefined) throw new Error(`unknown command ${name}`);
      return complaintOf(runCommand(command, wordsFor(join(folder, file))));
    };

    it(`is refused by ${name}, which says what is wrong with it`, async () => {
      for (const [file, [, says]] of Object.entries(FILES)) {
        const { message, name: kind } = await complaint(file);
        expect(message).to.match(says);
        expect(kind, "ends with 2").to.equal("FileError");
      }
      expect((await complaint("folder")).message).to.match(/folder: .* cannot be read: it is a folder$/);
    });
  }
});
