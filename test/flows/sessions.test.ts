import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { CARD, FUNDS, pay, withValue, withValues } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import type { KeptClient } from "../support/kept.ts";
import { refused, summaryOf } from "./played.ts";

const MERCHANT = "TESTSESSIONS";
const CARD_PATH = "sourceOfFunds.provided.card";
const bySession = (id: string): JsonObject => ({
  apiOperation: "PAY",
  order: { amount: "100.00", currency: "USD" },
  session: { id },
});

describe("sessions", () => {
  let running: TestSandbox;
  let client: Client;
  let kept: KeptClient;
  before(async () => {
    running = await startTestSandbox();
    client = clientOf(running.sandbox.url, MERCHANT);
    kept = keptClientOf(running.sandbox.url, MERCHANT);
  });
  after(() => running.stop());

  const filled = async (content: JsonObject = { sourceOfFunds: FUNDS }): Promise<string> => {
    const { id } = sessionOf(await kept.createSession());
    expect((await kept.updateSession(id, content)).status).to.equal(200);
    return id;
  };

  for (const body of [undefined, {}, { apiOperation: "CREATE_SESSION" }]) {
    it(`are made by ${body === undefined ? "no body at all" : JSON.stringify(body)}`, async () => {
      const made = await kept.createSession(body);
      expect(made.status).to.equal(201);
      expect(made.body).to.include({ merchant: MERCHANT, result: "SUCCESS" });
      const { id, version, ...session } = sessionOf(made);
      expect(id).to.match(/^SESSION0002\d{9}[A-Z](\d{7}[A-Z]\d\d|\d{8}[A-Z]\d)$/);
      expect(version).to.match(/^[0-9a-f]{8}01$/);
      expect(session).to.include({ updateStatus: "NO_UPDATE", authenticationLimit: 5 });
    });
  }

  it("have each an id, a version and a key of their own, and the limit that was asked for", async () => {
    const bodies = Array.from({ length: 20 }, () => ({ session: { authenticationLimit: 25 } }));
    const made = await Promise.all(bodies.map(async (body) => sessionOf(await kept.createSession(body))));
    for (const member of ["id", "version", "aes256Key"] as const)
      expect(new Set(made.map((it) => it[member])).size).to.equal(bodies.length);
    expect(made.map((it) => it.authenticationLimit)).to.deep.equal(bodies.map(() => 25));
  });

  it("show what they hold masked, and amounts as they were sent", async () => {
    const { id, version } = sessionOf(await kept.createSession());
    const content = withValues(pay("5000"), {
      "order.id": "o-1",
      "transaction.id": "t-1",
      apiOperation: undefined,
    });
    const updated = await kept.updateSession(id, { ...content, apiOperation: "UPDATE_SESSION" });
    expect(updated.body).to.deep.include({
      merchant: MERCHANT,
      version: "100",
      order: { amount: "5000", currency: "USD", id: "o-1" },
      transaction: { id: "t-1" },
    });
    expect(updated.body).to.not.have.property("result");
    const { sourceOfFunds } = updated.body as { readonly sourceOfFunds: JsonObject };
    const { card } = sourceOfFunds["provided"] as { readonly card: JsonObject };
    expect(card).to.deep.include({
      brand: "MASTERCARD",
      expiry: { month: "01", year: "39" },
      fundingMethod: "CREDIT",
      number: "512345xxxxxx0008",
      scheme: "MASTERCARD",
      securityCode: "xxx",
    });
    const after = sessionOf(updated);
    expect(after.updateStatus).to.equal("SUCCESS");
    expect(after.version).to.match(/02$/);
    expect(after.version.slice(0, 8)).to.not.equal(version.slice(0, 8));
    expect((await kept.getSession(id)).body).to.deep.equal(updated.body);
  });

  it("take members piece by piece, overwrite them and never lose one", async () => {
    const id = await filled({ customer: { firstName: "Ann", lastName: "Other" }, order: { amount: "5" } });
    const { body } = await kept.updateSession(id, {
      customer: { firstName: "Bob" },
      order: { currency: "EUR" },
    });
    expect(body).to.deep.include({
      customer: { firstName: "Bob", lastName: "Other" },
      order: { amount: "5", currency: "EUR" },
    });
    expect(sessionOf(await kept.getSession(id)).version).to.match(/03$/);
  });

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
    expect(notes.join()).to.contain("Taken from the session where the request does not say otherwise:");
    expect(contract?.findings).to.deep.equal([]);
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

  it("are FAILURE after an update that the contract refuses, until the next one", async () => {
    const id = await filled();
    const bad = await kept.updateSession(id, { order: { currency: "US" } });
    expect([bad.status, refused(bad).field]).to.deep.equal([400, "order.currency"]);
    const { notes, committed } = await client.why(bad);
    expect([notes, committed]).to.deep.equal([
      ["The session is marked FAILURE, as its update was refused."],
      true,
    ]);
    expect(sessionOf(await kept.getSession(id)).updateStatus).to.equal("FAILURE");
    const use = { order: "after-failure", transaction: "1", body: bySession(id) };
    expect((await client.put(use)).status).to.equal(400);
    await kept.updateSession(id, { order: { currency: "USD" } });
    expect((await client.put(use)).status).to.equal(201);
  });

  it("take in an older version what that version knows", async () => {
    const { id } = sessionOf(await kept.createSession({}, 45));
    const content = { sourceOfFunds: FUNDS, transaction: { frequency: "SINGLE" } };
    expect((await kept.updateSession(id, content, { version: 45 })).body).to.deep.include({ version: "45" });
    expect((await kept.updateSession(id, content, { version: 100 })).status).to.equal(400);
    await kept.updateSession(id, content, { version: 45 });
    const body = { apiOperation: "PAY", order: { amount: "1.00", currency: "USD" }, session: { id } };
    const answer = await client.put({ order: "old", transaction: "1", body });
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    expect((await client.why(answer)).notes).to.include(
      "Several API versions meet on this session: 45, 100.",
    );
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
});
