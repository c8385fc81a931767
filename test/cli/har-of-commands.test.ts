import { spawnSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Command } from "../../server/cli/kernel/command.ts";
import { coverageCommand } from "../../server/cli/coverage/command.ts";
import { upgradeCheckCommand, versionsCommand } from "../../server/cli/upgrade/command.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { pay, withValue } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { complaintOf, runCommand } from "./running-command.ts";

interface Har {
  readonly log: {
    readonly entries: readonly { readonly comment: string; readonly request: { readonly url: string } }[];
  };
}

const CARD_NUMBER = "5123450000000008";
/** More than a report names as examples. */
const MANY = 15;

describe("the HAR of a command", () => {
  let running: TestSandbox;
  let journal: string;
  let exchanges: readonly Exchange[];
  before(async () => {
    const outer = await startTestSandbox();
    journal = join(outer.folder, "journal.ndjson");
    running = { ...(await startTestSandbox({ SANDBOX_JOURNAL: journal })), folder: outer.folder };
    await outer.sandbox.close();
    const client = clientOf(running.sandbox.url, "TESTHAR");
    const body = withValue(pay(), "shipping.firstName", "Ann");
    for (let order = 0; order < MANY; order += 1)
      await client.put({ order: String(order), transaction: "1", body, version: 60 });
    await client.put({ order: "bad", transaction: "1", body: withValue(pay(), "order.colour", "red") });
    await client.getOrder("1");
    await clientOf(running.sandbox.url, "TESTOTHER").put({ order: "1", transaction: "1", body: pay() });
    const text = await readFile(journal, "utf8");
    exchanges = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Exchange);
  });
  after(async () => {
    await running.stop();
    await rm(running.folder, { recursive: true, force: true });
  });

  const harOf = async (command: Command, ...words: readonly string[]): Promise<Har> => {
    const { printed } = await runCommand(command, [...words, "--report", "har"]);
    expect(printed).not.to.include(CARD_NUMBER);
    return JSON.parse(printed) as Har;
  };
  const idsIn = ({ log }: Har): readonly string[] =>
    log.entries.map(({ comment }) => /exchange (\S+?)(;|$)/.exec(comment)?.[1] ?? "");
  const idsOf = (isMeant: (exchange: Exchange) => boolean): readonly string[] =>
    exchanges.filter(isMeant).map(({ id }) => id);

  for (const contract of [[], ["--contract"]]) {
    it(`coverage ${contract.join()} holds the exchanges that it was made from, of the sandbox and of the file`, async () => {
      const own = idsOf(({ merchantId }) => merchantId === "TESTHAR");
      for (const place of [["--url", running.sandbox.url], [journal]]) {
        const one = await harOf(coverageCommand, ...contract, "--merchant", "TESTHAR", ...place);
        expect(idsIn(one)).to.have.members(own);
        const all = await harOf(coverageCommand, ...contract, ...place);
        expect(idsIn(all)).to.have.members(idsOf(() => true));
        const start = place.length > 1 ? running.sandbox.url : "http://gateway-sandbox.invalid";
        expect(all.log.entries.every(({ request }) => request.url.startsWith(start))).to.equal(true);
      }
    });

    it(`coverage ${contract.join()} says the same of the file as of the sandbox`, async () => {
      for (const merchant of [[], ["--merchant", "TESTHAR"]]) {
        const flags = [...contract, ...merchant, "--report", "json"];
        const live = await runCommand(coverageCommand, ["--url", running.sandbox.url, ...flags]);
        const kept = await runCommand(coverageCommand, [journal, ...flags]);
        const [there, here] = [live, kept].map(
          ({ printed }) => JSON.parse(printed) as { readonly cases: unknown; readonly tables: unknown },
        );
        expect(here?.tables).to.deep.equal(there?.tables);
        expect(here?.cases).to.deep.equal(there?.cases);
      }
    });
  }

  it("upgrade-check and versions hold all requests that they judged, and no others", async () => {
    const check = await harOf(upgradeCheckCommand, journal, "--to", "100");
    expect(idsIn(check)).to.deep.equal(idsOf(({ contract }) => contract !== undefined));
    const versions = await harOf(versionsCommand, journal);
    expect(idsIn(versions)).to.deep.equal(
      idsOf(({ contract, refusal }) => contract !== undefined && refusal === undefined),
    );
  });

  it("is in the order of time, also where the file is not", async () => {
    const file = join(running.folder, "turned.ndjson");
    const turned = exchanges.map((it, index) => ({
      ...it,
      at: new Date(Date.parse(it.at) - index * 1000).toISOString(),
    }));
    await writeFile(file, turned.map((it) => `${JSON.stringify(it)}\n`).join(""));
    expect(idsIn(await harOf(coverageCommand, file))).to.deep.equal(idsOf(() => true).toReversed());
  });

  it("is refused for a journal that can be read only once", async () => {
    const pipe = join(running.folder, "pipe");
    expect(spawnSync("mkfifo", [pipe]).status).to.equal(0);
    const complaint = await complaintOf(harOf(versionsCommand, pipe));
    expect(complaint.name).to.equal("UsageError");
    expect(complaint.message).to.include("har reads the journal twice");
  });
});
