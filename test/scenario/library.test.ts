import { writeFileSync } from "node:fs";
import { mkdtemp, rename, rm, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { openScenarioLibrary } from "../../server/scenario/library/library-sync.ts";
import type { LibraryParts, LibraryState, ScenarioLibrary } from "../../server/scenario/library/library.ts";
import { factsOf } from "./requests.ts";

const rule = (outcome: string, id = "all"): string => `  - { id: ${id}, outcome: ${outcome} }\n`;
const fileOf = (outcome: string): string => `version: 1\nrules:\n${rule(outcome)}`;

describe("the library of scenario files", () => {
  let folder: string;
  let told: LibraryState[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "library-"));
    told = [];
  });
  afterEach(() => rm(folder, { recursive: true }));

  const write = (file: string, text: string): Promise<void> => writeFile(join(folder, file), text);
  const open = (parts: Partial<LibraryParts> = {}): ScenarioLibrary =>
    openScenarioLibrary(folder, {
      active: [],
      inUse: () => [],
      clock: () => 1_000,
      onChange: (state) => told.push(state),
      ...parts,
    });
  const codeOf = (library: ScenarioLibrary, ...names: string[]): string | undefined =>
    library.setOf(names)?.decide(factsOf({})).outcome.gatewayCode;
  const messages = ({ problems }: LibraryState): readonly string[] =>
    problems.map(({ file, line, column, message }) =>
      `${file}:${line}:${column} ${message}`.replaceAll(folder, "F"),
    );

  it("makes a set of any of its files, in the order that is asked for", async () => {
    await write("a.yaml", fileOf("DECLINED"));
    await write("b.yml", fileOf("BLOCKED"));
    await write("c.json", '{ "version": 1 }');
    await write(".hidden.yaml", "broken: [");
    await write("notes.txt", "broken: [");
    const library = open();
    expect(library.names()).to.deep.equal(["a", "b", "c"]);
    expect([codeOf(library, "a", "b"), codeOf(library, "b", "a"), codeOf(library, "c")]).to.deep.equal([
      "DECLINED",
      "BLOCKED",
      "APPROVED",
    ]);
    expect(library.setOf(["a", "z"])).to.equal(undefined);
    expect(library.setOf(["a", "b"])).to.equal(library.setOf(["a", "b"]));
    expect(library.faultsOf(["a", "b"])).to.deep.equal([]);
    expect(library.faultsOf(["aa", "a", "a"])).to.deep.equal([
      'there is no scenario "aa"; did you mean "a"? (known: a, b, c)',
      'the scenario "a" is named twice',
    ]);
  });

  it("gives a set a revision that changes with a file of it, and with nothing else", async () => {
    for (const name of ["a", "b", "other"]) await write(`${name}.yaml`, fileOf("DECLINED"));
    await write("a.yaml", `extends: b\n${fileOf("DECLINED")}`);
    const library = open();
    const revisions = (): readonly (string | undefined)[] =>
      [["a"], ["b"], ["a", "other"]].map((names) => library.setOf(names)?.revision);
    const before = revisions();
    const set = library.setOf(["a"]);
    expect(new Set(before).size).to.equal(3);
    await write("other.yaml", fileOf("BLOCKED"));
    await library.reload();
    const after = revisions();
    expect(after.slice(0, 2)).to.deep.equal(before.slice(0, 2));
    expect(after[2]).not.to.equal(before[2]);
    expect(library.setOf(["a"]), "built once").to.equal(set);
    await write("b.yaml", fileOf("BLOCKED"));
    await library.reload();
    expect(revisions()).not.to.include.members([before[0], before[1], after[2]]);
  });

  it("takes a change as a whole, and tells of it once", async () => {
    await write("a.yaml", fileOf("DECLINED"));
    let now = 1_000;
    const library = open({ active: ["a"], clock: () => now });
    const first = library.state();
    now = 2_000;
    await write("a.yaml", fileOf("BLOCKED"));
    await write("b.yaml", fileOf("REFERRED"));
    const second = await library.reload();
    expect([codeOf(library, "a"), codeOf(library, "b")]).to.deep.equal(["BLOCKED", "REFERRED"]);
    expect(second.revision).not.to.equal(first.revision);
    expect([first.loadedAt, second.loadedAt]).to.deep.equal([1_000, 2_000]);
    expect(await library.reload()).to.deep.equal(second);
    expect(told).to.deep.equal([second]);
  });

  it("keeps the last good files while one in use is broken, itself or by what it extends, and heals", async () => {
    await write("a.yaml", `extends: b\n${fileOf("DECLINED")}`);
    await write("b.yaml", fileOf("REFERRED"));
    const library = open({ active: ["a"] });
    const { revision } = library.state();
    await write("a.yaml", `extends: b\n${fileOf("BLOCKED")}`);
    await write("b.yaml", `${fileOf("REFERRED")}nam: x\n`);
    const broken = await library.reload();
    expect(messages(broken)).to.deep.equal(['F/b.yaml:4:1 unknown key "nam"; did you mean "name"?']);
    expect([broken.revision, codeOf(library, "a")]).to.deep.equal([revision, "DECLINED"]);
    expect(broken.isTaken).to.equal(false);
    await write("b.yaml", fileOf("REFERRED"));
    const healed = await library.reload();
    expect([messages(healed), codeOf(library, "a")]).to.deep.equal([[], "BLOCKED"]);
    expect(told).to.deep.equal([broken, healed]);
  });

  it("takes a change though a file that nobody is answered by is broken, which stays as it was", async () => {
    for (const name of ["a", "b", "c"]) await write(`${name}.yaml`, fileOf("DECLINED"));
    await write("c.yaml", `extends: b\n${fileOf("DECLINED")}`);
    const library = open({ active: ["a"] });
    await write("a.yaml", fileOf("BLOCKED"));
    await write("b.yaml", `${fileOf("REFERRED")}nam: x\n`);
    await write("c.yaml", `extends: b\n${fileOf("REFERRED")}`);
    await write("d.yaml", "version: [");
    const taken = await library.reload();
    expect([taken.isTaken, taken.problems.map(({ file }) => file.replace(folder, "F"))]).to.deep.equal([
      true,
      ["F/b.yaml", "F/d.yaml"],
    ]);
    expect(["a", "b", "c", "d"].map((name) => codeOf(library, name))).to.deep.equal([
      ...["BLOCKED", "DECLINED", "REFERRED", undefined],
    ]);
    expect(library.faultsOf(["b", "d"])).to.deep.equal([
      'there is no scenario "d"; did you mean "a"? (known: a, b, c)',
    ]);
    await write("b.yaml", fileOf("REFERRED"));
    await write("d.yaml", fileOf("REFERRED"));
    expect((await library.reload()).problems).to.deep.equal([]);
    expect(["b", "c", "d"].map((name) => codeOf(library, name))).to.deep.equal(Array(3).fill("REFERRED"));
  });

  it("heals when the files are as they were before they broke", async () => {
    await write("a.yaml", fileOf("DECLINED"));
    const library = open({ active: ["a"] });
    const good = library.state();
    await write("a.yaml", "version: [");
    expect((await library.reload()).problems).to.have.length(1);
    await write("a.yaml", fileOf("DECLINED"));
    expect(await library.reload()).to.deep.equal(good);
    expect(told.map(({ problems }) => problems.length)).to.deep.equal([1, 0]);
  });

  it("takes no change that loses a file in use, or the folder", async () => {
    await write("a.yaml", fileOf("DECLINED"));
    await write("night.yaml", fileOf("BLOCKED"));
    const library = open({
      active: ["a"],
      inUse: () => [{ owner: "merchant NIGHT", names: ["night"] }],
    });
    await rename(join(folder, "night.yaml"), join(folder, "nights.yaml"));
    expect(messages(await library.reload())).to.deep.equal([
      'F:0:0 merchant NIGHT: there is no scenario "night"; did you mean "nights"? (known: a, nights)',
    ]);
    await unlink(join(folder, "a.yaml"));
    expect(messages(await library.reload())[0]).to.equal('F:0:0 there is no scenario "a" (known: nights)');
    expect([codeOf(library, "a"), codeOf(library, "night")]).to.deep.equal(["DECLINED", "BLOCKED"]);
    await rm(folder, { recursive: true });
    expect(messages(await library.reload())).to.satisfy(
      ([only, ...more]: string[]) => only?.startsWith("F:0:0 the folder cannot be read") && more.length === 0,
    );
    expect(codeOf(library, "a")).to.equal("DECLINED");
    await writeFile(folder, "");
  });

  it("waits until a file is written to its end, though its beginning is a file in order", async () => {
    await write("a.yaml", fileOf("DECLINED"));
    const library = open({ active: ["a"] });
    let text = "version: 1\nrules:\n";
    await write("a.yaml", text);
    const taken = library.reload();
    const [start, lines] = [performance.now(), { count: 0 }];
    // Longer than the library wants a file to be quiet.
    while (performance.now() - start < 300) {
      text += rule("BLOCKED", `rule-${lines.count}`);
      lines.count += 1;
      // In this thread and in every turn of its event loop, so that the library never looks twice between two of them.
      writeFileSync(join(folder, "a.yaml"), text);
      await new Promise(setImmediate);
    }
    expect((await taken).problems).to.deep.equal([]);
    expect(library.setOf(["a"])?.rules).to.have.length(lines.count);
    expect(told).to.have.length(1);
  });

  it("reads once for all who ask while it waits, and once more for who asks later", async () => {
    await write("a.yaml", fileOf("DECLINED"));
    const library = open({ active: ["a"] });
    await write("a.yaml", fileOf("BLOCKED"));
    const together = [library.reload(), library.reload(), library.reload()];
    const [first] = await Promise.all(together);
    expect(told).to.deep.equal([first]);
    await write("a.yaml", fileOf("REFERRED"));
    await Promise.all([library.reload(), library.reload()]);
    expect(told).to.have.length(2);
    expect(codeOf(library, "a")).to.equal("REFERRED");
  });
});
