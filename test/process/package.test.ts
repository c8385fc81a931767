import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "chai";
import { issuerNames } from "../../server/gateway/answers/made-up/issuer-names.ts";
import { IS_WHOLE } from "../support/length.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { inFolder } from "./built-server.ts";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);

/** What a package may hold; everything else stays at home. */
const BELONGS =
  /^(package\.json|LICENSE|README\.md|CHANGELOG\.md|\.env\.example|deploy\/[\w/-]+\.(conf|json|yaml|yml)|docs\/(decisions\/)?[\w-]+\.md|docs\/images\/[\w-]+\.png|dist\/.*\.(js|js\.map|d\.ts)|examples\/shop\/(public\/)?[\w-]+\.(js|css|svg)|dist\/(sbom\.cdx\.json|THIRD-PARTY\.md)|dist\/web\/[\w-]+\.(css|svg)|schemas\/.*\.json|scenarios\/[\w-]+\.yaml)$/;

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/** Where the relative links of a page lead, from the package's root. */
async function linksOf(page: string): Promise<readonly string[]> {
  const text = await readFile(join(PROJECT, page), "utf8");
  const targets = [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, target = ""]) => target);
  return targets.map((target) => posix.normalize(posix.join(posix.dirname(page), target)).replace(/\/$/, ""));
}

function isFolderOf(paths: readonly string[], target: string): boolean {
  return paths.some((path) => path.startsWith(`${target}/`));
}

