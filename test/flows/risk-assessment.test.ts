import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { assessment, cardClientOf, information } from "../support/card-requests.ts";
import type { CardClient } from "../support/card-requests.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { CARD, FUNDS, pay, withValue, withValues } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client } from "../support/sandbox.ts";
import { refused } from "./played.ts";
import { startWith } from "./started.ts";
import type { Started } from "./started.ts";

const MERCHANT = "TESTRISK";

/** The last rule would decline any payment, and is never asked for a risk assessment. */
const PLAN = {
  rules: [
    { id: "too-much", when: { amount: { min: "1000.00" } }, risk: "REJECT" },
    { id: "look-closer", when: { amount: { min: "500.00" }, street: "Alpha St" }, risk: "REVIEW" },
    { id: "well-known", when: { cardPrefix: "5123" }, risk: "ACCEPT" },
    { id: "payments", when: { amount: "2000.00" }, outcome: "DECLINED" },
  ],
};

const namedRule = (id: string, recommendation: string): JsonObject => ({
  id,
  name: id,
  recommendation,
  type: "EXTERNAL_RULE",
});
const otherCard = { ...CARD, number: "4508750015741019" };

/** What is assessed, and the answer's result and risk.response. */
const CASES: readonly (readonly [string, JsonObject, string, JsonObject])[] = [
  [
    "what no rule objects to",
    withValue(assessment(), "sourceOfFunds.provided.card", otherCard),
    "SUCCESS",
    { gatewayCode: "ACCEPTED", review: { decision: "NOT_REQUIRED" } },
  ],
  [
    "what a rule accepts",
    assessment(),
    "SUCCESS",
    {
      gatewayCode: "ACCEPTED",
      review: { decision: "NOT_REQUIRED" },
      rule: [namedRule("well-known", "ACCEPT")],
    },
  ],
  [
    "what a person has to look at",
    withValue(assessment("500.00"), "billing.address.street", "Alpha St"),
    "SUCCESS",
    {
      gatewayCode: "REVIEW_REQUIRED",
      review: { decision: "PENDING" },
      rule: [namedRule("look-closer", "REVIEW")],
    },
  ],
  [
    "what is rejected",
    assessment("2000.00"),
    "FAILURE",
    {
      gatewayCode: "REJECTED",
      review: { decision: "NOT_REQUIRED" },
      rule: [namedRule("too-much", "REJECT")],
    },
  ],
];

