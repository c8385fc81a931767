import { expect } from "chai";
import fc from "fast-check";
import { valueAt } from "../../../server/domain/json.ts";
import type { JsonObject } from "../../../server/domain/json.ts";
import { renderOrder } from "../../../server/gateway/answers/order.ts";
import { expectValidAnswer } from "../../support/answers.ts";
import { orderOf } from "../../support/orders.ts";
import { withValues } from "../../support/requests.ts";
import { answerOf, authorization, followUp, MERCHANT, STORED_PAY } from "./samples.ts";

const CAPTURE = { operation: "CAPTURE", type: "CAPTURE" } as const;
const request = withValues(STORED_PAY, {
  "order.reference": "R-1",
  "customer.email": "ida@example.com",
  "transaction.reference": "T-1",
});

/** Members of the order's own answer that depend on the asked version. */
const FROM: readonly (readonly [member: string, from: number])[] = [
  ["chargeback", 51],
  ["merchantCategoryCode", 51],
  ["lastUpdatedTime", 57],
  ["merchantAmount", 57],
  ["merchantCurrency", 57],
  ["totalDisbursedAmount", 62],
];

const CAPTURED = { transaction: { amount: "12.34", currency: "USD" } };

/** Some of the groups that several answers echo, of few values, so that they are often the same. */
const text = fc.constantFrom("a", "b");
const BROUGHT = fc.record(
  {
    billing: fc.constant({ address: { city: "Namur" } }),
    customer: fc.record({ email: text, phone: text }, { requiredKeys: [] }),
    order: fc.record({ reference: text, custom: fc.dictionary(text, text) }, { requiredKeys: [] }),
    sourceOfFunds: fc.record({ provided: fc.record({ card: fc.record({ nameOnCard: text }) }) }),
    transaction: fc.record({ reference: text, source: fc.constantFrom("INTERNET", "MERCHANT") }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<JsonObject>;

describe("answer of retrieving an order", () => {
  const order = orderOf(
    authorization(39, { request }),
    followUp(100, { ...CAPTURE, request: { partnerSolutionId: "P" } }),
  );

  it("has the order's members at the top level, as the order is now", () => {
    const answer = renderOrder(order, { version: 100, merchant: MERCHANT });
    expectValidAnswer(answer, "order", 100);
    expect(answer).to.include({ amount: 12.34, currency: "USD", id: "order-1", status: "CAPTURED" });
    expect(answer).to.include({
      totalAuthorizedAmount: 12.34,
      totalCapturedAmount: 12.34,
      result: "SUCCESS",
    });
    expect(answer).to.include({ merchant: "TESTORDERS", reference: "R-1" });
    expect(valueAt(answer, "customer.email")).to.equal("ida@example.com");
    expect(valueAt(answer, "sourceOfFunds.provided.card.number")).to.equal("512345xxxxxx0008");
    expect(answer).not.to.have.property("partnerSolutionId");
  });

  it("has every transaction as it was answered, in the shape of the asked version and with the version that wrote it", () => {
    for (const version of [39, 100]) {
      const { transaction } = renderOrder(order, { version, merchant: MERCHANT });
      const first = orderOf(authorization(39, { request }));
      expect(transaction).to.deep.equal([answerOf(first, "then", version), answerOf(order, "then", version)]);
      expect(valueAt((transaction as readonly never[])[0], "version")).to.equal("39");
    }
  });

  it("has each as it was answered, whatever later requests bring of the same groups", () => {
    fc.assert(
      fc.property(fc.array(BROUGHT, { minLength: 1, maxLength: 4 }), ([first = {}, ...later]) => {
        const opened = authorization(100, { request: { ...STORED_PAY, ...first } });
        const followed = later.map((brought, index) =>
          followUp(100, { ...CAPTURE, id: `${index + 2}`, request: { ...CAPTURED, ...brought } }),
        );
        const all = [opened, ...followed];
        const { transaction } = renderOrder(orderOf(...all), { version: 100, merchant: MERCHANT });
        const alone = all.map((_, index) => answerOf(orderOf(...all.slice(0, index + 1)), "then", 100));
        expect(transaction).to.deep.equal(alone);
      }),
    );
  });

  for (const [member, from] of FROM) {
    it(`has ${member} from version ${from} on`, () => {
      const [before, after] = [from - 1, from].map((version) =>
        renderOrder(order, { version, merchant: MERCHANT }),
      );
      expectValidAnswer(before, "order", from - 1);
      expectValidAnswer(after, "order", from);
      expect(before).not.to.have.property(member);
      expect(after).to.have.property(member);
    });
  }
});