describe("the package", () => {
  it("loads the library of made-up data for chaotic answers only, and has its names of issuers at hand", async () => {
    const dist = join(PROJECT, "dist");
    const files = (await readdir(dist)).filter((name) => name.endsWith(".js"));
    const texts = await Promise.all(files.map((name) => readFile(join(dist, name), "utf8")));
    const naming = (word: string): readonly string[] =>
      files.filter((_, index) => texts[index]?.includes(word));
    expect(naming('from "@faker-js/faker').map((name) => name.replace(/-.*/, ""))).to.deep.equal(["chaos"]);
    expect(naming('from "./chaos-')).to.deep.equal([]);
    expect(naming(issuerNames[96] ?? "no name")).to.have.length(1);
  });

  it("loads what sends spans only where they are wanted", async () => {
    const dist = join(PROJECT, "dist");
    const files = (await readdir(dist)).filter((name) => /^(?!.*worker).*\.js$/.test(name));
    const texts = await Promise.all(files.map((name) => readFile(join(dist, name), "utf8")));
    const sending = files.filter((_, index) => texts[index]?.includes("resourceSpans"));
    expect(sending.map((name) => name.replace(/-.*/, ""))).to.deep.equal(["traces"]);
    for (const text of texts) expect(text).not.to.contain(`from "./${sending[0] ?? "traces"}"`);
  });

  it("loads no packages but those that npm installs with it", async () => {
    const { dependencies } = JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8")) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const dist = join(PROJECT, "dist");
    const files = (await readdir(dist)).filter((name) => name.endsWith(".js"));
    for (const name of files) {
      const text = await readFile(join(dist, name), "utf8");
      const imported = [...text.matchAll(/^(?:import|export)\b[^"'`]*"([^."][^"]*)";$/gm)].map(
        ([, from = ""]) => from,
      );
      const packages = imported
        .filter((from) => !isBuiltin(from))
        .map((from) => from.split("/", from.startsWith("@") ? 2 : 1).join("/"));
      expect(Object.keys(dependencies), name).to.include.members(packages);
    }
  });

  it("loads no server for commands that need none", async () => {
    const dist = join(PROJECT, "dist");
    const loaded = new Set(["main.js"]);
    // The set grows while it is gone through.
    for (const name of loaded) {
      const text = await readFile(join(dist, name), "utf8");
      const imported = [...text.matchAll(/^(?:import|\}) .*?"([^"]+)";$/gm)].map(([, from = ""]) => from);
      expect(imported, name).not.to.include("express");
      for (const from of imported.filter((it) => it.startsWith("./"))) loaded.add(from.slice(2));
    }
    expect(loaded.size).to.be.greaterThan(5);
  });

  it("holds only what belongs, installs into an empty folder, starts by its name and answers a payment", () =>
    inFolder(async (folder) => {
      // The build that npm test has made is what is packed.
      const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
      const { stdout } = await run("npm", pack, { cwd: PROJECT });
      const [packed] = JSON.parse(stdout) as readonly Packed[];
      const paths = packed?.files.map(({ path }) => path) ?? [];
      expect(paths.filter((path) => !BELONGS.test(path))).to.deep.equal([]);
      expect(paths).to.include.members([
        ...["dist/main.js", "dist/embedding.js", "dist/embedding/embedding.d.ts", "dist/web/style.css"],
        ...["dist/sbom.cdx.json", "dist/THIRD-PARTY.md"],
        ...["schemas/scenario.json", "scenarios/default.yaml"],
        ...["examples/shop/server.js", "examples/shop/public/shop.css"],
      ]);

      const pages = paths.filter((path) => path.endsWith(".md"));
      const links = await Promise.all(pages.map((page) => linksOf(page)));
      expect(
        links.flat().filter((target) => !paths.includes(target) && !isFolderOf(paths, target)),
      ).to.deep.equal([]);

      const home = join(folder, "shop");
      await mkdir(home);
      await writeFile(join(home, "package.json"), "{}");
      await run("npm", [...INSTALL, join(folder, packed?.filename ?? "")], { cwd: home });

      await answersPayment(home);
    })).timeout(120_000);

  if (IS_WHOLE)
    it("installs from a Git repository, where npm builds it, and encrypts a card by its command line", () =>
      inFolder(async (folder) => {
        const [repository, home] = [join(folder, "repository"), join(folder, "shop")];
        await copySources(repository);
        const git = (...words: readonly string[]): Promise<unknown> =>
          run("git", ["-c", "user.name=test", "-c", "user.email=test@shop.example", ...words], {
            cwd: repository,
          });
        await git("init", "--quiet");
        await git("add", "--all");
        await git("commit", "--quiet", "--message", "as it is");

        await mkdir(home);
        await writeFile(join(home, "package.json"), "{}");
        await run("npm", [...INSTALL, `git+file://${repository}`], { cwd: home });

        const encrypt = ["gateway-sandbox", "encrypt-card", "--number", "5123450000000008"];
        const { stdout } = await run("npx", encrypt, { cwd: home });
        expect(JSON.parse(stdout)).to.have.nested.property("sourceOfFunds.provided.card.p2pe.payload");
        await answersPayment(home);
      })).timeout(600_000);
});

const INSTALL = ["install", "--prefer-offline", "--no-audit", "--no-fund"];

/** What a commit of everything would hold. */
async function copySources(folder: string): Promise<void> {
  const list = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const { stdout } = await run("git", list, { cwd: PROJECT });
  const files = stdout.split("\0").filter((file) => file !== "" && existsSync(join(PROJECT, file)));
  for (const file of files) await cp(join(PROJECT, file), join(folder, file));
}

/** Starts the program that is installed there by its name, and makes a payment. */
async function answersPayment(home: string): Promise<void> {
  const child = spawn("npx", ["gateway-sandbox", "--port", "0"], { cwd: home, detached: true });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once("data", (line: Buffer) => {
        resolve(/ready at (\S+)/.exec(line.toString())?.[1] ?? "");
      });
      child.once("close", reject);
    });
    const response = await clientOf(url, "TESTPACKED").put({ order: "1", transaction: "1", body: pay() });
    expect(response.status).to.equal(201);
  } finally {
    // npx runs the program as a child of its own: the whole group goes.
    const closed = new Promise((resolve) => child.once("close", resolve));
    process.kill(-(child.pid ?? 0), "SIGTERM");
    await closed;
  }
}
