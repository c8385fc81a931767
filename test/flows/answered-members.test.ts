import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, capture, pay, update, verify, withValue } from "../support/requests.ts";
import { clientOn, suiteSandbox } from "./started.ts";

describe("members that the gateway fills", () => {
  const running = suiteSandbox({
    merchants: { TESTMERCHANT: {}, LENDER: { paymentPlanInterestPercent: 5, userId: "anna@shop.example" } },
    scenario: { rules: [{ id: "waits", when: { reference: "WAIT" }, outcome: "PENDING" }] },
  });

  it("computes the payments of a plan with the merchant's interest, the same after every later transaction", async () => {
    const client = clientOn(running, "LENDER");
    const body = { ...authorize("99.99"), paymentPlan: { numberOfPayments: 4, planId: "P4" } };
    const plan = {
      finalAmount: 104.99,
      interestRate: 5,
      numberOfDeferrals: 0,
      numberOfPayments: 4,
      paymentAmount: 26.25,
    };
    const made = await client.put({ order: "lent", transaction: "1", body });
    expect(made.body)
      .to.have.property("paymentPlan")
      .that.deep.equals({ ...plan, planId: "P4" });
    await client.put({ order: "lent", transaction: "2", body: update("50.00") });
    const captured = await client.put({ order: "lent", transaction: "3", body: capture("50.00") });
    expect(captured.body)
      .to.have.property("paymentPlan")
      .that.deep.equals({ ...plan, planId: "P4" });
  });

  const INITIATORS: readonly (readonly [
    merchant: string,
    sent: JsonObject,
    initiator: JsonObject | undefined,
  ])[] = [
    ["LENDER", {}, { userId: "anna@shop.example" }],
    ["LENDER", { initiator: { userId: "bob" } }, { userId: "bob" }],
    ["TESTMERCHANT", { initiator: { userId: "bob" } }, { userId: "bob" }],
    ["TESTMERCHANT", {}, undefined],
  ];
  INITIATORS.forEach(([merchant, sent, initiator], number) => {
    const whom = JSON.stringify(sent);
    it(`is initiated by ${initiator === undefined ? "nobody" : JSON.stringify(initiator)} of ${merchant} who sends ${whom}`, async () => {
      const client = clientOn(running, merchant);
      const answer = await client.put({
        order: `by-${number}`,
        transaction: "1",
        body: { ...pay(), ...sent },
      });
      expect((answer.body as JsonObject)["initiator"]).to.deep.equal(initiator);
    });
  });

  for (const [value, says] of [
    ["UNMASK", /sensitiveData: UNMASK was accepted, but the answer stays masked.*privilege/],
    ["MASK", /sensitiveData has an unknown value/],
  ] as const) {
    it(`answers sensitiveData ${value} masked, and says what it means`, async () => {
      const client = clientOn(running);
      const body = { ...pay(), responseControls: { sensitiveData: value } };
      const answer = await client.put({ order: `sensitive-${value}`, transaction: "1", body });
      expect(answer.text).to.include("512345xxxxxx0008");
      expect((await client.why(answer)).notes.join(" ")).to.match(says);
    });
  }

  it("that is pending leaves its order INITIATED, where a second payment is refused and everything reads PENDING", async () => {
    const client = clientOn(running);
    const pending = withValue(pay(), "order.reference", "WAIT");
    const made = await client.put({ order: "waits", transaction: "1", body: pending });
    expect([made.status, made.body]).to.have.nested.property("[1].result", "PENDING");
    expect(made.body).to.have.nested.property("order.status", "INITIATED");
    expect((await client.getOrder("waits")).body).to.include({ status: "INITIATED", totalCapturedAmount: 0 });
    for (const body of [pay(), authorize(), verify(), capture()]) {
      const refused = await client.put({ order: "waits", transaction: "2", body });
      expect([refused.status, refused.text.includes("INITIATED")], refused.text).to.deep.equal([400, true]);
    }
  });
});
