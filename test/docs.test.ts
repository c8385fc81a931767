import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { operationsPage } from "../scripts/docs/operations.ts";
import { loadContracts } from "../server/contract/contracts.ts";
import type { Operation } from "../server/domain/operation.ts";

const ROOT = new URL("../", import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), "utf8");

async function filesUnder(folder: string, endings: readonly string[]): Promise<readonly string[]> {
  const names = await readdir(fileURLToPath(new URL(folder, ROOT)), { recursive: true });
  return names
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => `${folder}${name}`);
}

describe("documentation", () => {
  it("has operations and transitions as the code has them (npm run docs)", async () => {
    const contracts = loadContracts(new URL("schemas/", ROOT), { versions: "merged" });
    const page = operationsPage((operation) => contracts.versionsOf(operation as Operation));
    expect(await read("docs/operations.md")).to.equal(page);
  });

  it("numbers every assumption once, without gaps, and the code cites no other and leaves none out", async () => {
    const listed = [...(await read("docs/assumptions.md")).matchAll(/^\| A(\d+) \|/gm)].map(([, number]) =>
      Number(number),
    );
    expect(listed).to.deep.equal(listed.map((_, index) => index + 1));
    const files = [
      ...(await filesUnder("server/", [".ts"])),
      ...(await filesUnder("schemas/", [".json"])),
      ...(await filesUnder("scenarios/", [".yaml"])),
    ];
    const cited = new Set<number>();
    for (const file of files) {
      const text = await read(file);
      expect(text, `${file} cites by key`).not.to.match(/\bA:[a-z]/);
      for (const [, number] of text.matchAll(/\bA(\d+)\b/g)) cited.add(Number(number));
    }
    expect(
      [...cited].filter((number) => !listed.includes(number)),
      "cited, not listed",
    ).to.deep.equal([]);
    expect(
      listed.filter((number) => !cited.has(number)),
      "listed, not cited",
    ).to.deep.equal([]);
  });

  it("links only to files that are there", async () => {
    const pages = ["README.md", "CHANGELOG.md", ...(await filesUnder("docs/", [".md"]))];
    const broken: string[] = [];
    for (const page of pages) {
      const text = await read(page);
      for (const [, target = ""] of text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
        const found = await read(
          new URL(target, new URL(page, ROOT)).pathname.slice(ROOT.pathname.length),
        ).catch(() => undefined);
        if (found === undefined) broken.push(`${page}: ${target}`);
      }
    }
    expect(broken).to.deep.equal([]);
  });
});
