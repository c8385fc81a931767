import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "junit2json";
import type { TestSuites } from "junit2json";
import { smokeCommand } from "../../server/cli/smoke-command.ts";
import { isOfSmoke } from "../../server/cli/smoke-traffic.ts";
import { createSandbox } from "../../server/embedding.ts";
import type { SandboxOptions } from "../../server/embedding.ts";
import type { Report } from "../../server/report/report.ts";
import { runCommand } from "./running-command.ts";
import type { Done } from "./running-command.ts";

async function smokeOn(options: SandboxOptions, ...words: readonly string[]): Promise<Done> {
  const sandbox = await createSandbox(options);
  try {
    return await runCommand(smokeCommand, ["--url", sandbox.url, ...words]);
  } finally {
    await sandbox.close();
  }
}

describe("the reports of gateway-sandbox smoke", () => {
  it("writes reports beside the lines, each call a case with its time", async () => {
    const folder = await mkdtemp(join(tmpdir(), "smoke-"));
    const file = join(folder, "out", "smoke.xml");
    const { exit, printed } = await smokeOn({}, "--report", `junit=${file}`);
    const xml = await readFile(file, "utf8");
    await rm(folder, { recursive: true });
    expect(exit).to.equal(0);
    expect(printed)
      .to.match(/^ok {6}health/)
      .and.to.include("All 22 calls");
    const { testsuite } = (await parse(xml)) as TestSuites;
    const cases = testsuite?.[0]?.testcase ?? [];
    expect(cases.map(({ name }) => name))
      .to.include.members(["authorize", "pay by token"])
      .and.have.length(22);
    expect(cases.every(({ time }) => time !== undefined)).to.equal(true);
    expect(cases.some(({ time = 0 }) => time > 0)).to.equal(true);
  });

  it("prints a report alone where that goes to standard output", async () => {
    const scenarios = {
      plan: { rules: [{ id: "down", when: { operation: "CAPTURE" }, outcome: "DECLINED" }] },
    } as const;
    const { exit, printed } = await smokeOn({ scenarios }, "--report", "json");
    expect(exit).to.equal(1);
    const { verdict, issues } = JSON.parse(printed) as Pick<Report, "issues" | "verdict">;
    expect(verdict).to.equal("failed");
    expect(issues[0]?.message).to.match(/^capture: result: expected "SUCCESS"/);
  });

  it("can be told from the traffic of others, every call of it", async () => {
    const sandbox = await createSandbox({ merchants: [{ id: "SHOP_EU", passwords: ["x"] }] });
    await runCommand(smokeCommand, ["--url", sandbox.url, "--merchant", "SHOP_EU", "--password", "x"]);
    const exchanges = await sandbox.control.merchant("SHOP_EU").exchanges({ limit: 500 });
    await sandbox.close();
    expect(exchanges.filter((it) => !isOfSmoke(it)).map(({ request }) => request.operation)).to.deep.equal(
      [],
    );
    expect(exchanges.length).to.be.at.least(20);
  });
});
