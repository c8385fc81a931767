import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { inFolder, MAIN, run } from "./built-server.ts";
import type { Ending } from "./built-server.ts";

/** A merchant's suite of one payment, with something wrong when it is told so. */
const SUITE = `
const { SANDBOX_URL: url, SANDBOX_MERCHANT: id, SANDBOX_PASSWORD: password } = process.env;
const [fault, code = "0"] = process.argv.slice(2);
const currency = fault === "bad" ? "usd" : "USD";
const send = (version, transaction, body) =>
  fetch(url + "/api/rest/version/" + version + "/merchant/" + id + "/order/1/transaction/" + transaction, {
    method: "PUT",
    headers: { authorization: "Basic " + btoa("merchant." + id + ":" + password) },
    body: JSON.stringify(body),
  });
const response = await send(100, "1", {
  apiOperation: "PAY", order: { amount: "12.34", currency, reference: "1" },
  sourceOfFunds: { type: "CARD", provided: { card: {
    number: "5123450000000008", expiry: { month: "01", year: "39" }, securityCode: "100" } } },
});
const refund = { apiOperation: "REFUND", transaction: { amount: "1.00", currency } };
if (fault === "mixed") await send(60, "2", refund);
console.log("suite got", response.status);
process.exitCode = Number(code);
`;

interface Done extends Ending {
  readonly stdout: string;
  readonly stderr: string;
}

interface Setting {
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string>>;
}

async function sandboxRun({ folder, environment = {} }: Setting, ...words: readonly string[]): Promise<Done> {
  await writeFile(join(folder, "suite.mjs"), SUITE);
  const program = run({ folder, environment, arguments: ["run", ...words] });
  const ending = await program.ended;
  return { ...ending, stdout: program.stdout(), stderr: program.stderr() };
}

const suite = (...words: readonly string[]): readonly string[] => ["--", "node", "suite.mjs", ...words];

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

  it("takes a sandbox that never fails by conduct and findings, and one that fails by warnings, too", () =>
    inFolder(async (folder) => {
      const never = await sandboxRun({ folder }, "--fail-on", "never", ...suite("bad"));
      expect(never.code, never.stderr).to.equal(0);
      const error = await sandboxRun({ folder }, ...suite("mixed"));
      const warning = await sandboxRun({ folder }, "--fail-on", "warning", ...suite("mixed"));
      expect([error.code, warning.code], warning.stdout).to.deep.equal([0, 1]);
    }));

  it("holds what happened against expectations, which fail it even when nothing else does", () =>
    inFolder(async (folder) => {
      const expecting = async (captured: string): Promise<Done> => {
        await writeFile(
          join(folder, "expect.yaml"),
          `expectations: [{ order: "1", captured: "${captured}" }]\n`,
        );
        return sandboxRun({ folder }, "--expect", "expect.yaml", "--fail-on", "never", ...suite("good"));
      };
      expect((await expecting("12.34")).code).to.equal(0);
      const failed = await expecting("99.00");
      expect(failed.code).to.equal(1);
      expect(failed.stdout).to.include("99.00");
    }));

  it("fails when too little of the test plan was exercised", () =>
    inFolder(async (folder) => {
      const { code, stdout } = await sandboxRun({ folder }, "--fail-under", "50", ...suite("good"));
      expect(code).to.equal(1);
      expect(stdout).to.include("it must be 50 % at least");
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
      expect(stdout).to.include("All 22 calls were answered as documented");
      expect(code).to.equal(0);
    }));

  it("passes its input on", () =>
    inFolder((folder) => {
      const words = [MAIN, "run", "--report", "json=report.json", "--", "cat"];
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
      expect((await program.ended).code).to.equal(9);
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
    ["nothing to run", [], "say what to run behind two hyphens"],
    [
      "a severity that is none",
      ["--fail-on", "errors", "--", "true"],
      "--fail-on takes error, warning or never",
    ],
    ["expectations that are not there", ["--expect", "gone.yaml", "--", "true"], "it cannot be read: there is no such file"],
    ["a setting that is wrong", ["--mode", "lax", "--", "true"], "SANDBOX_MODE must be one of"],
  ] as const) {
    it(`refuses ${what} with 2, before anything runs`, () =>
      inFolder(async (folder) => {
        const { code, stderr, stdout } = await sandboxRun({ folder }, ...words);
        expect([code, stdout]).to.deep.equal([2, ""]);
        expect(stderr).to.include(says);
      }));
  }
});
