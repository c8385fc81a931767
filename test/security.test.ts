import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect } from "chai";

const ROOT = new URL("../", import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), "utf8");

const LICENCES = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BlueOak-1.0.0", "ISC", "MIT"];

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly license?: string; readonly dev?: boolean; readonly hasInstallScript?: boolean }>
  >;
}

describe("SECURITY.md", () => {
  it("names tests for every promise, and all of them are there", async () => {
    const [, promises = ""] = (await read("SECURITY.md")).split("## Promises");
    const rows = promises
      .split("\n")
      .filter((line) => line.startsWith("| ") && !line.startsWith("| promise"));
    expect(rows).to.have.length.above(8);
    for (const row of rows) {
      const tests = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, path = ""]) => path);
      expect(tests, row).not.to.deep.equal([]);
      expect(tests.filter((path) => !existsSync(new URL(path, ROOT)))).to.deep.equal([]);
    }
  });

  it("is right that packages for users have a known licence and run nothing when they are installed", async () => {
    const { packages } = JSON.parse(await read("package-lock.json")) as LockFile;
    const used = Object.entries(packages).filter(([path, { dev }]) => path !== "" && dev !== true);
    expect(used).to.have.length.above(20);
    const unknown = used.filter(([, { license = "" }]) => !LICENCES.includes(license));
    expect(unknown.map(([path]) => path)).to.deep.equal([]);
    expect(used.filter(([, { hasInstallScript }]) => hasInstallScript === true)).to.deep.equal([]);
  });
});
