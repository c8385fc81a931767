import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { expect } from "chai";
import request from "supertest";
import { authorize, capture, CARD, pay, refund, verify, voidOf, withValue } from "../support/requests.ts";
import { clientOf, startTestSandbox, TEST_TIME } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

const MERCHANTS = `
merchants:
  - { id: STRICT, passwords: [sandbox] }
  - { id: OBSERVE, passwords: [sandbox], mode: observe }
`;
const SCENARIO = `
version: 1
name: journal
rules:
  - { id: captures-only, when: { operation: CAPTURE, amount: "1.23" }, outcome: BLOCKED }
  - { id: another-reference, when: { reference: case-4 }, outcome: BLOCKED }
  - { id: odd-amount, case: TC-3, when: { amount: "66.66" }, outcome: DECLINED }
  - { id: other-card, when: { card: "4000000000000002" }, outcome: DECLINED }
tables:
  expiry: { "05/39": DECLINED }
`;
const CARD_PATH = "sourceOfFunds.provided.card";

describe("the exchanges of the journal", () => {
  let running: TestSandbox;
  let client: Client;
  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), "journal-"));
    await writeFile(join(folder, "merchants.yml"), MERCHANTS);
    await mkdir(join(folder, "scenarios"));
    await writeFile(join(folder, "scenarios", "journal.yaml"), SCENARIO);
    running = await startTestSandbox({
      SANDBOX_MERCHANTS: join(folder, "merchants.yml"),
      SANDBOX_SCENARIO_FOLDER: join(folder, "scenarios"),
      SANDBOX_SCENARIOS: "journal",
    });
    client = clientOf(running.sandbox.url, "STRICT");
  });
  after(() => running.stop());

  it("tell everything about a payment that was taken", async () => {
    const response = await client.put({ order: "order-taken", transaction: "1", body: pay() });
    const { id, durationMs, answer, scenario, ...exchange } = await client.why(response);
    expect(id).to.equal(response.get("X-Sandbox-Exchange"));
    expect(durationMs).to.be.greaterThan(0).and.lessThan(10_000);
    expect(answer).to.deep.equal({ status: 201, body: response.body as unknown });
    expect(exchange).to.deep.include({
      merchantId: "STRICT",
      at: TEST_TIME,
      authentication: "accepted",
      contract: { mode: "strict", used: ["requests/pay.v100.json"], resolution: "own", findings: [] },
      transition: { after: "CAPTURED" },
      committed: true,
      repeated: false,
      notes: [],
    });
    expect(exchange.request).to.deep.equal({
      method: "PUT",
      route: "/api/rest/version/:version/merchant/:merchantId/order/:orderId/transaction/:transactionId",
      version: 100,
      operation: "PAY",
      orderId: "order-taken",
      transactionId: "1",
      bytes: Buffer.byteLength(JSON.stringify(pay())),
      body: {
        ...pay(),
        sourceOfFunds: {
          type: "CARD",
          provided: { card: { ...CARD, number: "512345xxxxxx0008", securityCode: "xxx" } },
        },
      },
    });
    expect(exchange.rules?.passed).to.include.members(["operation-permitted", "amount-above-zero"]);
    expect(exchange.rules?.refusedBy).to.equal(undefined);
    expect(scenario?.gatewayCode).to.equal("APPROVED");
  });

  it("tell which scenario rule decided, and which were tried before it and why they did not", async () => {
    const body = withValue(pay("66.66"), "order.reference", "case-3");
    const { scenario } = await client.why(await client.put({ order: "order-rule", transaction: "1", body }));
    expect(scenario).to.deep.include({
      gatewayCode: "DECLINED",
      decidedBy: { kind: "rule", scenario: "journal", id: "odd-amount", case: "TC-3" },
    });
    expect(scenario?.revision).to.match(/^[0-9a-f]{12}$/);
    expect(scenario?.tried.map(({ scenario: file, id }) => `${file}#${id}`)).to.deep.equal([
      "journal#captures-only",
      "journal#another-reference",
    ]);
    expect(scenario?.tried[0]?.failed).to.equal("operation: expected CAPTURE, got PAY");
    expect(scenario?.tried[1]?.failed).to.contain("case-4").and.contain("case-3");
  });

  it("tell how many rules for other cards were not asked", async () => {
    const answers = [pay(), withValue(pay(), `${CARD_PATH}.number`, "4000000000000002")].map((body, index) =>
      client.put({ order: `order-card-${index}`, transaction: "1", body }),
    );
    const exchanges = await Promise.all(answers.map(async (answer) => client.why(await answer)));
    expect(exchanges.map(({ scenario }) => scenario?.ofOtherCards)).to.deep.equal([1, undefined]);
  });

  it("tell when a table decided", async () => {
    const body = withValue(pay(), `${CARD_PATH}.expiry`, { month: "05", year: "39" });
    const { scenario } = await client.why(await client.put({ order: "order-table", transaction: "1", body }));
    expect(scenario?.gatewayCode).to.equal("DECLINED");
    expect(JSON.stringify(scenario?.decidedBy)).to.match(/expiry/);
  });

  it("tell how the order's status went", async () => {
    const order = "order-transitions";
    const refundOfFirst = withValue(refund("10.00"), "transaction.targetTransactionId", "3");
    const steps = [
      { body: verify(), transition: { after: "VERIFIED" } },
      { body: authorize(), transition: { before: "VERIFIED", after: "AUTHORIZED" } },
      { body: capture("60.00"), transition: { before: "AUTHORIZED", after: "PARTIALLY_CAPTURED" } },
      { body: capture("40.00"), transition: { before: "PARTIALLY_CAPTURED", after: "CAPTURED" } },
      { body: refundOfFirst, transition: { before: "CAPTURED", after: "PARTIALLY_REFUNDED" } },
      { body: voidOf("5"), transition: { before: "PARTIALLY_REFUNDED", after: "CAPTURED" } },
    ];
    for (const [index, { body, transition }] of steps.entries()) {
      const response = await client.put({ order, transaction: String(index + 1), body });
      expect((await client.why(response)).transition, response.text).to.deep.equal(transition);
    }
  });

  it("tell every finding of the contract, not only the one that was answered", async () => {
    const body = { ...withValue(pay("1,00"), "order.currency", "usd"), strange: { first: 1 } };
    const response = await client.put({ order: "order-findings", transaction: "1", body });
    const { contract, refusal, committed, rules } = await client.why(response);
    expect(contract?.findings.map(({ severity, code, field }) => [severity, code, field])).to.deep.equal([
      ["violation", "unknown", "strange.first"],
      ["violation", "format", "order.amount"],
      ["violation", "format", "order.currency"],
    ]);
    for (const finding of contract?.findings ?? []) {
      expect(finding).to.include.keys("pointer", "expected", "got", "message", "contract", "source");
    }
    expect(refusal).to.deep.equal({
      reason: "contract",
      explanation: "Unexpected parameter 'strange.first'",
      fault: { field: "strange.first", validationType: "UNSUPPORTED" },
    });
    expect([committed, rules]).to.deep.equal([false, undefined]);
  });

  it("tell the findings of a merchant who only observes, though the payment was taken", async () => {
    const observing = clientOf(running.sandbox.url, "OBSERVE");
    const body = { ...pay(), strange: "1" };
    const response = await observing.put({ order: "order-observed", transaction: "1", body });
    const { contract, committed } = await observing.why(response);
    expect([response.status, committed, contract?.mode]).to.deep.equal([201, true, "observe"]);
    expect(contract?.findings.map(({ field }) => field)).to.deep.equal(["strange"]);
  });

  it("tell which contracts were merged for a version between them", async () => {
    const response = await client.put({ order: "order-v30", transaction: "1", body: pay(), version: 30 });
    const { contract } = await client.why(response);
    expect([contract?.used, contract?.resolution]).to.deep.equal([
      ["requests/pay.v13.json", "requests/pay.v60.json"],
      "merged",
    ]);
  });

  it("tell which rule refused, after which others had passed", async () => {
    const order = "order-refused";
    await client.put({ order, transaction: "1", body: authorize() });
    const response = await client.put({ order, transaction: "2", body: capture("100.01") });
    const { rules, scenario, transition, committed } = await client.why(response);
    expect(rules?.refusedBy?.rule).to.be.a("string").and.not.equal("");
    expect(rules?.refusedBy?.source).to.match(/interface section|assumption|rulings/);
    expect(rules?.passed).to.include("operation-permitted").and.not.include(rules?.refusedBy?.rule);
    expect([scenario, transition, committed]).to.deep.equal([undefined, undefined, false]);
  });

  it("tell a repeated request from the first one", async () => {
    const call = { order: "order-repeated", transaction: "1", body: pay() };
    await client.put(call);
    const { repeated, committed, answer } = await client.why(await client.put(call));
    expect([repeated, committed, answer.status]).to.deep.equal([true, false, 200]);
  });

  it("tell why a caller got in or not", async () => {
    const path = (merchant: string): string => `/api/rest/version/100/merchant/${merchant}/order/1`;
    const agent = request(running.sandbox.url);
    const calls: Readonly<Record<string, request.Test>> = {
      accepted: agent.get(path("STRICT")).auth("merchant.STRICT", "sandbox"),
      missing: agent.get(path("STRICT")),
      wrong: agent.get(path("STRICT")).auth("merchant.STRICT", "wrong"),
      foreign: agent.get(path("OBSERVE")).auth("merchant.STRICT", "sandbox"),
      "not-required": agent.get("/api/rest/version/100/information"),
      "not-reached": agent.delete(path("STRICT")),
    };
    for (const [authentication, call] of Object.entries(calls)) {
      const exchange = await client.why(await call);
      expect(exchange.authentication).to.equal(authentication);
      const isKnown = authentication === "accepted" || authentication === "foreign";
      expect(exchange.merchantId).to.equal(isKnown ? "STRICT" : undefined);
    }
  });
});
