import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { authorize, capture, pay, refund, withValue } from "../support/requests.ts";
import { openRaw } from "../http/raw-connection.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";
import { startWithPlan } from "../support/plan.ts";
import { answered } from "./played.ts";

const PLAN = `
rules:
  - { id: slow, when: { amount: "1.00" }, delay: 300ms }
  - { id: given-up, when: { amount: "13.00" }, hold: before-commit }
  - { id: held, case: TC-7, when: { amount: "2.00", operation: CAPTURE }, hold: before-commit }
  - { id: held-after, when: { amount: "3.00" }, hold: after-commit, outcome: APPROVED }
  - { id: half, when: { amount: "4.00" }, outcome: PARTIALLY_APPROVED }
  - { id: part, when: { amount: "5.00" }, outcome: PARTIALLY_APPROVED, approvedAmount: "1.50" }
  - { id: risky, when: { amount: "6.00" }, outcome: APPROVED, risk: REVIEW }
  - { id: more, when: { amount: "7.00" }, outcome: APPROVED, response: { order: { statementDescriptor: { name: Shop } } } }
  - id: third-try
    when: { amount: "8.00" }
    outcomes: [{ fault: { at: before-commit, kind: server-busy } }, REFERRED, APPROVED]
  - { id: by-card, when: { amount: "9.00" }, per: card, outcomes: [DECLINED, APPROVED] }
  - { id: over, when: { amount: "10.00" }, per: merchant, then: fail, outcomes: [APPROVED] }
  - { id: first-only, when: { amount: "11.00", attempt: 1 }, outcome: DECLINED }
  - { id: after-decline, when: { operation: CAPTURE, earlier: { rule: opened } }, outcome: BLOCKED }
  - { id: opened, when: { operation: AUTHORIZE, amount: "12.00" }, outcome: APPROVED }
  - { id: asleep, when: { operation: BALANCE_INQUIRY }, balance: { amount: "7.00" } }
`;

