import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { reportCommand } from "../../server/cli/report/command.ts";
import { verifyCommand } from "../../server/cli/verify/command.ts";
import type { Command } from "../../server/cli/kernel/command.ts";
import type { Report } from "../../server/report/report.ts";
import { notificationsOf } from "../support/notifications.ts";
import { answering, startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { pay, withValue } from "../support/requests.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { runCommand } from "./running-command.ts";

const MERCHANTS = ["TESTONE", "TESTTWO", "TESTTHREE"];

/** Slips, each made by every merchant, so that none comes more often than another. */
const SLIPS = ["order.zebra", "order.apple", "transaction.middle"];

describe("reports of the same traffic", () => {
  let folder: string;
  let running: TestSandbox;
  let receiver: Receiver;
  const journal = (): string => join(folder, "journal.ndjson");
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "equal-"));
    receiver = await startReceiver();
    receiver.behave((response, { body }) => {
      answering((body["order"] as { readonly id: string }).id === "1" ? 500 : 503)(response);
    });
    running = await startTestSandbox({
      SANDBOX_CLOCK: "",
      SANDBOX_JOURNAL: journal(),
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_URL: receiver.url,
      SANDBOX_NOTIFICATION_RETRIES: "none",
    });
    const { url } = running.sandbox;
    const put = async (
      merchant: string,
      order: string,
      body: object,
      password = "sandbox",
    ): Promise<void> => {
      await fetch(`${url}/api/rest/version/100/merchant/${merchant}/order/${order}/transaction/1`, {
        method: "PUT",
        headers: { authorization: `Basic ${btoa(`merchant.${merchant}:${password}`)}` },
        body: JSON.stringify(body),
      });
    };
    for (const slip of SLIPS)
      await Promise.all(MERCHANTS.map((it) => put(it, "9", withValue(pay(), slip, "x"))));
    for (const merchant of MERCHANTS.toReversed())
      await Promise.all(["1", "2", "3"].map((order) => put(merchant, order, pay())));
    await fetch(`${url}/api/rest/version/100/nowhere`);
    for (const merchant of MERCHANTS) await put(merchant, "8", pay(), "wrong");
    for (const merchant of MERCHANTS) await notificationsOf(url, merchant).settled(3);
  });
  after(async () => {
    await running.stop();
    await receiver.close();
    await rm(folder, { recursive: true });
  });

  const reported = async (command: Command, ...words: readonly string[]): Promise<Report> =>
    JSON.parse((await runCommand(command, [...words, "--report", "json"])).printed) as Report;

  for (const merchant of [undefined, "TESTTWO"]) {
    const of = merchant === undefined ? "of all merchants" : "of one merchant";
    const words = merchant === undefined ? [] : ["--merchant", merchant];

    it(`are equal ${of}, from the running sandbox and from its journal file: verify`, async () => {
      const live = await reported(verifyCommand, "--url", running.sandbox.url, ...words);
      const told = await reported(verifyCommand, "--journal", journal(), ...words);
      expect(live.issues).to.have.length.above(3);
      expect({ ...told, subject: "", url: "" }).to.deep.equal({ ...live, subject: "", url: "" });
    });

    it(`are equal ${of}, but for which scenarios there are: report`, async () => {
      const live = await reported(reportCommand, "--url", running.sandbox.url, ...words);
      const told = await reported(reportCommand, journal(), ...words);
      const known = new Set(told.tables.map(({ title }) => title));
      expect(told.issues).to.deep.equal(live.issues);
      expect(told.series).to.deep.equal(live.series);
      const shared = live.tables.filter(({ title }) => known.has(title));
      expect(shared.map(({ title }) => title)).to.include("Findings by operation, version, field and rule");
      for (const table of shared) expect(told.tables).to.deep.include(table);
    });
  }
});
