import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "chai";
import { readArguments } from "../server/cli/kernel/arguments.ts";
import { COMMANDS } from "../server/cli/commands.ts";
import { createScenarioReader } from "../server/scenario/reading/scenario-reader.ts";
import { loadMerchants } from "../server/sandbox/merchant-file.ts";
import { startTestSandbox } from "./support/sandbox.ts";
import type { TestSandbox } from "./support/sandbox.ts";

const run = promisify(execFile);

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}

describe("README", () => {
  let readme: string;
  let running: TestSandbox;
  const blocks = (language: string): readonly string[] =>
    [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, text = ""]) =>
      name === language ? [text] : [],
    );

  before(async () => {
    readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
    running = await startTestSandbox();
  });
  after(() => running.stop());

  it("prints members of the answer that its curl gets, in a dozen lines", async () => {
    const command = (blocks("sh")[2] ?? "").replace("http://127.0.0.1:8620", running.sandbox.url);
    const { stdout } = await run("sh", ["-c", command.replace("curl ", "curl -s -w '\\n%{http_code}' ")]);
    const [body = "", status] = stdout.split("\n");
    expect(status).to.equal("201");
    const printed = blocks("json")[0] ?? "";
    expect(JSON.parse(body)).to.containSubset(JSON.parse(printed));
    expect(printed.trim().split("\n").length).to.be.at.most(12);
  });

  it("gives commands that package.json has, and CI runs its test command", async () => {
    const { scripts } = JSON.parse(
      await readFile(new URL("../package.json", import.meta.url), "utf8"),
    ) as Manifest;
    expect(scripts).to.include.keys("start", "test", "bench");
    const ci = await readFile(new URL("../.ci/run", import.meta.url), "utf8");
    expect(
      blocks("sh")
        .slice(0, 2)
        .map((text) => text.trim()),
    ).to.deep.equal(["npm ci && npm start", "npm ci && npm test"]);
    expect(ci).to.contain("npm ci && npm test");
  });

  it("shows a merchant file and a scenario file that are accepted", async () => {
    const [scenario = "", merchants = ""] = blocks("yaml");
    const folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-"));
    await writeFile(join(folder, "merchants.yaml"), merchants);
    expect(loadMerchants(join(folder, "merchants.yaml"), "strict")).to.have.length(1);
    const { problems, scenario: read } = createScenarioReader()("checkout.yaml", scenario);
    expect(problems).to.deep.equal([]);
    expect(read?.content.rules).to.have.length(2);
    await rm(folder, { recursive: true });
  });

  it("names only commands and flags that the program has", () => {
    const calls = [...readme.matchAll(/npx gateway-sandbox ([^`#\n]*)/g)].map(([, line = ""]) => line.trim());
    expect(calls).to.have.length.above(5);
    for (const line of calls) {
      const args = line.split(/\s+/);
      if (!args.includes("--help")) expect(readArguments(args, {}, COMMANDS).kind, line).to.equal("run");
    }
  });
});
