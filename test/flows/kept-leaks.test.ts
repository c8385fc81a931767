import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { createMarks, SECRETS } from "../process/canary/marks.ts";
import { leaksIn } from "../process/canary/search.ts";
import type { Place } from "../process/canary/search.ts";
import { keptClientOf, sessionOf, tokenOf } from "../support/kept.ts";
import { pay, withValues } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { suiteSandbox } from "./started.ts";

const MERCHANT = "TESTLEAKS";
const CARD = "sourceOfFunds.provided.card";

async function filesOf(folder: string): Promise<readonly Place[]> {
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => ({ name: `file ${name}`, text: await readFile(join(folder, name), "latin1") })),
  );
}

describe("card data in sessions and tokens", () => {
  const running = suiteSandbox();

  it("is nowhere in the clear: not in answers, exchanges or the log, and in no byte of the data folder", async () => {
    const { url } = running.sandbox;
    const [marks, kept, client] = [createMarks(), keptClientOf(url, MERCHANT), clientOf(url, MERCHANT)];
    const answers: Place[] = [];
    const note = (name: string, answer: { readonly body: unknown }): void => {
      answers.push({ name: `answer to ${name}`, text: JSON.stringify(answer.body) });
    };
    const card = (number: string): JsonObject => ({
      number,
      expiry: { month: "01", year: "39" },
      securityCode: SECRETS.securityCode,
    });
    for (const make of [marks.number, marks.otherNumber]) {
      const rule = { when: { card: make("armed rule") }, outcome: "BLOCKED" };
      const armed = await request(url).post(`/_sandbox/v1/merchants/${MERCHANT}/arm`).send({ rule });
      expect(armed.status, armed.text).to.equal(201);
      note("an armed rule", armed);
      const { id } = sessionOf(await kept.createSession());
      const content = withValues(pay("5.00"), {
        apiOperation: undefined,
        [CARD]: card(make("session")),
        [`${CARD}.track1`]: `%B${make("track")}^${SECRETS.track1}/T^3912101${SECRETS.track2}?`,
        "order.reference": marks.number("reference"),
        "order.id": marks.number("order id"),
        "creditCardBillPayment.paymentSender.cardNumber": make("sender"),
      });
      const updated = await kept.updateSession(id, content);
      expect(updated.status, JSON.stringify(updated.body)).to.equal(200);
      note("update", updated);
      note(
        "a bad update",
        await kept.updateSession(id, { order: { amount: marks.number("amount") }, strange: "1" }),
      );
      note(
        "another update",
        await kept.updateSession(
          id,
          withValues({}, { [CARD]: { ...card(make("again")), number: make("next") } }),
        ),
      );
      note("retrieve", await kept.getSession(id));
      note("unknown session", await kept.getSession(marks.number("session id")));
      const [order, transaction] = [`order-${answers.length}`, "1"];
      const body = { apiOperation: "PAY", session: { id }, [CARD]: undefined };
      note("payment", await client.put({ order, transaction, body }));
      const made = await kept.createToken({ sourceOfFunds: { provided: { card: card(make("token")) } } });
      note("token", made);
      note("token id", await kept.putToken(marks.number("token id"), { session: { id } }));
      note(
        "own token",
        await kept.putToken(`own${answers.length}`, {
          sourceOfFunds: { provided: { card: card(make("own")) } },
        }),
      );
      const byToken = { ...withValues(pay(), { sourceOfFunds: { token: tokenOf(made) } }) };
      note("payment by token", await client.put({ order: `t${order}`, transaction, body: byToken }));
      const unknown = withValues(pay(), { sourceOfFunds: { token: marks.number("unknown token") } });
      note("unknown token", await client.put({ order: `u${order}`, transaction, body: unknown }));
      note("session as token", await kept.createToken({ session: { id } }));
    }
    const exchanges = (await request(url).get("/_sandbox/v1/exchanges?limit=500")).text;
    expect(exchanges).to.contain("UPDATE_SESSION").and.to.contain("CREATE_OR_UPDATE_TOKEN");
    const places = [
      ...answers,
      { name: "exchanges", text: exchanges },
      { name: "log", text: running.logged() },
    ];
    const files = await filesOf(join(running.folder, "data"));
    expect(files.map(({ text }) => text).join()).to.contain("sealed");
    const leaks = [...places, ...files].flatMap((place) => leaksIn(place, marks.sent));
    expect(leaks.slice(0, 20)).to.deep.equal([]);
  });

  it("is not in the exchange of a new session, and neither is its key", async () => {
    const kept = keptClientOf(running.sandbox.url, MERCHANT);
    const made = await kept.createSession();
    const { answer } = await clientOf(running.sandbox.url, MERCHANT).why(made);
    expect((answer.body as { readonly session: JsonObject }).session["aes256Key"]).to.equal("xxx");
    expect(sessionOf(made).aes256Key).to.have.length(44);
  });
});
