import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { replayCommand } from "../../server/cli/replay/command.ts";
import { replay } from "../../server/cli/replay/replay.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { createSandbox } from "../../server/embedding/embedding.ts";
import type { EmbeddedSandbox } from "../../server/embedding/embedding.ts";
import type { Bundle } from "../../server/verdict/bundle/bundle.ts";
import { CARD, pay, withValue } from "../support/requests.ts";
import { bundleOf } from "./bundle-sender.ts";
import type { Sending } from "./bundle-sender.ts";
import { REPLAY_CASES } from "./replay-cases.ts";
import { complaintOf, runCommand } from "./running-command.ts";

const PLAN = {
  extends: ["default", "gateway-simulator"],
  rules: [
    { id: "sequence", when: { amount: "7.77" }, outcomes: ["TIMED_OUT", "DECLINED"] },
    {
      id: "busy-later",
      when: { amount: "8.88" },
      outcomes: ["TIMED_OUT", { fault: { at: "before-commit", kind: "server-busy" } }],
    },
    {
      id: "lost",
      when: { amount: "6.66" },
      outcome: "APPROVED",
      fault: { at: "after-commit", kind: "reset" },
    },
    { id: "busy", when: { amount: "5.55" }, fault: { at: "before-commit", kind: "server-busy" } },
    { id: "digits", when: { cardPrefix: "400555000000" }, outcome: "BLOCKED" },
  ],
} as const;

