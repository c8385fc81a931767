import { mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { isUpToDate, markBuilt } from "../../scripts/build/up-to-date.ts";
import { inFolder } from "../process/built-server.ts";

const SOURCES = [
  ...["server/domain/money.ts", "web/portal/main.tsx", "schemas/scenario.json", "scenarios/default.yaml"],
  ...["scripts/build/web.ts", "package.json", "tsconfig.json"],
];
const BUILT = "dist/embedding/embedding.d.ts";

/** Seconds since 1970. */
const [BEFORE, BUILD, AFTER] = [1_000_000, 2_000_000, 3_000_000];

async function write(folder: string, file: string, time: number): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), "");
  for (let path = file; path !== "."; path = dirname(path)) await utimes(join(folder, path), time, time);
}

/** A project whose build is newer than all of its sources. */
async function built(folder: string): Promise<void> {
  for (const file of SOURCES) await write(folder, file, BEFORE);
  await write(folder, BUILT, AFTER);
  await markBuilt(folder, new Date(BUILD * 1_000));
}

describe("a build that npm start asks for", () => {
  it("is not made again while nothing has changed", () =>
    inFolder(async (folder) => {
      await built(folder);
      expect(await isUpToDate(folder)).to.equal(true);
    }));

  for (const file of [...SOURCES, "server/new.ts"]) {
    it(`is made again when ${file} was written after it began`, () =>
      inFolder(async (folder) => {
        await built(folder);
        await write(folder, file, BUILD + 1);
        expect(await isUpToDate(folder)).to.equal(false);
      }));
  }

  it("is made again when a source was removed", () =>
    inFolder(async (folder) => {
      await built(folder);
      await rm(join(folder, "server/domain/money.ts"));
      expect(await isUpToDate(folder)).to.equal(false);
    }));

  it("is made when there is none, or one that did not end well", () =>
    inFolder(async (folder) => {
      await built(folder);
      await rm(join(folder, BUILT));
      expect(await isUpToDate(folder)).to.equal(false);
    }));
});
