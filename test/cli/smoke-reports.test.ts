import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { parse } from "junit2json";
import type { TestSuites } from "junit2json";
import { smokeCommand } from "../../server/cli/smoke/command.ts";
import { watchSmoke } from "../../server/cli/smoke/traffic.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { Report } from "../../server/report/report.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import { runCommand } from "./running-command.ts";
import { smokeOn } from "./smoke-on.ts";

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
      .and.to.include("All 29 calls");
    const { testsuite } = (await parse(xml)) as TestSuites;
    const cases = testsuite?.[0]?.testcase ?? [];
    expect(cases.map(({ name }) => name))
      .to.include.members(["authorize", "pay by token"])
      .and.have.length(29);
    expect(cases.every(({ time }) => time !== undefined)).to.equal(true);
    expect(cases.some(({ time = 0 }) => time > 0)).to.equal(true);
  });

  it("prints a report alone where that goes to standard output", async () => {
    const scenarios = {
      plan: { rules: [{ id: "down", when: { operation: "CAPTURE" }, outcome: "DECLINED" }] },
    } as const;
    const { exit, printed } = await smokeOn({ scenarios }, "--merchant", "TESTSHOP", "--report", "json");
    expect(exit).to.equal(1);
    const { verdict, issues } = JSON.parse(printed) as Pick<Report, "issues" | "verdict">;
    expect(verdict).to.equal("failed");
    expect(issues[0]?.message).to.match(/^capture: result: expected "SUCCESS"/);
  });

  for (const [what, words] of [
    ["as a merchant", ["--merchant", "TESTSHOP"]],
    ["as a merchant that is forgotten", []],
  ] as const) {
    it(`can be told from the traffic of others, every call of it, ${what}`, async () => {
      const running = await startTestSandbox();
      const { url, subscribe } = running.sandbox;
      const smoke = watchSmoke(subscribe);
      const others: string[] = [];
      subscribe((it) => others.push(...(smoke.has(it) ? [] : [it.id])));
      const ask = async (): Promise<string> =>
        (await fetch(`${url}/api/rest/version/100/information`)).headers.get("x-sandbox-exchange") ?? "";
      const before = await ask();
      const { exit } = await runCommand(smokeCommand, ["--url", url, ...words]);
      const after = await ask();
      await running.stop();
      expect(exit).to.equal(0);
      expect(smoke.calls()).to.equal(29);
      // Its own question for the information is known for its own by what follows it.
      expect(others).to.have.length(3).and.include.members([before, after]);
      const information = { request: { method: "GET", route: "/information" } };
      const known = others.filter((id) => smoke.has({ id, ...information } as Exchange));
      expect(known).to.deep.equal(others.filter((id) => ![before, after].includes(id)));
    });
  }
});
