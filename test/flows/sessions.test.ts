import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { FUNDS, pay, withValues } from "../support/requests.ts";
import { filledSession, keptClientOf, payBySession as bySession, sessionOf } from "../support/kept.ts";
import type { KeptClient } from "../support/kept.ts";
import { refused } from "./played.ts";
import { clientOn, startWith, suiteSandbox } from "./started.ts";

const MERCHANT = "TESTSESSIONS";

describe("sessions", () => {
  const running = suiteSandbox();
  const client = clientOn(running, MERCHANT);
  let kept: KeptClient;
  before(() => {
    kept = keptClientOf(running.sandbox.url, MERCHANT);
  });

  const filled = (content?: JsonObject): Promise<string> => filledSession(kept, content);

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

  it("are not opened for more authentications than the merchant may have", async () => {
    const limited = await startWith({ merchants: { LIMITED: { authenticationLimitMax: 25 } } });
    const asking = keptClientOf(limited.sandbox.url, "LIMITED");
    const made = await asking.createSession({ session: { authenticationLimit: 25 } });
    expect(made.status).to.equal(201);
    const more = await asking.createSession({ session: { authenticationLimit: 26 } });
    expect(refused(more)).to.include({
      explanation: "Value '26' is invalid. It must be at most 25, the merchant's authenticationLimitMax",
      field: "session.authenticationLimit",
      validationType: "INVALID",
    });
    await limited.stop();
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
      expiry: { month: "1", year: "39" },
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
    const answer = await kept.updateSession(id, {
      customer: { firstName: "Bob" },
      order: { currency: "EUR" },
    });
    expect(answer.body).to.deep.include({
      customer: { firstName: "Bob", lastName: "Other" },
      order: { amount: "5", currency: "EUR" },
    });
    expect(sessionOf(await kept.getSession(id)).version).to.match(/03$/);
  });

  it("are FAILURE after an update that the contract refuses, until the next one", async () => {
    const id = await filled();
    const bad = await kept.updateSession(id, { order: { currency: "US" } });
    expect([bad.status, refused(bad).field]).to.deep.equal([400, "order.currency"]);
    const { notes, committed } = await client.why(bad);
    expect([notes, committed]).to.deep.equal([
      ["The session is marked FAILURE because its update was refused."],
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
      "This session is used with several API versions: 45, 100.",
    );
  });

  it("show in an older version only what that version knows", async () => {
    const { id } = sessionOf(await kept.createSession());
    const content = {
      agreement: { id: "a-1", customData: "x" },
      posTerminal: { lane: "7" },
      sourceOfFunds: FUNDS,
    };
    const written = await kept.updateSession(id, content);
    expect(written.body).to.deep.include({ agreement: content.agreement, posTerminal: content.posTerminal });
    const older = await kept.getSession(id, { version: 13 });
    expect(older.body).to.deep.include({ agreement: { id: "a-1" }, version: "13" });
    expect(older.body).to.include.all.keys("sourceOfFunds").and.not.have.property("posTerminal");
  });

  it("show the checkout that they were begun for", async () => {
    const interaction = { operation: "PURCHASE", returnUrl: "https://shop.example/done" };
    const order = { id: "checkout-1", amount: "5.00", currency: "USD" };
    const begun = await request(running.sandbox.url)
      .post(`/api/rest/version/100/merchant/${MERCHANT}/session`)
      .auth(`merchant.${MERCHANT}`, "sandbox")
      .send({ apiOperation: "INITIATE_CHECKOUT", interaction, order });
    const shown = await kept.getSession(sessionOf(begun).id);
    expect(shown.body).to.deep.include({ interaction, order });
  });
});
