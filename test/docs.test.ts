import { readdir, readFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { DOCUMENTED_OPERATIONS, DOCUMENTED_READS } from "../scripts/docs/catalogue.ts";
import { operationsPage } from "../scripts/docs/operations.ts";
import type { OperationsPageParts } from "../scripts/docs/operations.ts";
import { collectRefusals } from "../scripts/docs/refusals.ts";
import { packageContracts } from "../server/contract/contracts.ts";
import { KEPT_LIMITS, KEPT_NAMES, settingOf, wordsOf } from "../server/domain/kept.ts";
import { startTestSandbox } from "./support/sandbox.ts";

const run = promisify(execFile);
const ROOT = new URL("../", import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, ROOT), "utf8");

async function filesUnder(folder: string, endings: readonly string[]): Promise<readonly string[]> {
  const names = await readdir(fileURLToPath(new URL(folder, ROOT)), { recursive: true });
  return names
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => `${folder}${name}`);
}

async function brokenLinksOf(page: string): Promise<readonly string[]> {
  const links = [...(await read(page)).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
    ([, target = ""]) => target,
  );
  const isThere = await Promise.all(
    links.map((target) => {
      const { pathname } = new URL(target, new URL(page, ROOT));
      return read(pathname.slice(ROOT.pathname.length)).then(
        () => true,
        () => false,
      );
    }),
  );
  return links.filter((_, index) => isThere[index] === false).map((target) => `${page}: ${target}`);
}

describe("documentation", () => {
  it("has operations and transitions as the code has them (npm run docs)", async () => {
    const contracts = packageContracts({ versions: "merged" });
    const versionsOf: OperationsPageParts["versionsOf"] = (operation) => contracts.versionsOf(operation);
    const page = operationsPage({ versionsOf, refusals: await collectRefusals() });
    expect(await read("docs/operations.md")).to.equal(page);
  }).timeout(120_000);

  it("documents only paths and methods that the sandbox answers", async () => {
    const running = await startTestSandbox();
    const root = `${running.sandbox.url}/api/rest/version/100/merchant/TESTDOCS`;
    const calls = [...DOCUMENTED_OPERATIONS, ...DOCUMENTED_READS];
    // Without credentials: only what is there asks for them.
    const statuses = await Promise.all(
      calls.map(
        async ({ method, path }) => (await fetch(root + path.replace(/\{\w+\}/g, "1"), { method })).status,
      ),
    );
    await running.stop();
    expect(calls.filter((_, index) => statuses[index] !== 401)).to.deep.equal([]);
  });

  it("shows requests of browser payments, checkouts and authentications that the sandbox takes", async () => {
    const running = await startTestSandbox();
    const pages = ["browser-payments", "hosted-checkout", "three-d-secure"];
    const page = (await Promise.all(pages.map((name) => read(`docs/${name}.md`)))).join("");
    const commands = [...page.matchAll(/^```sh\n(curl [\s\S]*?)^```$/gm)].map(([, command = ""]) => command);
    expect(commands).to.have.lengthOf.above(2);
    for (const command of commands) {
      const asked = command.replace("http://127.0.0.1:8620", running.sandbox.url);
      const silent = asked.replace("curl ", "curl -s -o /dev/null -w '%{http_code}' ");
      const { stdout } = await run("sh", ["-c", silent]);
      expect(stdout, command).to.match(/^20[01]$/);
    }
    await running.stop();
  });

  it("numbers every assumption once, in order, and the code cites no other and leaves none out", async () => {
    const listed = [...(await read("docs/assumptions.md")).matchAll(/^\| A(\d+) \|/gm)].map(([, number]) =>
      Number(number),
    );
    expect(listed).to.deep.equal([...new Set(listed)].sort((one, other) => one - other));
    const files = [
      ...(await filesUnder("server/", [".ts"])),
      ...(await filesUnder("web/", [".ts"])),
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

  it("tells of each limit how it is set and overridden, and what is counted", async () => {
    const [guide, merchants] = [await read("docs/running.md"), await read("schemas/merchants.json")];
    for (const limit of KEPT_LIMITS) {
      expect(guide).to.include(`| \`${settingOf(limit)}\` | \`${limit}\` |`);
      expect(merchants).to.match(new RegExp(`"${limit}": {[^}]*Overrides ${settingOf(limit)}\\."`));
    }
    for (const what of KEPT_NAMES)
      expect(guide).to.include(`\`sandbox_${wordsOf(what).join("_")}_evicted_total\``);
  });

  it("names only source files that are there in the recipes for contributors", async () => {
    const named =
      (await read("CONTRIBUTING.md")).match(/(?<=`)(?:server|test|scripts)\/[\w./-]+\.ts(?=`)/g) ?? [];
    expect(named).to.have.length.above(10);
    await Promise.all(named.map(read));
  });

  it("links only to files that are there", async () => {
    const pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", ...(await filesUnder("docs/", [".md"]))];
    const broken = (await Promise.all(pages.map(brokenLinksOf))).flat();
    expect(broken).to.deep.equal([]);
  });
});
