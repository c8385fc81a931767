import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { reportCommand } from "../../server/cli/report/command.ts";
import { verifyCommand } from "../../server/cli/verify/command.ts";
import { declinedPay } from "../operations/situations.ts";
import { pay, refund, withValue } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { complaintOf, NOW, runCommand } from "./running-command.ts";
import type { Done } from "./running-command.ts";

const CARD_NUMBER = "5123450000000008";

interface Shown {
  readonly subject: string;
  readonly verdict: string;
  readonly issues: readonly { readonly ruleId: string; readonly count: number }[];
  readonly tables: readonly { readonly title: string }[];
  readonly series: readonly {
    readonly buckets: readonly { readonly counts: Readonly<Record<string, number>> }[];
  }[];
}

describe("the command report", () => {
  let running: TestSandbox;
  let journal: string;
  before(async () => {
    const folder = await startTestSandbox();
    journal = join(folder.folder, "journal.ndjson");
    running = { ...(await startTestSandbox({ SANDBOX_JOURNAL: journal })), folder: folder.folder };
    await folder.sandbox.close();
    const bad = clientOf(running.sandbox.url, "TESTBAD");
    await bad.put({ order: "1", transaction: "1", body: pay() });
    for (const transaction of ["2", "3"])
      await bad.put({
        order: "1",
        transaction,
        body: withValue(refund("10.00"), "transaction.nonsense", "x"),
      });
    await bad.put({ order: "2", transaction: "1", body: declinedPay });
    const good = clientOf(running.sandbox.url, "TESTGOOD");
    await good.put({ order: "1", transaction: "1", body: pay() });
  });
  after(() => running.stop());

  const run = (...words: readonly string[]): Promise<Done> => runCommand(reportCommand, words);
  const there = (...words: readonly string[]): Promise<Done> => run("--url", running.sandbox.url, ...words);
  const json = ({ printed }: Done): Shown => JSON.parse(printed) as Shown;

  it("has conduct, findings, coverage and outcomes over time, and fails for what was refused", async () => {
    const done = await there("--merchant", "TESTBAD", "--report", "json");
    expect(done.exit).to.equal(1);
    const { subject, verdict, issues, tables, series } = json(done);
    expect([subject, verdict]).to.deep.equal([`TESTBAD at ${running.sandbox.url}`, "failed"]);
    const seen = issues.map(({ ruleId, count }) => [ruleId, count]);
    expect(seen).to.deep.include.members([["unknown-members", 2]]);
    expect(
      seen.map(([ruleId]) => ruleId),
      "one breach, told once",
    ).not.to.include("contract-unknown");
    expect(tables.map(({ title }) => title)).to.include.members([
      "Conduct",
      "Findings by operation, version, field and rule",
      "Rules of default",
      "Contract coverage",
    ]);
    expect(series[0]?.buckets.map(({ counts }) => counts)).to.deep.equal([
      { APPROVED: 1, "refused: contract": 2, DECLINED: 1 },
    ]);
  });

  it("passes for a merchant who kept to the contract", async () => {
    const done = await there("--merchant", "TESTGOOD");
    expect(done.exit).to.equal(0);
    expect(done.printed.replace(/\s+/g, " ")).to.match(
      /PASSED: \d+ of \d+ rules of conduct kept in 1 exchange\. No contract findings in any request/,
    );
  });

  it("counts what got through to nobody, and says when nothing was looked at", async () => {
    const strange = await startTestSandbox();
    const url = strange.sandbox.url;
    const nowhere = `${url}/api/rest/version/100/merchant/TESTSHOP/order/1`;
    await fetch(nowhere, { headers: { authorization: `Basic ${btoa("merchant.TESTSHOP:wrong")}` } });
    await fetch(`${url}/api/rest/version/100/nowhere`);
    for (const command of [reportCommand, verifyCommand]) {
      const done = await runCommand(command, ["--url", url, "--report", "json"]);
      expect(done.exit).to.equal(0);
      const issues = (JSON.parse(done.printed) as Shown).issues.map(({ ruleId, count }) => [ruleId, count]);
      expect(issues).to.deep.equal([
        ["requests-of-nobody", 1],
        ["requests-of-nobody", 1],
        ["nothing-looked-at", 1],
      ]);
    }
    await strange.stop();
  });

  it("says the same of the journal file, of all merchants and of one", async () => {
    for (const merchant of [[], ["--merchant", "TESTBAD"]]) {
      const [live, kept] = [
        await there("--report", "json", ...merchant),
        await run(journal, "--report", "json", ...merchant),
      ];
      expect(kept.exit).to.equal(live.exit);
      expect(json(kept).issues).to.deep.equal(json(live).issues);
      expect(json(kept).series).to.deep.equal(json(live).series);
      const coverageIn = (shown: Shown) => shown.tables.filter(({ title }) => title === "Contract coverage");
      expect(coverageIn(json(kept)))
        .to.have.length(1)
        .and.deep.equal(coverageIn(json(live)));
    }
  });

  it("has the traffic for har, from the sandbox and from the file, all pages of it", async () => {
    const client = clientOf(running.sandbox.url, "TESTMANY");
    for (let transaction = 0; transaction < 510; transaction += 1) await client.getOrder("none");
    for (const words of [["--url", running.sandbox.url], [journal]]) {
      const { printed } = await run(...words, "--merchant", "TESTMANY", "--report", "har");
      const { log } = JSON.parse(printed) as { readonly log: { readonly entries: readonly unknown[] } };
      expect(log.entries).to.have.length(510);
    }
  });

  it("writes JUnit and HTML beside each other, with the time and without a card number", async () => {
    const [junit, html] = ["junit.xml", "report.html"].map((name) => join(running.folder, "out", name));
    await there("--report", `junit=${junit ?? ""}`, "--report", `html=${html ?? ""}`);
    const texts = await Promise.all([junit, html].map((file) => readFile(file ?? "", "utf8")));
    expect(texts[0]).to.contain('name="unknown-members: ');
    expect(texts[1]).to.contain(new Date(NOW).toISOString()).and.contain("Outcomes over time");
    expect(texts.join("")).not.to.contain(CARD_NUMBER);
  });

  it("says where a journal belongs that is given for expectations", async () => {
    const complaint = await complaintOf(runCommand(verifyCommand, [journal]));
    expect(complaint.name).to.equal("UsageError");
    expect(complaint.message).to.include(`verify --journal ${journal}`);
  });

  it("takes a file or a sandbox, and not both", async () => {
    const complaint = await complaintOf(there(journal));
    expect(complaint.name).to.equal("UsageError");
    expect(complaint.message).to.match(/--url is only for a running sandbox/);
  });

  it("names the line of a file that is no journal", async () => {
    const file = join(running.folder, "other.txt");
    await writeFile(file, "hello\n");
    expect((await complaintOf(run(file))).message).to.contain("other.txt:1:1");
  });
});
