import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { REFERRED_CARD } from "../operations/situations.ts";
import { authorize, capture, pay, referral, verify, voidOf, withValue } from "../support/requests.ts";
import { answered, play, summaryOf } from "./played.ts";
import { clientOn, suiteSandbox } from "./started.ts";

const referredBy = (body: JsonObject): JsonObject =>
  withValue(body, "sourceOfFunds.provided.card.number", REFERRED_CARD);

const SCENARIO = {
  rules: [
    { id: "refers", when: { card: REFERRED_CARD }, outcome: "REFERRED" },
    { id: "refers-reference", when: { operation: "PAY", reference: "REFER" }, outcome: "REFERRED" },
    { id: "no-code", when: { operation: "REFERRAL", amount: "66.66" }, outcome: "DECLINED" },
  ],
};

describe("a referral", () => {
  const running = suiteSandbox({ scenario: SCENARIO });

  const stories: Readonly<Record<string, readonly (readonly [JsonObject, string])[]>> = {
    "resubmits an authorization, which can then be captured": [
      [referredBy(authorize()), "FAILURE AUTHORIZATION FAILED 0/0/0"],
      [referral(), "AUTHORIZATION AUTHORIZED 100/0/0"],
      [capture(), "CAPTURE CAPTURED 100/100/0"],
    ],
    "resubmits a payment, which can then be voided": [
      [referredBy(pay("25.00")), "FAILURE PAYMENT FAILED 0/0/0"],
      [referral(), "PAYMENT CAPTURED 25/25/0"],
      [voidOf("2"), "VOID_PAYMENT CANCELLED 0/0/0"],
    ],
    "resubmits what followed a verification": [
      [verify(), "VERIFICATION VERIFIED 0/0/0"],
      [withValue(pay("12.34"), "order.reference", "REFER"), "FAILURE PAYMENT VERIFIED 0/0/0"],
      [referral(), "PAYMENT CAPTURED 12.34/12.34/0"],
    ],
    "is declined by a rule for referrals, and a new attempt can be referred again": [
      [referredBy(pay("66.66")), "FAILURE PAYMENT FAILED 0/0/0"],
      [referral(), "FAILURE PAYMENT FAILED 0/0/0"],
      [referredBy(pay("10.00")), "FAILURE PAYMENT FAILED 0/0/0"],
      [referral(), "PAYMENT CAPTURED 10/10/0"],
    ],
  };
  for (const [name, steps] of Object.entries(stories)) {
    it(name, async () => {
      const bodies = steps.map(([body]) => body);
      const answers = await play(clientOn(running), name.slice(0, 40), bodies);
      expect(answers.map(summaryOf)).to.deep.equal(steps.map(([, summary]) => summary));
    });
  }

  it("answers with the issuer's code and the card of the referred transaction, in every version", async () => {
    for (const version of [45, 57, 67, 100]) {
      const client = clientOn(running);
      const order = `referred-${version}`;
      await client.put({ order, transaction: "1", body: referredBy(authorize()), version });
      const answer = await client.put({ order, transaction: "2", body: referral("B2C3D4"), version });
      expect(answer.status).to.equal(201);
      expect(answered(answer).transaction).to.include({ amount: 100, authorizationCode: "B2C3D4" });
      expect(answer.text).to.contain("400000xxxxxx0101");
      expect((await client.getOrder(order)).body).to.include({ amount: 100, status: "AUTHORIZED" });
    }
  });

  it("shows the scenario the referred amount and no card, so that the card's rule does not refer again", async () => {
    const client = clientOn(running);
    await client.put({ order: "facts", transaction: "1", body: referredBy(pay()) });
    const answer = await client.put({ order: "facts", transaction: "2", body: referral() });
    const { scenario } = await client.why(answer);
    expect(scenario?.decidedBy).to.deep.equal({ kind: "default" });
    expect(scenario?.tried).to.deep.equal([
      { scenario: "given", id: "refers-reference", failed: "operation: expected PAY, got REFERRAL" },
      { scenario: "given", id: "no-code", failed: "amount: expected 66.66, got 100.00" },
    ]);
  });
});
