import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { standaloneRefund } from "../operations/situations.ts";
import { expectValidAnswer } from "../support/answers.ts";
import { authorize, capture, pay, refund, update, voidOf } from "../support/requests.ts";
import { play, refused, summaryOf } from "./played.ts";
import { clientOn, suiteSandbox } from "./started.ts";

const MERCHANTS = { APPROVING: { refundApproval: true }, PLAIN: {} };
const SCENARIO = { rules: [{ id: "declined", when: { amount: "66.66" }, outcome: "DECLINED" }] };

describe("refunds that need an approval", () => {
  const running = suiteSandbox({ merchants: MERCHANTS, scenario: SCENARIO });
  const client = clientOn(running, "APPROVING");

  const settle = (order: string, transaction: string, verdict: string): Promise<Response> =>
    request(running.sandbox.url).post(
      `/_sandbox/v1/merchants/APPROVING/orders/${order}/transactions/${transaction}/${verdict}`,
    );

  /** What an approval answers: the transaction as GET shows it. */
  const settled = async (order: string, transaction: string, verdict: string): Promise<string> => {
    const answer = await settle(order, transaction, verdict);
    expect(answer.status, answer.text).to.equal(200);
    expectValidAnswer(answer.body, "transaction", 100);
    expect((await client.getTransaction(order, transaction)).body).to.deep.equal(answer.body);
    return summaryOf(answer);
  };

  it("wait, and are made when they are approved", async () => {
    const answers = await play(client, "approved", [pay(), refund("30.00")]);
    expect(answers.map(summaryOf)).to.deep.equal([
      "PAYMENT CAPTURED 100/100/0",
      "PENDING REFUND_REQUEST REFUND_REQUESTED 100/100/0",
    ]);
    expect(await settled("approved", "2", "approve")).to.equal("REFUND PARTIALLY_REFUNDED 100/100/30");
    const stored = (await client.getOrder("approved")).body as { transaction: { transaction: JsonObject }[] };
    const types = stored.transaction.map(({ transaction }) => transaction["type"]);
    expect(types).to.deep.equal(["PAYMENT", "REFUND"]);
    const again = await client.put({ order: "approved", transaction: "2", body: refund("30.00") });
    expect([again.status, summaryOf(again)]).to.deep.equal([
      200,
      "PENDING REFUND_REQUEST REFUND_REQUESTED 100/100/0",
    ]);
    expect(
      summaryOf(await client.put({ order: "approved", transaction: "3", body: refund("70.00") })),
    ).to.equal("PENDING REFUND_REQUEST REFUND_REQUESTED 100/100/30");
    expect(await settled("approved", "3", "approve")).to.equal("REFUND REFUNDED 100/100/100");
  });

  const befores: readonly (readonly [string, readonly JsonObject[], string])[] = [
    ["a payment", [pay()], "CAPTURED 100/100/0"],
    ["a capture of a part", [authorize(), capture("60.00")], "PARTIALLY_CAPTURED 100/60/0"],
  ];
  for (const [what, bodies, before] of befores) {
    it(`are gone when they are rejected, and the order is as it was: ${what}`, async () => {
      const order = what.replaceAll(" ", "-");
      const request = String(bodies.length + 1);
      await play(client, order, [...bodies, refund("30.00")]);
      expect(await settled(order, request, "reject")).to.equal(`FAILURE REFUND_REQUEST ${before}`);
      const again = await client.put({ order, transaction: "again", body: refund("60.00") });
      expect(summaryOf(again)).to.contain("REFUND_REQUEST REFUND_REQUESTED");
    });
  }

  it("leave the order as it was when the acquirer declines what was approved", async () => {
    await play(client, "declined", [pay(), refund("66.66")]);
    expect(await settled("declined", "2", "approve")).to.equal("FAILURE REFUND CAPTURED 100/100/0");
  });

  it("stand alone, and are failed orders when they are rejected", async () => {
    await play(client, "alone", [standaloneRefund("25.00")]);
    expect(await settled("alone", "1", "approve")).to.equal("REFUND EXCESSIVELY_REFUNDED 0/0/25");
    await play(client, "alone-rejected", [standaloneRefund("25.00")]);
    expect(await settled("alone-rejected", "1", "reject")).to.equal("FAILURE REFUND_REQUEST FAILED 0/0/0");
  });

  it("are held against what was refunded in the meantime", async () => {
    await play(client, "twice", [pay(), refund("60.00"), refund("50.00")]);
    expect(await settled("twice", "2", "approve")).to.equal("REFUND REFUND_REQUESTED 100/100/60");
    const second = await settle("twice", "3", "approve");
    expect([second.status, second.get("Content-Type")]).to.deep.equal([
      409,
      "application/problem+json; charset=utf-8",
    ]);
    expect((second.body as { detail: string }).detail).to.contain(
      "Missing merchant privilege 'Excessive Refund'",
    );
    const { rules, committed } = await client.why(second);
    expect([rules?.refusedBy?.rule, committed]).to.deep.equal(["refund-within-capture", false]);
    expect((await client.getOrder("twice")).body).to.include({ status: "REFUND_REQUESTED" });
    expect(await settled("twice", "3", "reject")).to.equal(
      "FAILURE REFUND_REQUEST PARTIALLY_REFUNDED 100/100/60",
    );
  });

  const blocked: readonly (readonly [string, JsonObject])[] = [
    ["a capture", capture("10.00")],
    ["an update", update("120.00")],
    ["a void", voidOf("2")],
    ["a payment", pay()],
  ];
  for (const [what, body] of blocked) {
    it(`let ${what} wait until they are settled`, async () => {
      const order = `blocked-${what.replaceAll(" ", "-")}`;
      await play(client, order, [authorize(), capture("60.00"), refund("30.00")]);
      const answer = await client.put({ order, transaction: "4", body });
      expect(answer.status).to.equal(400);
      expect(refused(answer).explanation).to.contain("REFUND_REQUESTED");
    });
  }

  it("tell in their exchange how they were decided", async () => {
    await play(client, "told", [pay()]);
    const asked = await client.why(
      await client.put({ order: "told", transaction: "2", body: refund("30.00") }),
    );
    expect(asked.scenario?.decidedBy).to.deep.equal({ kind: "interface", rule: "refundApproval" });
    expect(asked.transition).to.deep.equal({ before: "CAPTURED", after: "REFUND_REQUESTED" });
    const made = await client.why(await settle("told", "2", "approve"));
    expect(made.request).to.include({ operation: "REFUND", orderId: "told", transactionId: "2" });
    expect([made.merchantId, made.committed, made.scenario?.decidedBy]).to.deep.equal([
      "APPROVING",
      true,
      { kind: "default" },
    ]);
    expect(made.transition).to.deep.equal({ before: "REFUND_REQUESTED", after: "PARTIALLY_REFUNDED" });
  });

  it("cannot be settled twice, nor where there is none", async () => {
    await play(client, "once", [pay(), refund("30.00")]);
    await settled("once", "2", "approve");
    const wrong: readonly (readonly [string, string, string])[] = [
      ["once", "2", "The order has no refund with this ID that is waiting for approval."],
      ["once", "1", "The order has no refund with this ID that is waiting for approval."],
      ["nowhere", "1", "An order with this ID does not exist."],
    ];
    for (const [order, transaction, detail] of wrong) {
      for (const verdict of ["approve", "reject"]) {
        const answer = await settle(order, transaction, verdict);
        expect(answer.body).to.deep.equal({
          type: "about:blank",
          title: "Refund not settled",
          status: 409,
          detail,
        });
      }
    }
    expect((await client.getOrder("once")).body).to.include({ status: "PARTIALLY_REFUNDED" });
  });

  it("are settled once by ten who race", async () => {
    await play(client, "raced", [pay(), refund("30.00")]);
    const race = Array.from({ length: 10 }, (_, index) =>
      settle("raced", "2", index % 2 === 0 ? "approve" : "reject"),
    );
    const statuses = (await Promise.all(race)).map(({ status }) => status).sort();
    expect(statuses).to.deep.equal([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  it("have no merchant that the sandbox does not know", async () => {
    const path = "/_sandbox/v1/merchants/NOBODY/orders/1/transactions/1/approve";
    const answer = await request(running.sandbox.url).post(path);
    expect([answer.status, (answer.body as { title: string }).title]).to.deep.equal([
      404,
      "No such merchant",
    ]);
  });

  it("are only those of merchants who are set up so", async () => {
    const answers = await play(clientOn(running, "PLAIN"), "plain", [pay(), refund("30.00")]);
    expect(answers.map(summaryOf)[1]).to.equal("REFUND PARTIALLY_REFUNDED 100/100/30");
  });
});