describe("what scenarios do to a request", () => {
  let running: TestSandbox;
  let client: Client;
  before(async () => {
    running = await startWithPlan(PLAN);
    client = clientOf(running.sandbox.url, "TESTPLAN");
  });
  after(() => running.stop());

  const put = (order: string, transaction: string, body: Parameters<Client["put"]>[0]["body"]) =>
    client.put({ order, transaction, body });
  const control = () => request(running.sandbox.url);
  const codeOf = (answer: Response): string => answered(answer).response.gatewayCode;

  it("delays it by a real time, which the exchange tells", async () => {
    const answer = await put("slow", "1", pay("1.00"));
    const exchange = await client.why(answer);
    expect(exchange.scenario?.delayMs).to.equal(300);
    expect(exchange.durationMs).to.be.at.least(290);
    expect(exchange.scenario?.addedBy).to.deep.equal([{ scenario: "plan", id: "slow" }]);
    expect(exchange.rules?.passed.filter((id, index, all) => all.indexOf(id) < index)).to.deep.equal([]);
  });

  it("stores it though its caller gives up, and the exchange tells that the caller had gone", async () => {
    const text = JSON.stringify(pay("13.00"));
    const connection = await openRaw(Number(new URL(running.sandbox.url).port));
    const head = [
      "PUT /api/rest/version/100/merchant/TESTPLAN/order/given-up/transaction/1 HTTP/1.1",
      "Host: localhost",
      `Authorization: Basic ${Buffer.from("merchant.TESTPLAN:sandbox").toString("base64")}`,
      `Content-Length: ${text.length}`,
    ];
    connection.send(`${head.join("\r\n")}\r\n\r\n${text}`);
    const listed = await control().get("/_sandbox/v1/holds?count=1&waitMs=10000");
    const { holds } = listed.body as { readonly holds: readonly { readonly id: string }[] };
    // A reset is there at once, before the release that follows on a connection of its own.
    connection.socket.resetAndDestroy();
    await control().post(`/_sandbox/v1/holds/${holds[0]?.id ?? ""}/release`);
    const wait = { merchant: "TESTPLAN", order: "given-up", count: 1, timeoutMs: 10_000 };
    const waited = await control().post("/_sandbox/v1/exchanges/wait").send(wait);
    expect(waited.body).to.nested.include({ "exchanges[0].abandoned": true, "exchanges[0].committed": true });
    expect((await put("given-up", "1", pay("13.00"))).status).to.equal(200);
  });

  it("holds it before its commit, so that another one overtakes it, and judges it anew when it is released", async () => {
    await put("race", "1", authorize("2.00"));
    const held = put("race", "2", capture("2.00"));
    const listed = await control().get("/_sandbox/v1/merchants/TESTPLAN/holds?count=1&waitMs=5000");
    const body: unknown = listed.body;
    expect(body).to.nested.include({
      complete: true,
      "holds[0].orderId": "race",
      "holds[0].transactionId": "2",
    });
    expect(body).to.nested.include({ "holds[0].at": "before-commit", "holds[0].heldBy.id": "held" });
    expect(codeOf(await put("race", "3", capture("1.00")))).to.equal("APPROVED");
    const { holds } = body as { readonly holds: readonly { readonly id: string }[] };
    const released = await control().post(`/_sandbox/v1/holds/${holds[0]?.id ?? ""}/release`);
    expect(released.status).to.equal(200);
    const answer = await held;
    expect(answer.status).to.equal(400);
    const exchange = await client.why(answer);
    expect(exchange.refusal?.fault?.field).to.equal("transaction.amount");
    expect(exchange.notes).to.include("Held before the commit, until it was released.");
    expect(exchange.pausedBy).to.deep.equal([{ scenario: "plan", id: "held", case: "TC-7" }]);
    const found = await control().get("/_sandbox/v1/exchanges?case=TC-7");
    expect(found.body).to.nested.include({ "exchanges.length": 1, "exchanges[0].id": exchange.id });
    const coverage = await control().get("/_sandbox/v1/merchants/TESTPLAN/coverage");
    const { cases } = coverage.body as { readonly cases: readonly object[] };
    expect(cases).to.deep.include({ case: "TC-7", times: 1, rules: ["plan#held"] });
  });

  it("holds its answer back once the order is stored", async () => {
    const held = put("answer-held", "1", pay("3.00"));
    const listed = await control().get("/_sandbox/v1/holds?count=1&waitMs=5000");
    const body: unknown = listed.body;
    const { holds } = body as { readonly holds: readonly { readonly id: string }[] };
    expect((await client.getOrder("answer-held")).body).to.include({ status: "CAPTURED" });
    await control().post(`/_sandbox/v1/holds/${holds[0]?.id ?? ""}/release`);
    expect(codeOf(await held)).to.equal("APPROVED");
    expect((await control().post(`/_sandbox/v1/holds/${holds[0]?.id ?? ""}/release`)).status).to.equal(404);
  });

  it("approves it in part, and what follows is held against what was approved", async () => {
    const half = await put("half", "1", pay("4.00"));
    expect(answered(half).order).to.include({ amount: 4, totalAuthorizedAmount: 2, totalCapturedAmount: 2 });
    const part = await put("part", "1", authorize("5.00"));
    expect(answered(part).order).to.include({ totalAuthorizedAmount: 1.5, status: "AUTHORIZED" });
    expect((await put("part", "2", capture("1.51"))).status).to.equal(400);
    expect(answered(await put("part", "3", capture("1.50"))).order).to.include({ status: "CAPTURED" });
    expect((await put("half", "2", refund("2.01"))).status).to.equal(400);
    expect(answered(await put("half", "3", refund("2.00"))).order).to.include({ status: "REFUNDED" });
  });

  it("tells the risk service's advice, and members that the file adds, also when the same request comes again", async () => {
    const risky = await put("risky", "1", pay("6.00"));
    expect(risky.body).to.nested.include({ "risk.response.gatewayCode": "REVIEW_REQUIRED" });
    const more = await put("more", "1", pay("7.00"));
    expect(more.body).to.nested.include({ "order.statementDescriptor.name": "Shop" });
    expect((await put("more", "1", pay("7.00"))).text).to.equal(more.text);
  });

  it("counts tries that nothing was stored of", async () => {
    const [first, second, third] = [
      await put("tries", "1", pay("8.00")),
      await put("tries", "1", pay("8.00")),
      await put("tries", "2", pay("8.00")),
    ];
    expect(first.status).to.equal(503);
    expect(codeOf(second)).to.equal("REFERRED");
    expect(second.status).to.equal(201);
    expect(codeOf(third)).to.equal("APPROVED");
    expect((await client.why(third)).scenario?.step).to.equal(3);
  });

  it("counts for each card, across orders, and for the merchant", async () => {
    const other = withValue(pay("9.00"), "sourceOfFunds.provided.card.number", "4508750015741019");
    expect(codeOf(await put("card-1", "1", pay("9.00")))).to.equal("DECLINED");
    expect(codeOf(await put("card-2", "1", other))).to.equal("DECLINED");
    expect(codeOf(await put("card-3", "1", pay("9.00")))).to.equal("APPROVED");
    expect(codeOf(await put("over-1", "1", pay("10.00")))).to.equal("APPROVED");
    const over = await put("over-2", "1", pay("10.00"));
    expect(over.status).to.equal(500);
    expect((await client.getOrder("over-2")).status).to.equal(400);
  });

  it("knows the attempt on the order and what was decided before", async () => {
    expect(codeOf(await put("attempts", "1", pay("11.00")))).to.equal("DECLINED");
    expect(codeOf(await put("attempts", "2", pay("11.00")))).to.equal("APPROVED");
    await put("opened", "1", authorize("12.00"));
    expect(codeOf(await put("opened", "2", capture("12.00")))).to.equal("BLOCKED");
  });

  it("lets ten racing tries of a sequence each have a place of its own", async () => {
    const codes = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const body = withValue(pay("9.00"), "sourceOfFunds.provided.card.number", "5111111111111118");
        return codeOf(await put(`racing-${index}`, "1", body));
      }),
    );
    expect(codes.filter((code) => code === "DECLINED")).to.have.length(1);
  });
});
