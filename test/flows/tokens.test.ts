import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { holdsCardNumber } from "../../server/domain/card/card.ts";
import { passesLuhn } from "../../server/domain/card/card-scheme.ts";
import { CARD, FUNDS, pay, withValue } from "../support/requests.ts";
import { clientOf, TEST_TIME } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { keptClientOf, sessionOf, tokenOf } from "../support/kept.ts";
import type { KeptClient } from "../support/kept.ts";
import { summaryOf } from "./played.ts";
import { startWith } from "./started.ts";
import type { Started } from "./started.ts";

const MERCHANT = "TESTTOKENS";
const cardOf = (number: string, more: JsonObject = {}): JsonObject => ({
  sourceOfFunds: { type: "CARD", provided: { card: { number, expiry: CARD.expiry, ...more } } },
});
const byToken = (token: string, card?: JsonObject): JsonObject => ({
  apiOperation: "PAY",
  order: { amount: "100.00", currency: "USD" },
  sourceOfFunds: { token, ...(card && { provided: { card } }) },
});

describe("tokens", () => {
  let running: Started;
  let client: Client;
  let kept: KeptClient;
  const connect = (started: Started): void => {
    running = started;
    client = clientOf(running.sandbox.url, MERCHANT);
    kept = keptClientOf(running.sandbox.url, MERCHANT);
  };
  before(async () => {
    connect(await startWith({}));
  });
  after(() => running.stop());

  it("are made of a card, and show it masked with its expiry as MMYY", async () => {
    const made = await kept.createToken(
      cardOf("5123450000000008", { securityCode: "100", nameOnCard: "Ann" }),
    );
    expect(made.status).to.equal(201);
    const token = tokenOf(made);
    expect([token.length, token[0], passesLuhn(token), holdsCardNumber(token)]).to.deep.equal([
      16,
      "9",
      true,
      false,
    ]);
    const { issuer, ...card } = (made.body as { sourceOfFunds: { provided: { card: JsonObject } } })
      .sourceOfFunds.provided.card;
    expect(issuer).to.match(/ Bank$/);
    expect(card).to.deep.equal({
      brand: "MASTERCARD",
      expiry: "0139",
      fundingMethod: "CREDIT",
      nameOnCard: "Ann",
      number: "512345xxxxxx0008",
      scheme: "MASTERCARD",
    });
    expect(made.body).to.deep.include({
      repositoryId: MERCHANT,
      response: { gatewayCode: "BASIC_VERIFICATION_SUCCESSFUL" },
      result: "SUCCESS",
      status: "VALID",
      usage: {
        lastUpdated: { merchantId: MERCHANT, source: "CLIENT", time: TEST_TIME },
        lastUsedTime: TEST_TIME,
      },
      verificationStrategy: "BASIC",
    });
    expect((await kept.getToken(token)).body).to.deep.equal(made.body);
    const flat = await kept.getToken(token, { version: 57 });
    expect(flat.body).to.deep.include({
      usage: { lastUpdated: TEST_TIME, lastUpdatedBy: MERCHANT, lastUsed: TEST_TIME },
    });
  });

  it("are one for one card number, with what was sent last", async () => {
    const first = await kept.createToken(cardOf("4508750015741019"));
    const again = await kept.createToken(cardOf("4508750015741019", { nameOnCard: "New" }));
    expect([first.status, again.status, tokenOf(again)]).to.deep.equal([201, 200, tokenOf(first)]);
    expect(JSON.stringify(again.body)).to.contain('"nameOnCard":"New"');
    expect(tokenOf(await kept.createToken(cardOf("4012000033330026")))).to.not.equal(tokenOf(first));
  });

  it("are one for one card number, however many ask at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => kept.createToken(cardOf("2223000000000007"))),
    );
    expect(new Set(answers.map(tokenOf)).size).to.equal(1);
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([...Array<number>(9).fill(200), 201]);
  });

  it("pay, and the answer names the token and the masked card", async () => {
    const token = tokenOf(await kept.createToken(cardOf("5123450000000008")));
    const answer = await client.put({ order: "by-token", transaction: "1", body: byToken(token) });
    expect(summaryOf(answer)).to.equal("PAYMENT CAPTURED 100/100/0");
    const { sourceOfFunds } = answer.body as { readonly sourceOfFunds: JsonObject };
    expect(sourceOfFunds).to.include({ token, type: "CARD" });
    expect(JSON.stringify(sourceOfFunds)).to.contain("512345xxxxxx0008");
    const { usage } = (await kept.getToken(token)).body as { readonly usage: JsonObject };
    expect(usage["lastUsedTime"]).to.equal(TEST_TIME);
  });

  it("give what neither the request nor the session has", async () => {
    const token = tokenOf(await kept.createToken(cardOf("5123450000000008")));
    const { id } = sessionOf(await kept.createSession());
    await kept.updateSession(id, {
      sourceOfFunds: { token, provided: { card: { expiry: { month: "4", year: "27" } } } },
    });
    const session = { session: { id } };
    const amounts = { apiOperation: "PAY", order: { amount: "1.00", currency: "USD" } };
    const declined = await client.put({
      order: "by-session",
      transaction: "1",
      body: { ...amounts, ...session },
    });
    expect(summaryOf(declined), JSON.stringify(declined.body)).to.equal("FAILURE PAYMENT FAILED 0/0/0");
    const body = { ...amounts, ...session, sourceOfFunds: { provided: { card: { expiry: CARD.expiry } } } };
    expect(summaryOf(await client.put({ order: "over-session", transaction: "1", body }))).to.equal(
      "PAYMENT CAPTURED 1/1/0",
    );
  });

  it("are made of a session, and take its security code away", async () => {
    const { id } = sessionOf(await kept.createSession());
    await kept.updateSession(id, { sourceOfFunds: FUNDS });
    const made = await kept.createToken({ session: { id } });
    expect(JSON.stringify(made.body)).to.contain("512345xxxxxx0008");
    expect(JSON.stringify((await kept.getSession(id)).body)).to.not.contain("securityCode");
  });

  it("take an id of the merchant's own, and another card under it", async () => {
    const made = await kept.putToken("Wallet1", cardOf("5200828282828210"));
    const updated = await kept.putToken("Wallet1", cardOf("4000056655665556"));
    expect([made.status, updated.status]).to.deep.equal([201, 200]);
    expect(JSON.stringify(updated.body)).to.contain("400005xxxxxx5556");
    const expiry = await kept.putToken("Wallet1", {
      sourceOfFunds: { provided: { card: { expiry: { month: "5", year: "38" } } } },
    });
    expect(JSON.stringify(expiry.body)).to.contain('"expiry":"0538"').and.to.contain("400005xxxxxx5556");
    // The card that it had before is free for another token.
    expect((await kept.putToken("Wallet2", cardOf("5200828282828210"))).status).to.equal(201);
  });

  it("say when nothing was verified", async () => {
    const made = await kept.createToken({ ...cardOf("371449635398431"), verificationStrategy: "NONE" });
    expect(made.body).to.deep.include({
      response: { gatewayCode: "NO_VERIFICATION_PERFORMED" },
      verificationStrategy: "NONE",
    });
  });

  it("are deleted with their card, which gets a new one", async () => {
    const body = cardOf("6011003179988686");
    const token = tokenOf(await kept.createToken(body));
    const deleted = await kept.deleteToken(token);
    expect([deleted.status, deleted.body]).to.deep.equal([200, { result: "SUCCESS" }]);
    const after = await kept.createToken(body);
    expect([after.status, tokenOf(after) === token]).to.deep.equal([201, false]);
  });

  it("are the verified card when their card is", async () => {
    const token = tokenOf(await kept.createToken(cardOf("5123450000000008")));
    const verification = { apiOperation: "VERIFY", order: { currency: "USD" }, sourceOfFunds: FUNDS };
    await client.put({ order: "verified", transaction: "1", body: verification });
    const paid = await client.put({ order: "verified", transaction: "2", body: byToken(token) });
    expect(paid.status, JSON.stringify(paid.body)).to.equal(201);
  });

  it("and sessions are there after a restart", async () => {
    const token = tokenOf(await kept.createToken(cardOf("5123450000000008")));
    const { id } = sessionOf(await kept.createSession());
    const before = await kept.updateSession(id, withValue(pay(), "apiOperation", undefined));
    connect(await running.restart());
    expect((await kept.getSession(id)).body).to.deep.equal(before.body);
    const body = { apiOperation: "PAY", session: { id } };
    expect((await client.put({ order: "after-restart", transaction: "1", body })).status).to.equal(201);
    expect(
      (await client.put({ order: "after-restart-2", transaction: "1", body: byToken(token) })).status,
    ).to.equal(201);
  });
});
