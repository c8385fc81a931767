import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import { verifyJournal } from "../../server/cli/verify/material.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { readJournalFile } from "../../server/journal/journal-file.ts";
import type { Scorecard } from "../../server/verdict/conduct/scorecard.ts";
import { notificationsOf } from "../support/notifications.ts";
import { startReceiver } from "../support/receiver.ts";
import type { Receiver } from "../support/receiver.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const MERCHANT = "TESTCONDUCT";

/** What is said of notifications: rule, exchanges, message. */
const saidIn = ({ rules }: Scorecard): readonly unknown[] =>
  rules
    .filter(({ id }) => id.startsWith("notification-"))
    .flatMap(({ id, remarks }) => remarks.map(({ message, exchanges }) => [id, exchanges, message]));

describe("the verdict on how notifications were answered", () => {
  let folder: string;
  let receiver: Receiver;
  let running: TestSandbox;
  const exchanges: string[] = [];
  const journal = (): string => join(folder, "journal.ndjson");
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "conduct-"));
    receiver = await startReceiver();
    // Order 1 is taken at once, order 2 at the second attempt, order 3 never.
    receiver.behave((response, { headers, body }) => {
      const order = (body["order"] as { readonly id: string }).id;
      response.writeHead(Number(headers["x-notification-attempt"]) < Number(order) ? 500 : 200).end();
    });
    running = await startTestSandbox({
      SANDBOX_JOURNAL: journal(),
      SANDBOX_NOTIFICATIONS: "on",
      SANDBOX_NOTIFICATION_URL: receiver.url,
      SANDBOX_NOTIFICATION_RETRIES: "0.01",
    });
    for (const order of ["1", "2", "3"]) {
      const answer = await clientOf(running.sandbox.url, MERCHANT).put({
        order,
        transaction: "1",
        body: pay(),
      });
      exchanges.push(answer.get("X-Sandbox-Exchange") ?? "");
    }
    await notificationsOf(running.sandbox.url, MERCHANT).settled(3);
  });
  after(async () => {
    await running.stop();
    await receiver.close();
    await rm(folder, { recursive: true });
  });

  const expected = (): readonly unknown[] => [
    [
      "notification-not-answered",
      [exchanges[2]],
      "the notification of 3/1: 2 attempts, none answered 2xx; the last: answered 500",
    ],
    [
      "notification-answered-late",
      [exchanges[1]],
      "the notification of 2/1: 2 attempts, of which number 2 was the first answered 2xx; before it: answered 500",
    ],
  ];
  const control = (path: string): string => `/_sandbox/v1/${path}`;

  it("is the same from the running sandbox, about one merchant or all, and from its journal file", async () => {
    const { url } = running.sandbox;
    const own = await request(url).get(control(`merchants/${MERCHANT}/conduct`));
    expect(saidIn(own.body as Scorecard)).to.deep.equal(expected());
    expect((own.body as Scorecard).passed).to.equal(false);
    const all = (await request(url).get(control("conduct"))).body as { merchants: readonly Scorecard[] };
    expect(all.merchants.flatMap(saidIn)).to.deep.equal(expected());
    const { verdicts } = await verifyJournal(journal(), { expectations: {}, places: [], merchant: MERCHANT });
    expect(verdicts.flatMap(({ conduct }) => saidIn(conduct))).to.deep.equal(expected());
  });

  it("is about the exchanges that are looked at alone", async () => {
    const since = exchanges[1];
    const path = control(`merchants/${MERCHANT}/verify`);
    const answer = await request(running.sandbox.url).post(path).send({ since });
    const { conduct } = answer.body as { conduct: Scorecard };
    expect(saidIn(conduct)).to.deep.equal(expected().slice(0, 1));
  });

  it("has every attempt in the journal file, which readers of exchanges do not see", async () => {
    const [found, attempts]: [Exchange[], unknown[]] = [[], []];
    for await (const exchange of readJournalFile(journal(), ({ orderId, state, attempt }) =>
      attempts.push([orderId, attempt.number, attempt.status, state]),
    ))
      found.push(exchange);
    expect(found.map(({ id }) => id)).to.have.members(exchanges);
    expect(attempts).to.have.deep.members([
      ["1", 1, 200, "delivered"],
      ["2", 1, 500, "queued"],
      ["2", 2, 200, "delivered"],
      ["3", 1, 500, "queued"],
      ["3", 2, 500, "failed"],
    ]);
  });
});
