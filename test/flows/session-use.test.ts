import { expect } from "chai";
import { valueAt } from "../../server/domain/json.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, capture, CARD, FUNDS, pay, withValue, withValues } from "../support/requests.ts";
import {
  filledSession,
  keptClientOf,
  payBySession as bySession,
  sessionOf,
  tokenOf,
} from "../support/kept.ts";
import type { KeptClient } from "../support/kept.ts";
import { refused, summaryOf } from "./played.ts";
import { clientOn, suiteSandbox } from "./started.ts";

const MERCHANT = "TESTSESSIONUSE";
const CARD_PATH = "sourceOfFunds.provided.card";

describe("operations that use a session", () => {
  const running = suiteSandbox();
  const client = clientOn(running, MERCHANT);
  let kept: KeptClient;
  before(() => {
    kept = keptClientOf(running.sandbox.url, MERCHANT);
  });

  const filled = (content?: JsonObject): Promise<string> => filledSession(kept, content);

  for (const [operation, body, type] of [
    ["PAY", { order: { amount: "100.00", currency: "USD" } }, "PAYMENT CAPTURED 100/100/0"],
    ["AUTHORIZE", { order: { amount: "100.00", currency: "USD" } }, "AUTHORIZATION AUTHORIZED 100/0/0"],
    ["VERIFY", { order: { currency: "USD" } }, "VERIFICATION VERIFIED 0/0/0"],
    [
      "CAPTURE",
      { transaction: { amount: "100.00", currency: "USD", authorizationCode: "123456" } },
      "CAPTURE CAPTURED 100/100/0",
    ],
    ["REFUND", { transaction: { amount: "100.00", currency: "USD" } }, "REFUND EXCESSIVELY_REFUNDED 0/0/100"],
  ] as const) {
    it(`give ${operation} its card`, async () => {
      const id = await filled();
      const request = { apiOperation: operation, ...body, session: { id } };
      const answer = await client.put({ order: `by-session-${operation}`, transaction: "1", body: request });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
      expect(summaryOf(answer)).to.equal(type);
      expect((answer.body as JsonObject)["sourceOfFunds"]).to.deep.include({ type: "CARD" });
    });
  }

  it("give an operation everything that it needs, and the request's own values go before", async () => {
    const id = await filled(
      withValues(pay("70.00"), { apiOperation: undefined, "customer.firstName": "Ann" }),
    );
    const body = { apiOperation: "PAY", session: { id }, order: { amount: "30.00" } };
    const answer = await client.put({ order: "all-by-session", transaction: "1", body });
    expect(summaryOf(answer)).to.equal("PAYMENT CAPTURED 30/30/0");
    expect((answer.body as JsonObject)["customer"]).to.deep.equal({ firstName: "Ann" });
    const { notes, contract } = await client.why(answer);
    expect(notes.join()).to.contain("Taken from the session, because the request does not set them:");
    expect(contract?.findings).to.deep.equal([]);
  });

  const opened = async (order: string): Promise<void> => {
    await client.put({ order, transaction: "1", body: authorize() });
  };
  const note = { order: { reference: "from the session" }, transaction: { merchantNote: "noted" } };
  for (const [operation, prepare] of [
    ["CAPTURE", []],
    ["REFUND", [capture("60.00")]],
    ["UPDATE_AUTHORIZATION", []],
  ] as const) {
    const followUp = (id: string): JsonObject => ({
      apiOperation: operation,
      transaction: { amount: "60.00", currency: "USD" },
      session: { id },
    });
    const ready = async (order: string): Promise<void> => {
      await opened(order);
      for (const body of prepare) await client.put({ order, transaction: "2", body });
    };

    it(`give ${operation} of an order their values when they hold no funds`, async () => {
      const order = `follow-up-${operation}`;
      await ready(order);
      const body = { ...followUp(await filled(note)), order: { description: "of the request" } };
      const answer = await client.put({ order, transaction: "3", body });
      expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
      expect(valueAt(answer.body as JsonObject, "order.reference")).to.equal("from the session");
      expect((await client.why(answer)).notes.join()).to.contain("Taken from the session");
    });

    it(`are refused by ${operation} of an order when they hold funds`, async () => {
      const order = `funded-${operation}`;
      await ready(order);
      const id = await filled({ ...note, sourceOfFunds: FUNDS });
      const answer = await client.put({ order, transaction: "3", body: followUp(id) });
      expect(refused(answer)).to.include({ field: "session.id", validationType: "UNSUPPORTED" });
      expect((await client.why(answer)).rules?.refusedBy?.rule).to.equal("no-source-of-funds-on-follow-up");
    });
  }

  it("bring no funds of their own, so that no capture stands alone by a session without any", async () => {
    const body = { ...capture("60.00"), session: { id: await filled(note) } };
    const answer = await client.put({ order: "stands-alone", transaction: "1", body });
    expect(refused(answer).explanation).to.equal("An order with this ID does not exist");
  });

  it("may hold what an operation does not know; it takes the rest", async () => {
    const id = await filled(withValue({ sourceOfFunds: FUNDS }, "transaction.targetTransactionId", "1"));
    const answer = await client.put({ order: "takes-the-rest", transaction: "1", body: bySession(id) });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
  });

  it("may be used by one operation after the other, the security code only by the first", async () => {
    const id = await filled();
    const codeResult = async (transaction: string): Promise<unknown> => {
      const body = withValue(bySession(id), "order.amount", "10.00");
      const answer = await client.put({ order: `reuse-${transaction}`, transaction, body });
      return (answer.body as { readonly response: JsonObject }).response["cardSecurityCode"];
    };
    const { version } = sessionOf(await kept.getSession(id));
    expect(await codeResult("1")).to.be.an("object");
    expect(await codeResult("2")).to.equal(undefined);
    const left = await kept.getSession(id);
    expect(JSON.stringify(left.body)).to.contain("512345xxxxxx0008").and.not.contain("securityCode");
    expect(sessionOf(left).version).to.equal(version);
  });

  it("keep the security code when the operation is refused, and lose it when it is declined", async () => {
    const id = await filled(withValue({ sourceOfFunds: FUNDS }, `${CARD_PATH}.number`, "4000000000000507"));
    const refusal = await client.put({
      order: "refused",
      transaction: "1",
      body: withValue(bySession(id), "order.currency", "ZZZ"),
    });
    expect(refusal.status).to.equal(400);
    expect(JSON.stringify((await kept.getSession(id)).body)).to.contain("securityCode");
    expect((await client.put({ order: "declined", transaction: "1", body: bySession(id) })).status).to.equal(
      201,
    );
    expect(JSON.stringify((await kept.getSession(id)).body)).to.not.contain("securityCode");
  });

  it("do not disturb the same request again, whatever became of them", async () => {
    const id = await filled();
    const call = { order: "again", transaction: "1", body: bySession(id) };
    const first = await client.put(call);
    await kept.updateSession(id, withValue({}, `${CARD_PATH}.number`, "4000000000000507"));
    await kept.updateSession(id, { order: { amount: 1 } });
    const again = await client.put(call);
    expect([first.status, again.status]).to.deep.equal([201, 200]);
    expect(again.body).to.deep.equal(first.body);
  });

  it("complete the card of a request, and the refusal says which member is still missing", async () => {
    const id = await filled({
      sourceOfFunds: { provided: { card: { number: CARD.number, expiry: { month: "1" } } } },
    });
    const half = await client.put({ order: "half", transaction: "1", body: bySession(id) });
    expect(refused(half)).to.include({ field: `${CARD_PATH}.expiry.year`, validationType: "MISSING" });
    const body = withValue(bySession(id), `${CARD_PATH}.expiry`, CARD.expiry);
    expect((await client.put({ order: "half", transaction: "1", body })).status).to.equal(201);
  });

  it("is used as it is when it changes while it is used, or the request is to be sent again", async () => {
    const cards = ["5555555555554444", "4508750015741019"];
    const tokens = await Promise.all(
      cards.map(async (number) =>
        tokenOf(await kept.createToken(withValue({ sourceOfFunds: FUNDS }, `${CARD_PATH}.number`, number))),
      ),
    );
    const id = await filled({ sourceOfFunds: { token: tokens[0] ?? "" } });
    const rounds = Array.from({ length: 20 }, async (_, round) => {
      const update = kept.updateSession(id, { sourceOfFunds: { token: tokens[round % 2] ?? "" } });
      const paid = await client.put({ order: `race-${round}`, transaction: "1", body: bySession(id) });
      return [(await update).status, paid.status];
    });
    const statuses = await Promise.all(rounds);
    expect(statuses.every(([update]) => update === 200)).to.equal(true);
    expect([201, 503]).to.include.members(statuses.flatMap(([, paid]) => paid ?? []));
  });
});
