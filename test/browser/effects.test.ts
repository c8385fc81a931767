import { expect } from "chai";
import request from "supertest";
import { valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import type { ScenarioCoverage } from "../../server/verdict/coverage/scenario-coverage.ts";
import { startWithPlan } from "../support/plan.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { AT_MERCHANT, confirm, initiate } from "./browser-requests.ts";
import { payerOf } from "./payer.ts";

const PLAN = `
rules:
  - { id: busy, when: { amount: "1.00", attempt: 1 }, fault: { at: before-commit, kind: server-busy } }
  - { id: lost, when: { amount: "2.00" }, fault: { at: after-commit, kind: server-failed } }
  - { id: slow, when: { amount: "3.00" }, delay: 40ms }
  - { id: held, when: { amount: "4.00" }, hold: before-commit }
  - { id: shuffled, when: { amount: "5.00" }, extra: chaos }
  - { id: declined, when: { amount: ["3.00", "6.00"] }, outcome: DECLINED, delay: 10ms, fault: { at: after-commit, kind: reset } }
`;

describe("what scenarios do to a browser payment", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startWithPlan(PLAN);
  });
  after(() => running.stop());

  const clientFor = (merchant: string): Client => clientOf(running.sandbox.url, merchant);
  const begin = (client: Client, amount: string, values: JsonObject = {}) =>
    client.put({
      order: "1",
      transaction: "1",
      body: initiate({ "order.amount": amount, ...values }),
      version: 61,
    });
  const timesOf = async (merchant: string, id: string): Promise<number | undefined> => {
    const shown = await request(running.sandbox.url).get(`/_sandbox/v1/merchants/${merchant}/coverage`);
    return (shown.body as ScenarioCoverage).rules.find((rule) => rule.id === id)?.times;
  };

  it("breaks the initiation before its commit, so that its ids stay free", async () => {
    const client = clientFor("TESTBUSY");
    expect((await begin(client, "1.00")).status).to.equal(503);
    expect((await client.getOrder("1")).status).to.equal(400);
    expect(await timesOf("TESTBUSY", "busy")).to.equal(1);
  });

  it("breaks the initiation's answer once, and neither the stored one nor the page", async () => {
    const client = clientFor("TESTLOST");
    expect((await begin(client, "2.00")).status).to.equal(500);
    const again = await begin(client, "2.00");
    expect(again.status).to.equal(200);
    expect((await payerOf(again).choose("pay")).status).to.equal(303);
    expect((await client.getOrder("1")).body).to.include({ status: "CAPTURED" });
    expect(await timesOf("TESTLOST", "lost")).to.equal(1);
  });

  it("delays the initiation by rules that only add, and the page by the rule that decides", async () => {
    const client = clientFor("TESTSLOW");
    const initiated = await begin(client, "3.00");
    const begun = await client.why(initiated);
    expect(begun.scenario).to.include({ delayMs: 40, gatewayCode: "SUBMITTED" });
    expect(begun.scenario?.addedBy).to.deep.equal([{ scenario: "plan", id: "slow" }]);
    const paid = await payerOf(initiated).choose("pay");
    const { scenario, fault } = await client.why(paid);
    expect([paid.status, scenario?.delayMs, scenario?.addedBy, fault]).to.deep.equal([
      303,
      10,
      [],
      undefined,
    ]);
    expect(scenario?.decidedBy).to.include({ kind: "rule", id: "declined" });
    expect([await timesOf("TESTSLOW", "slow"), await timesOf("TESTSLOW", "declined")]).to.deep.equal([1, 1]);
  });

  it("holds the initiation until it is released", async () => {
    const client = clientFor("TESTHELD");
    const held = begin(client, "4.00");
    const shown = await request(running.sandbox.url).get(
      "/_sandbox/v1/merchants/TESTHELD/holds?count=1&waitMs=5000",
    );
    const { holds } = shown.body as { readonly holds: readonly { readonly id: string }[] };
    await request(running.sandbox.url).post(`/_sandbox/v1/holds/${holds[0]?.id ?? ""}/release`);
    expect((await client.why(await held)).notes).to.include("Held before the commit, until it was released.");
  });

  it("puts unknown members into the initiation's answer", async () => {
    const path = "/api/rest/version/61/merchant/TESTCHAOS/order/1/transaction/1";
    const sent = request(running.sandbox.url).put(path).auth("merchant.TESTCHAOS", "sandbox");
    const initiated = await sent.send(initiate({ "order.amount": "5.00" }));
    expect(initiated.status).to.equal(201);
    expect(initiated.text).to.match(/"chaos[A-Z]/);
    expect((await clientFor("TESTCHAOS").why(initiated)).scenario?.chaos).to.equal(true);
  });

  it("uses a rule that is armed once up with the initiation", async () => {
    await request(running.sandbox.url)
      .post("/_sandbox/v1/merchants/TESTARMED/arm")
      .send({ rule: { fault: { at: "before-commit", kind: "server-busy" } } });
    const client = clientFor("TESTARMED");
    expect((await begin(client, "9.00")).status).to.equal(503);
    expect((await begin(client, "9.00")).status).to.equal(201);
  });

  it("breaks nothing of the initiation by a rule that decides, which the payer meets", async () => {
    const client = clientFor("TESTDECIDED");
    const initiated = await begin(client, "6.00");
    expect([initiated.status, valueAt(initiated.body as Json, "result")]).to.deep.equal([201, "SUCCESS"]);
    await payerOf(initiated).choose("pay");
    expect((await client.getOrder("1")).body).to.include({ status: "FAILED" });
  });

  it("adds to a confirmation too, though its reference decides", async () => {
    const client = clientFor("TESTCONFIRM");
    await payerOf(await begin(client, "9.00", AT_MERCHANT)).choose("pay");
    const body = confirm({ "order.amount": "2.00", "order.reference": "TEST-SUCCEED" });
    const call = { order: "1", transaction: "1", body, version: 20 };
    expect((await client.put(call)).status).to.equal(500);
    expect(valueAt((await client.put(call)).body as Json, "response.gatewayCode")).to.equal("APPROVED");
  });
});
