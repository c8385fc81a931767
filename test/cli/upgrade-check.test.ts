import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import type { Command } from "../../server/cli/kernel/command.ts";
import { upgradeCheckCommand, versionsCommand } from "../../server/cli/upgrade/command.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { REPORT_FORMATS } from "../../server/report/report.ts";
import { pay, refund, withValue } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import { NO_LINES } from "./running-command.ts";

interface Answer {
  readonly code: number | undefined;
  readonly text: string;
}

async function run(
  command: Command,
  words: readonly string[],
  flags: Readonly<Record<string, string>>,
): Promise<Answer> {
  const printed: string[] = [];
  const given = new Map(Object.entries(flags).map(([name, value]) => [name, [value]]));
  const code = await command.run(
    { given, words, environment: {} },
    {
      print: (text) => printed.push(text),
      tell: () => undefined,
      now: () => Date.UTC(2030, 0, 15),
      openLines: NO_LINES,
      finish: () => Promise.resolve(),
      remarks: { isColoured: false, isTerminal: false },
      ...{ width: 200, isColoured: false, isTerminal: false, version: "0.0.0" },
      fail: (error) => {
        throw error;
      },
    },
  );
  return { code, text: printed.join("") };
}

describe("gateway-sandbox upgrade-check and versions", () => {
  let folder: string;
  let journal: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "gateway-sandbox-upgrade-"));
    journal = join(folder, "journal.ndjson");
    const running = await startTestSandbox({ SANDBOX_JOURNAL: journal });
    const client = clientOf(running.sandbox.url, "TESTSHOP");
    const calls: readonly (readonly [string, string, JsonObject])[] = [
      ["o1", "1", withValue(pay(), "shipping.firstName", "Ann")],
      ["o2", "1", pay()],
      ["o2", "2", refund("1.00")],
      ["o3", "1", withValue(pay(), "order.colour", "red")],
    ];
    for (const [order, transaction, body] of calls) {
      await client.put({ order, transaction, body, version: 60 });
    }
    await client.getOrder("o1", 60);
    await running.stop();
  });
  after(() => rm(folder, { recursive: true }));

  it("name what breaks in the journal of a real sandbox, and exit with 1", async () => {
    const { code, text } = await run(upgradeCheckCommand, [journal], { to: "100" });
    expect(code).to.equal(1);
    expect(text).to.include("FAILED: 1 of 4 requests breaks in version 100, by 1 difference.");
    expect(text).to.include("it is shipping.contact.firstName there.");
    expect(text).to.match(/skipped: calls without a contract +1\n/);
  });

  it("exit with 0 when nothing breaks", async () => {
    const { code, text } = await run(upgradeCheckCommand, [journal], { to: "59", from: "60" });
    expect(text).to.include("PASSED: None of 4 requests breaks in version 59.");
    expect(code).to.equal(0);
  });

  it("tell the versions that fit", async () => {
    const { code, text } = await run(versionsCommand, [journal], {});
    expect(text).to.include("All requests could be sent under versions 1 to 99.");
    expect(code).to.equal(0);
  });

  for (const format of REPORT_FORMATS.filter((one) => one !== "text")) {
    it(`write ${format}, without card data`, async () => {
      const file = join(folder, `report.${format}`);
      expect(
        await run(upgradeCheckCommand, [journal], { to: "latest", report: `${format}=${file}` }),
      ).to.include({
        ...{ code: 1, text: "" },
      });
      const text = await readFile(file, "utf8");
      expect(text).to.include("shipping");
      expect(text).to.not.match(/5123450000000008|"securityCode":"100"/);
    });
  }

  it("say which line of a file is no exchange", async () => {
    const broken = join(folder, "broken.ndjson");
    await writeFile(broken, `${(await readFile(journal, "utf8")).split("\n")[0] ?? ""}\n{}\n`);
    const error: unknown = await run(versionsCommand, [broken], {}).catch((thrown: unknown) => thrown);
    expect(String(error)).to.include("this line is not an exchange");
  });

  const mistakes = [
    { says: "no version", words: ["j"], flags: {}, tells: "--to 100" },
    {
      says: "no such version",
      words: ["j"],
      flags: { to: "101" },
      tells: "--to must be a version from 1 to 100",
    },
    {
      says: "a word for a version",
      words: ["j"],
      flags: { to: "9", from: "x" },
      tells: "--from must be a version",
    },
    { says: "no file", words: [], flags: { to: "100" }, tells: "specify the journal file" },
    { says: "no such format", words: ["j"], flags: { to: "100", report: "htm" }, tells: "did you mean html" },
  ] as const;
  for (const { says, words, flags, tells } of mistakes) {
    it(`refuse ${says}`, async () => {
      const error: unknown = await run(upgradeCheckCommand, words, flags).catch((thrown: unknown) => thrown);
      expect(error).to.be.an("error").with.property("name", "UsageError");
      expect(String(error)).to.include(tells);
    });
  }

  it("warn of a journal in which there is nothing to look at", async () => {
    const lines = (await readFile(journal, "utf8")).trimEnd().split("\n");
    const empty = join(folder, "empty.ndjson");
    await writeFile(empty, `${lines.at(-1) ?? ""}\n`);
    for (const [command, flags] of [
      [upgradeCheckCommand, { to: "100" }],
      [versionsCommand, {}],
    ] as const) {
      const { code, text } = await run(command, [empty], flags);
      expect(code).to.equal(0);
      expect(text).to.include("Issues: 1 warning");
    }
  });
});
