import { readFile, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "yaml";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { inFolder, run, startServer } from "./built-server.ts";

const FILES = [
  ".github/workflows/gateway-sandbox.yml",
  "sandbox/merchants.yaml",
  "sandbox/scenarios/plan.yaml",
];

async function initIn(folder: string): Promise<string> {
  const program = run({ folder, arguments: ["init"] });
  expect((await program.ended).code, program.stderr()).to.equal(0);
  return program.stdout();
}

/** The words of a command that a text shows, without the program. */
function wordsOf(text: string, command: RegExp): readonly string[] {
  const [, words = ""] = command.exec(text) ?? [];
  return words.trim().split(/\s+/);
}

describe("the command init", () => {
  it("writes a starter that starts by the command that it prints, and answers as the plan says", () =>
    inFolder(async (folder) => {
      const printed = await initIn(folder);
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const written = files.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name));
      expect(written.sort()).to.deep.equal(FILES.map((file) => join(folder, file)));

      const server = await startServer({ folder, arguments: wordsOf(printed, /npx gateway-sandbox (--.*)/) });
      expect(server.stderr()).to.equal("");
      const [, body = ""] = /-d '(.*)'/.exec(printed) ?? [];
      const [, path = ""] = /127\.0\.0\.1:8620(\S+)/.exec(printed) ?? [];
      const authorization = `Basic ${Buffer.from("merchant.TESTSHOP:sandbox").toString("base64")}`;
      const answer = await fetch(server.url + path, { method: "PUT", headers: { authorization }, body });
      expect(await answer.json()).to.have.nested.property("response.gatewayCode", "INSUFFICIENT_FUNDS");
      const other = await clientOf(server.url, "TESTSHOP").put({ order: "2", transaction: "1", body: pay() });
      expect(other.body).to.have.nested.property("response.gatewayCode", "APPROVED");

      const why = run({ folder, arguments: ["why", "--url", server.url] });
      expect((await why.ended).code).to.equal(0);
      await server.stop();
    }));

  it("writes a workflow whose commands work: the check is content, and run ends with the verdict on its command", () =>
    inFolder(async (folder) => {
      await initIn(folder);
      const text = await readFile(join(folder, FILES[0] ?? ""), "utf8");
      const { jobs } = parse(text) as { jobs: { test: { steps: readonly { readonly run?: string }[] } } };
      const commands = jobs.test.steps.flatMap(({ run: line }) => line ?? []).join("\n");
      const check = run({ folder, arguments: wordsOf(commands, /npx gateway-sandbox (check.*)/) });
      expect((await check.ended).code, check.stdout()).to.equal(0);
      const words = wordsOf(commands, /npx gateway-sandbox (run.*) -- npm test/);
      const script = "fetch(process.env.SANDBOX_URL + '/healthz')";
      const suite = run({ folder, arguments: [...words, "--", process.execPath, "-e", script] });
      expect((await suite.ended).code, suite.stderr()).to.equal(1);
      expect(suite.stdout()).to.contain("nothing-looked-at");
    }));

  it("overwrites nothing, and writes what is not there", () =>
    inFolder(async (folder) => {
      await initIn(folder);
      const mine = join(folder, "sandbox/merchants.yaml");
      await writeFile(mine, "# mine");
      const printed = await initIn(folder);
      expect(printed.match(/^Kept .*, which was there already\.$/gm)).to.have.length(3);
      expect(await readFile(mine, "utf8")).to.equal("# mine");
    }));

  it("lets editors find the schemas in the package where it is installed", () =>
    inFolder(async (folder) => {
      const project = join(folder, "project");
      const link = `mkdir -p project/node_modules && ln -s '${process.cwd()}' project/node_modules/gateway-sandbox && cd project`;
      const program = run({ folder, arguments: ["init"], shell: link });
      expect((await program.ended).code, program.stderr()).to.equal(0);
      for (const file of FILES.slice(1)) {
        const text = await readFile(join(project, file), "utf8");
        const [, schema = ""] = /\$schema=(\S+)/.exec(text) ?? [];
        expect(JSON.parse(await readFile(join(project, file, "..", schema), "utf8"))).to.have.property("$id");
      }
    }));
});