describe("gateway-sandbox replay", () => {
  let sandbox: EmbeddedSandbox;
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "replay-"));
    sandbox = await createSandbox({ scenarios: { plan: PLAN } });
  });
  after(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true });
  });

  const send = (path: string, body?: JsonObject, sending?: Sending): Promise<Bundle> =>
    bundleOf(sandbox, path, body, sending);
  const saved = async (bundle: unknown): Promise<string> => {
    const file = join(folder, "bundle.json");
    await writeFile(file, JSON.stringify(bundle));
    return file;
  };
  const refusal = async (bundle: unknown): Promise<string> => {
    const { name, message } = await complaintOf(runCommand(replayCommand, [await saved(bundle)]));
    expect(name).to.equal("UsageError");
    return message;
  };

  REPLAY_CASES.forEach(({ plays, bodies, under, headers, armed, version, status, taken }, number) => {
    it(`answers ${plays} identically`, async () => {
      const order = `case-${number}`;
      for (const [index, body] of bodies.slice(0, -1).entries())
        await send(`order/${order}/transaction/${index + 1}`, body, { version });
      if (armed) await sandbox.control.merchant("TESTSHOP").arm(armed);
      const path = `order/${order}/transaction/${under ?? bodies.length}`;
      const bundle = await send(path, bodies.at(-1), { version, headers });
      const { exchange } = bundle;
      expect((exchange.fault?.lost ?? exchange.answer).status).to.equal(status);
      const { exit, printed } = await runCommand(replayCommand, [await saved(bundle)]);
      expect(printed).to.match(/^Identical: /);
      expect(exit).to.equal(0);
      if (taken) expect(printed).to.match(taken);
      else expect(printed).not.to.include("The recorded decision was used");
    });
  });

  it("answers what was read back identically, though the order has gone on since", async () => {
    await send("order/read/transaction/1", pay());
    const read = await send("order/read");
    await send("order/read/transaction/2", {
      apiOperation: "VOID",
      transaction: { targetTransactionId: "1" },
    });
    const bundle = await sandbox.control.bundle(read.exchange.id);
    expect(bundle.order.after).to.have.length(1);
    expect((await replay(bundle)).differences).to.deep.equal([]);
  });

  for (const source of ["session", "token"] as const) {
    it(`answers a payment by ${source} identically`, async () => {
      const { authorization, url } = sandbox.merchant();
      const post = async (
        path: string,
        method: string,
        body: JsonObject,
      ): Promise<{ session: { id: string }; token: string }> =>
        (
          await fetch(`${url(100)}/${path}`, {
            method,
            headers: { authorization },
            body: JSON.stringify(body),
          })
        ).json() as never;
      const funds = { sourceOfFunds: { type: "CARD", provided: { card: CARD } } };
      const money = { apiOperation: "PAY", order: { amount: "10.00", currency: "USD" } };
      const body = async (): Promise<JsonObject> => {
        if (source === "token")
          return {
            ...money,
            sourceOfFunds: {
              type: "CARD",
              token: (
                await post(
                  "token",
                  "POST",
                  withValue(funds, "sourceOfFunds.provided.card.securityCode", undefined),
                )
              ).token,
            },
          };
        const { session } = await post("session", "POST", {});
        await post(`session/${session.id}`, "PUT", funds);
        return { ...money, session: { id: session.id } };
      };
      const bundle = await send(`order/by-${source}/transaction/1`, await body());
      expect(bundle.exchange.answer.status).to.equal(201);
      expect((await replay(bundle)).differences).to.deep.equal([]);
    });
  }

  it("names each member that differs, and ends with 1", async () => {
    const bundle = await send("order/changed/transaction/1", pay());
    const body = withValue(bundle.exchange.answer.body as JsonObject, "order.status", "AUTHORIZED");
    const changed = {
      ...bundle,
      sandbox: "0.0.1",
      exchange: { ...bundle.exchange, answer: { status: 201, body } },
    };
    const { exit, printed } = await runCommand(replayCommand, [await saved(changed)]);
    expect(exit).to.equal(1);
    expect(printed).to.include('  body.order.status: was "AUTHORIZED", is "CAPTURED"\n');
    expect(printed).to.include("The bundle is of version 0.0.1, this is 1.2.3.");
  });

  it("says what keeps an exchange from being played again", async () => {
    const bad = await send(
      "order/bad/transaction/1",
      withValue(pay(), "sourceOfFunds.provided.card.securityCode", "12345"),
    );
    expect(await refusal(bad)).to.match(
      /The invalid value of sourceOfFunds\.provided\.card\.securityCode is not recorded/,
    );
    expect(await refusal(await send("session/SESSION1"))).to.include("does not contain the path's sessionId");
    for (const [path, field] of [
      ["order/5123450000000008/transaction/1", "order.id"],
      ["order/of-card/transaction/5123450000000008", "transaction.id"],
    ] as const)
      expect(await refusal(await send(path, pay()))).to.include(`${field} looked like a card number`);
    const track = withValue(pay(), "sourceOfFunds.provided.card", { track2: ";5123450000000008=3901?" });
    expect(await refusal(await send("order/track/transaction/1", track))).to.include("cannot be replaced");
  });

  it("refuses what is no bundle", async () => {
    for (const content of [{}, { format: 2 }, [], "text"])
      expect(await refusal(content)).to.include("not a bundle of format 1");
    const gone = await complaintOf(runCommand(replayCommand, [join(folder, "gone.json")]));
    expect(gone.message).to.match(/not readable: file not found$/);
  });

  for (const [what, text, says] of [
    ["empty", "\n", /cut\.json: is empty$/],
    ["cut", '{"format": 1,\n "exch', /cut\.json:2:\d+ invalid JSON: the file ends too early$/],
    ["of another kind", "PK", /cut\.json:1:1 invalid JSON: unexpected character 'P'$/],
  ] as const) {
    it(`says where a file is ${what}`, async () => {
      const file = join(folder, "cut.json");
      await writeFile(file, text);
      expect((await complaintOf(runCommand(replayCommand, [file]))).message).to.match(says);
    });
  }

  it("says that a folder is one", async () => {
    const complaint = await complaintOf(runCommand(replayCommand, [folder]));
    expect(complaint.message).to.match(/not readable: it is a folder$/);
  });
});
