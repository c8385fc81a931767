import { mkdir, mkdtemp, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { openScenarioLibrary } from "../server/scenario/library/library-sync.ts";
import type { ScenarioLibrary } from "../server/scenario/library/library.ts";
import { watchScenarios } from "../server/sandbox/scenario-watch.ts";
import type { ScenarioWatch } from "../server/sandbox/scenario-watch.ts";
import { eventually } from "./support/scenario-folder.ts";

const fileOf = (id: string): string => `version: 1\nrules:\n  - { id: ${id}, outcome: DECLINED }\n`;

/** What keeps a process busy by itself: timers, and files that are looked at again and again. */
async function busy(): Promise<readonly string[]> {
  // Out of the timer that may have led here.
  await new Promise((resolve) => setImmediate(resolve));
  return process.getActiveResourcesInfo().filter((it) => ["Timeout", "StatWatcher"].includes(it));
}

describe("the watch over scenario files", () => {
  let root: string;
  let folder: string;
  let library: ScenarioLibrary;
  let watch: ScenarioWatch;
  const logged: string[] = [];
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "watch-"));
    folder = join(root, "scenarios");
    await mkdir(folder);
    await writeFile(join(folder, "a.yaml"), fileOf("first"));
  });
  afterEach(async () => {
    await watch.close();
    await rm(root, { recursive: true });
    expect(logged).to.deep.equal([]);
  });

  const open = (): void => {
    const parts = { active: ["a"], inUse: () => [], clock: () => 0, onChange: () => undefined };
    library = openScenarioLibrary(folder, parts);
    watch = watchScenarios(library, (_level, event) => logged.push(event));
  };
  const ruleOf = (): string | undefined => library.setOf(["a"])?.rules[0]?.id;
  const expectRule = async (id: string): Promise<void> => {
    expect(await eventually(ruleOf, (rule) => rule === id)).to.equal(id);
  };

  it("sees a file that is written, replaced, added and taken away", async () => {
    open();
    await writeFile(join(folder, "a.yaml"), fileOf("written"));
    await expectRule("written");
    await writeFile(join(root, "a.new"), fileOf("replaced"));
    await rename(join(root, "a.new"), join(folder, "a.yaml"));
    await expectRule("replaced");
    await writeFile(join(folder, "b.yaml"), fileOf("added"));
    await eventually(library.names, (names) => names.length === 2);
    await rm(join(folder, "b.yaml"));
    await eventually(library.names, (names) => names.length === 1);
  });

  it("sees what was changed between the first reading and the beginning of the watch", async () => {
    open();
    await watch.close();
    await writeFile(join(folder, "a.yaml"), fileOf("meanwhile"));
    watch = watchScenarios(library, (_level, event) => logged.push(event));
    await expectRule("meanwhile");
  });

  it("goes on when the folder is taken away whole and put back", async () => {
    open();
    for (const round of ["one", "two"]) {
      await rm(folder, { recursive: true });
      await eventually(library.state, ({ problems }) => problems.length > 0);
      await mkdir(folder);
      await writeFile(join(folder, "a.yaml"), fileOf(round));
      await expectRule(round);
      await writeFile(join(folder, "a.yaml"), fileOf(`${round}-again`));
      await expectRule(`${round}-again`);
    }
  });

  it("follows files that are links into a folder which is exchanged, as mounted configuration is", async () => {
    const version = async (name: string): Promise<void> => {
      await mkdir(join(folder, name));
      await writeFile(join(folder, name, "a.yaml"), fileOf(name.replaceAll(".", "")));
      await symlink(name, join(folder, "..new"));
      await rename(join(folder, "..new"), join(folder, "..data"));
    };
    await rm(join(folder, "a.yaml"));
    await version("..v1");
    await symlink("..data/a.yaml", join(folder, "a.yaml"));
    open();
    for (const [before, name] of [
      ["..v1", "..v2"],
      ["..v2", "..v3"],
    ] as const) {
      await version(name);
      await rm(join(folder, before), { recursive: true });
      await expectRule(name.replaceAll(".", ""));
    }
  });

  it("costs nothing while nothing changes: no timer, and no file is looked at again", async () => {
    const before = await busy();
    open();
    await writeFile(join(folder, "a.yaml"), fileOf("once"));
    await expectRule("once");
    // What others left behind may end meanwhile.
    await eventually(busy, (now) => now.length <= before.length);
    expect(process.getActiveResourcesInfo()).to.include("FSEventWrap");
  });
});
