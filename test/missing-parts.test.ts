import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";

const FOLDER = new URL(".", import.meta.url);
/** Suites that need a browser or a database from their first test on. */
const IN_NEED = /^(?:.*= set(?:Stage|Forms)|.*await openBrowser|describeWithPostgres)\(/m;

const NOWHERE = { TEST_CHROMIUM: "/nowhere/chromium", TEST_POSTGRES_VERSIONS: "/nowhere/postgresql" };

describe("tests on a machine without a browser and without PostgreSQL", function () {
  this.timeout(120_000);

  it("are skipped where they need one, say why, and fail nowhere", async () => {
    const files = (await readdir(FOLDER, { recursive: true })).filter((name) => name.endsWith(".test.ts"));
    const inNeed: string[] = [];
    for (const name of files) {
      const path = fileURLToPath(new URL(name, FOLDER));
      if (IN_NEED.test(await readFile(path, "utf8"))) inNeed.push(path);
    }
    expect(inNeed.length).to.be.greaterThan(30);
    const run = await promisify(execFile)("npx", ["mocha", ...inNeed], {
      cwd: fileURLToPath(new URL("..", FOLDER)),
      env: { ...process.env, ...NOWHERE },
    }).catch((error: unknown) => error as { readonly stdout: string; readonly stderr: string });
    expect(run.stdout).to.match(/^ {2}\d+ pending$/m);
    expect(/\d+ failing[^]*/.exec(run.stdout)?.[0] ?? "").to.equal("");
    expect(run.stderr).to.include("no browser at /nowhere/chromium; install it with: apt-get install");
    expect(run.stderr).to.include("no PostgreSQL in /nowhere/postgresql; install it with: apt-get install");
  });
});
