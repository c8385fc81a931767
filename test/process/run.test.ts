import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { inFolder, MAIN, run } from "./built-server.ts";
import { sandboxRun, suite } from "./suite-run.ts";

describe("gateway-sandbox run", () => {
  it("runs a suite against a sandbox of its own, and prints the verdict behind it", () =>
    inFolder(async (folder) => {
      const { code, stdout, stderr } = await sandboxRun({ folder }, ...suite("good"));
      expect(stderr).to.equal("gateway-sandbox: node suite.mjs good ended with 0; verdict: passed.\n");
      expect(stdout).to.match(/^suite got 201\n[^]*Run/);
      expect(stdout).to.match(/\d+ of \d+ rules of conduct kept in 1 exchange/);
      expect(code).to.equal(0);
      expect(await readdir(folder)).to.deep.equal(["suite.mjs"]);
    }));

  it("fails when the client broke the contract, though its suite did not notice", () =>
    inFolder(async (folder) => {
      const { code, stdout, stderr } = await sandboxRun({ folder }, ...suite("bad"));
      expect(stdout).to.include("suite got 400").and.to.include("order.currency");
      expect(stderr).to.include("ended with 0; verdict: failed.");
      expect(code).to.equal(1);
    }));

  it("keeps the code of a suite that failed, whatever the verdict is", () =>
    inFolder(async (folder) => {
      const good = await sandboxRun({ folder }, ...suite("good", "7"));
      const bad = await sandboxRun({ folder }, ...suite("bad", "7"));
      expect([good.code, bad.code]).to.deep.equal([7, 7]);
      expect(good.stderr).to.include("ended with 7; verdict: passed.");
    }));

  it("writes every report that is asked for, and then prints no other", () =>
    inFolder(async (folder) => {
      const reports = ["--report", "junit=out/junit.xml", "--report", "html=out/report.html"];
      const { stdout } = await sandboxRun({ folder }, ...reports, ...suite("bad"));
      expect(stdout).to.equal("suite got 400\n");
      expect(await readFile(join(folder, "out/junit.xml"), "utf8")).to.match(
        /<testsuites [^>]*failures="[1-9]/,
      );
      expect(await readFile(join(folder, "out/report.html"), "utf8")).to.include("order.currency");
    }));

  it("keeps its data where the settings say so, and tells the merchant of the merchant file", () =>
    inFolder(async (folder) => {
      await writeFile(
        join(folder, "merchants.yaml"),
        "merchants: [{ id: SHOP_EU, passwords: [of-the-file] }]\n",
      );
      const environment = { SANDBOX_DATA: "kept", SANDBOX_MERCHANTS: "merchants.yaml" };
      const { code, stdout } = await sandboxRun({ folder, environment }, ...suite("good"));
      expect(stdout).to.include("suite got 201");
      expect(code).to.equal(0);
      expect(existsSync(join(folder, "kept"))).to.equal(true);
    }));

  it("lets the commands of this program find its sandbox", () =>
    inFolder(async (folder) => {
      const { code, stdout } = await sandboxRun(
        { folder },
        "--fail-on",
        "never",
        "--",
        "node",
        MAIN,
        "smoke",
      );
      expect(stdout).to.include("All 29 calls were answered as documented");
      expect(code).to.equal(0);
    }));

  it("passes its input on", () =>
    inFolder((folder) => {
      const words = [MAIN, "run", "--fail-on", "never", "--report", "json=report.json", "--", "cat"];
      const { stdout, status } = spawnSync("node", words, {
        cwd: folder,
        input: "typed\n",
        encoding: "utf8",
      });
      expect([status, stdout]).to.deep.equal([0, "typed\n"]);
      return Promise.resolve();
    }));

  it("passes a signal on, and waits for what the command makes of it", () =>
    inFolder(async (folder) => {
      const waits = `process.on("SIGTERM", () => process.exit(9)); console.log("waits"); setInterval(() => {}, 1000);`;
      const program = run({ folder, arguments: ["run", "--", "node", "-e", waits] });
      const started = new Promise<void>((resolve) => {
        const look = setInterval(() => {
          if (program.stdout() === "") return;
          clearInterval(look);
          resolve();
        }, 10);
      });
      await started;
      program.kill("SIGTERM");
      expect((await program.ended).code).to.equal(143);
      expect(program.stderr()).to.include("ended with 143; verdict:");
    }));

  for (const [what, command, code] of [
    [
      "the code of a command that a signal ended",
      ["node", "-e", "process.kill(process.pid, 'SIGKILL')"],
      137,
    ],
    ["127 when there is no such command", ["there-is-no-such-command"], 127],
    ["126 when it cannot be run", ["."], 126],
  ] as const) {
    it(`ends with ${what}`, () =>
      inFolder(async (folder) => {
        expect((await sandboxRun({ folder }, "--", ...command)).code).to.equal(code);
      }));
  }

  for (const [what, words, says] of [
    ["nothing to run", [], "specify the command after two hyphens"],
    [
      "a severity that is none",
      ["--fail-on", "errors", "--", "true"],
      "--fail-on must be error, warning or never",
    ],
    [
      "expectations that are not there",
      ["--expect", "gone.yaml", "--", "true"],
      "not readable: file not found",
    ],
    ["a setting that is wrong", ["--mode", "lax", "--", "true"], "--mode must be one of"],
  ] as const) {
    it(`refuses ${what} with 2, before anything runs`, () =>
      inFolder(async (folder) => {
        const { code, stderr, stdout } = await sandboxRun({ folder }, ...words);
        expect([code, stdout]).to.deep.equal([2, ""]);
        expect(stderr).to.include(says);
      }));
  }
});