describe("risk assessments", () => {
  let running: Started;
  let cards: CardClient;
  let client: Client;
  const connect = (started: Started): void => {
    running = started;
    cards = cardClientOf(running.sandbox.url, MERCHANT);
    client = clientOf(running.sandbox.url, MERCHANT);
  };
  before(async () => {
    connect(await startWith({ scenario: PLAN }));
  });
  after(() => running.stop());

  CASES.forEach(([what, body, result, response], number) => {
    it(`answer ${what} with ${result}, and the exchange names the rule`, async () => {
      const answer = await cards.assess(`case-${number}`, body);
      expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
      expect(answer.body).to.include({ id: `case-${number}`, merchant: MERCHANT, result });
      expect((answer.body as JsonObject)["risk"]).to.deep.equal({ response });
      const { scenario, committed } = await client.why(answer);
      expect([scenario?.gatewayCode, committed]).to.deep.equal([response["gatewayCode"], true]);
      expect(scenario?.decidedBy.kind).to.equal(response["rule"] === undefined ? "default" : "rule");
    });
  });

  it("are updated by each submission of the same id, also by an identical one", async () => {
    const first = await cards.assess("again", assessment());
    const same = await cards.assess("again", assessment());
    expect([first.status, same.status]).to.deep.equal([201, 200]);
    expect(same.body).to.deep.equal(first.body);
    const changed = await cards.assess("again", assessment("200.00"));
    expect(changed.status).to.equal(200);
    expect(changed.body).to.have.nested.property("order.amount", 200);
  });

  it("take what became of the payment for information, and keep what was advised before it", async () => {
    const advised = await cards.assess("processed", assessment());
    const told = await cards.assess("processed", information("DECLINED"));
    expect([told.status, (told.body as JsonObject)["result"]]).to.deep.equal([200, "SUCCESS"]);
    expect((told.body as JsonObject)["risk"]).to.deep.equal((advised.body as JsonObject)["risk"]);
    expect(told.body).to.have.nested.property("transactionProcessingResponse.gatewayCode", "DECLINED");
    expect((await client.why(told)).scenario).to.equal(undefined);
  });

  it("are made by information alone, with nothing advised, and assessed later", async () => {
    const told = await cards.assess("told", information());
    expect([told.status, (told.body as JsonObject)["risk"]]).to.deep.equal([201, undefined]);
    const advised = await cards.assess("told", assessment("1000.00"));
    expect(advised.body).to.include({ result: "FAILURE" });
  });

  it("need a new id after a FAILURE, also after a restart and for information", async () => {
    await cards.assess("failed", assessment("1000.00"));
    connect(await running.restart());
    for (const body of [assessment(), assessment("1000.00"), information()]) {
      const answer = await cards.assess("failed", body);
      expect(answer.status).to.equal(400);
      expect(refused(answer).field).to.equal("id");
      expect(refused(answer).explanation).to.contain("a new risk assessment id must be used");
    }
    expect((await cards.assess("failed-2", assessment())).status).to.equal(201);
  });

  it("belong to their merchant: another one's id is free", async () => {
    await cards.assess("mine", assessment("1000.00"));
    const other = cardClientOf(running.sandbox.url, "TESTRISKOTHER");
    expect((await other.assess("mine", assessment())).status).to.equal(201);
  });

  it("do not touch orders: an order of the same id starts anew", async () => {
    await cards.assess("an-order", assessment());
    const paid = await client.put({ order: "an-order", transaction: "1", body: pay() });
    expect(paid.status, JSON.stringify(paid.body)).to.equal(201);
  });

  it("echo the request masked, with the defaults of its groups", async () => {
    const body = withValues(assessment(), {
      "agreement.id": "A-1",
      "customer.email": "ann@example.com",
      "billing.address": { street: "Main St", street2: "4" },
      "order.reference": "R-1",
      correlationId: "c-7",
    });
    const answer = await cards.assess("echo & 100%+!$.-_", body);
    expect(answer.body).to.deep.include({
      agreement: { id: "A-1", type: "OTHER" },
      billing: { address: { street: "Main St, 4", street2: "" } },
      correlationId: "c-7",
      customer: { email: "ann@example.com" },
      id: "echo & 100%+!$.-_",
      order: { amount: 100, currency: "USD", reference: "R-1" },
      transaction: { creationDate: "2030-01-15T10:20:30.400Z", source: "INTERNET", type: "PAYMENT" },
    });
    expect(answer.body).to.have.nested.property("sourceOfFunds.provided.card.number", "512345xxxxxx0008");
    expect(answer.body).not.to.have.nested.property("sourceOfFunds.provided.card.securityCode");
    const exchange = JSON.stringify(await client.why(answer));
    expect(exchange).not.to.contain(CARD.number);
  });

  it("take the card from a session, in version 74 as well, where apiOperation may be left out", async () => {
    const kept = keptClientOf(running.sandbox.url, MERCHANT);
    const { id } = sessionOf(await kept.createSession());
    await kept.updateSession(id, { sourceOfFunds: FUNDS });
    const body = { ...assessment(), apiOperation: undefined, sourceOfFunds: undefined, session: { id } };
    const answer = await cards.assess("by-session", body, 74);
    expect(answer.status, JSON.stringify(answer.body)).to.equal(201);
    expect(answer.body).to.have.nested.property("risk.response.rule[0].id", "well-known");
  });
});
