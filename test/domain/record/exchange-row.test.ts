import { expect } from "chai";
import { pathOf, rowOf } from "../../../server/domain/record/exchange-row.ts";
import type { ExchangeRow } from "../../../server/domain/record/exchange-row.ts";
import type { Exchange, ExchangeScenario } from "../../../server/domain/record/exchange.ts";
import { exchangeOf } from "../../journal/sample-exchange.ts";

const decided = (
  gatewayCode: string,
  decidedBy: ExchangeScenario["decidedBy"] = { kind: "default" },
): ExchangeScenario => ({
  ...{ files: [], revision: "1", decidedBy, addedBy: [], tried: [], gatewayCode },
  ...{ step: undefined, delayMs: 0, hold: undefined, chaos: false },
});
const refused = (reason: "bug" | "busy" | "rule"): Exchange["refusal"] => ({
  reason,
  explanation: "No.",
  fault: undefined,
});

describe("an exchange as a row", () => {
  const rule = { kind: "rule", scenario: "plan", id: "no", case: "TC-1" } as const;
  const cases: readonly (readonly [Partial<Exchange>, Partial<ExchangeRow>])[] = [
    [{}, { ending: "done", words: undefined, rule: undefined }],
    [{ scenario: decided("APPROVED") }, { ending: "approved", words: "APPROVED" }],
    [{ scenario: decided("DECLINED", rule) }, { ending: "declined", rule: "plan#no" }],
    [{ scenario: decided("SUBMITTED") }, { ending: "pending" }],
    [{ scenario: decided("UNKNOWN") }, { ending: "pending" }],
    [{ refusal: refused("rule") }, { ending: "refused", words: "No." }],
    [{ refusal: refused("busy") }, { ending: "failed" }],
    [{ refusal: refused("bug") }, { ending: "failed" }],
    [
      { rules: { passed: [], refusedBy: { rule: "order-state", source: "§3" } }, refusal: refused("rule") },
      { ending: "refused", rule: "order-state" },
    ],
    [
      {
        scenario: decided("APPROVED"),
        fault: { at: "after-commit", kind: "disconnect", lost: undefined } as never,
      },
      { ending: "failed", words: "Broken on purpose: disconnect after-commit" },
    ],
    [{ abandoned: true }, { ending: "failed", words: "The client disconnected before the answer" }],
    [{ answer: { status: 0, body: undefined } }, { ending: "failed" }],
    [{ repeated: true }, { ending: "done", words: "Same request again: the stored answer" }],
  ];
  for (const [members, row] of cases)
    it(`says ${JSON.stringify(row)}`, () => {
      expect(rowOf(exchangeOf("1", members))).to.include(row);
    });

  it("takes the amount of the transaction before that of the order", () => {
    const bodied = (body: Exchange["request"]["body"]): ExchangeRow => {
      const exchange = exchangeOf("1");
      return rowOf({ ...exchange, request: { ...exchange.request, body } });
    };
    const order = { amount: "2.00", currency: "USD" };
    expect(bodied({ order })).to.include({ amount: "2.00", currency: "USD" });
    expect(bodied({ order, transaction: { amount: "1.00", currency: "EUR" } })).to.include({
      amount: "1.00",
      currency: "EUR",
    });
  });

  it("tells the path that was called by the ids that it knows, where nobody kept the path itself", () => {
    const route = "/api/rest/version/:version/merchant/:merchantId/order/:orderId/transaction/:transactionId";
    const exchange = exchangeOf("1");
    const called = (request: Partial<Exchange["request"]>): string =>
      pathOf(rowOf({ ...exchange, request: { ...exchange.request, ...request } }));
    expect(called({ route, version: 100, orderId: "o-1", transactionId: "1" })).to.equal(
      "/api/rest/version/100/merchant/A/order/o-1/transaction/1",
    );
    expect(called({ route, orderId: "$&" })).to.equal(
      "/api/rest/version/:version/merchant/A/order/%24%26/transaction/:transactionId",
    );
    expect(called({ route, path: "/api/rest/o-1" })).to.equal("/api/rest/o-1");
  });
});
