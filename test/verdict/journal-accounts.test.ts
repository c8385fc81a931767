import { expect } from "chai";
import request from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import type { Expectation } from "../../server/verdict/expectations/expectations.ts";
import { accountsOf } from "../../server/verdict/expectations/accounts-of-exchanges.ts";
import { verdictOf } from "../../server/verdict/expectations/verify.ts";
import type { Verdict } from "../../server/verdict/expectations/verify.ts";
import { initiate } from "../browser/browser-requests.ts";
import { begin, CARD_FORM, checkoutOf, hostedPageOf, sessionIdOf } from "../browser/checkout-client.ts";
import { pay, refund } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { startWithFiles } from "../support/scenario-folder.ts";
import type { ScenarioSandbox } from "../support/scenario-folder.ts";
import { allSteps } from "../../server/domain/steps.ts";

/** An order id that looks like a card number, and is masked in exchanges. */
const NUMBER_LIKE = "4508750015741019";

describe("expectations of a merchant with settings of its own", () => {
  let running: ScenarioSandbox;
  let exchanges: readonly Exchange[];
  before(async () => {
    running = await startWithFiles({
      files: { "plan.yaml": "version: 1\n" },
      merchants: { SHOP: { refundApproval: true, cardNumbersInIds: "accept" } },
      environment: { SANDBOX_SCENARIOS: "plan" },
    });
    const client = clientOf(running.sandbox.url, "SHOP");
    // Its answer bears the id, which a client of tests would take for a leak.
    await request(running.sandbox.url)
      .put(`/api/rest/version/100/merchant/SHOP/order/${NUMBER_LIKE}/transaction/1`)
      .auth("merchant.SHOP", "sandbox")
      .send(pay("10.00"));
    await client.put({ order: "refunded", transaction: "1", body: pay("10.00") });
    await client.put({ order: "refunded", transaction: "2", body: refund("4.00") });
    const begun = await begin(running.sandbox.url, checkoutOf("page"), { merchant: "SHOP" });
    await hostedPageOf(running.sandbox.url, sessionIdOf(begun)).submit(CARD_FORM);
    await client.getOrder("page");
    await client.put({ order: "browser", transaction: "1", body: initiate() });
    const control = request(running.sandbox.url);
    await control.post("/_sandbox/v1/merchants/SHOP/orders/refunded/transactions/2/approve");
    const list = await control.get("/_sandbox/v1/merchants/SHOP/exchanges");
    exchanges = [...(list.body as { readonly exchanges: readonly Exchange[] }).exchanges].reverse();
  });
  after(() => running.stop());

  const CASES: readonly (readonly [what: string, expectation: Expectation])[] = [
    ["an order whose id is masked", { order: NUMBER_LIKE, captured: "10.00", status: "CAPTURED" }],
    ["exchanges about an order whose id is masked", { exchanges: { order: NUMBER_LIKE }, exactly: 1 }],
    [
      "a refund that was approved later",
      { order: "refunded", refunded: "4.00", status: "PARTIALLY_REFUNDED" },
    ],
  ];
  for (const [what, expectation] of CASES) {
    it(`finds ${what}, in the store and by exchanges alone`, async () => {
      const expectations = [expectation];
      const answer = await request(running.sandbox.url)
        .post("/_sandbox/v1/merchants/SHOP/verify")
        .send({ expectations });
      expect((answer.body as Verdict).expectations[0], answer.text).to.include({ passed: true });
      expect(answer.text).not.to.include(NUMBER_LIKE);
      const alone = allSteps(verdictOf({ expectations }, { exchanges, accounts: accountsOf(exchanges) }));
      expect(alone?.expectations[0], JSON.stringify(alone)).to.include({ passed: true });
    });
  }

  it("do not mind ids that look like card numbers where the merchant says that they are none", () => {
    const { conduct } = allSteps(verdictOf({}, { exchanges, accounts: [] })) ?? {};
    const score = conduct?.rules.find(({ id }) => id === "card-number-in-free-text");
    expect(score).to.deep.include({ isJudged: true, remarks: [] });
  });

  const UNTOLD: readonly (readonly [what: string, expectation: Expectation, isKnown: boolean])[] = [
    ["how often a payer paid on a page", { order: "page", captured: "100.00" }, false],
    ["what became of an order on a page, once it was retrieved", { order: "page", status: "CAPTURED" }, true],
    ["how often a payment at a provider captured", { order: "browser", captured: { times: 0 } }, false],
  ];
  for (const [what, expectation, isKnown] of UNTOLD) {
    it(`${isKnown ? "tells" : "says that it cannot tell"} by exchanges alone ${what}`, async () => {
      const expectations = [expectation];
      const answer = await request(running.sandbox.url)
        .post("/_sandbox/v1/merchants/SHOP/verify")
        .send({ expectations });
      expect((answer.body as Verdict).expectations[0], answer.text).to.include({ passed: true });
      const [alone] =
        allSteps(verdictOf({ expectations }, { exchanges, accounts: accountsOf(exchanges) }))?.expectations ??
        [];
      expect(alone?.passed).to.equal(isKnown);
      if (!isKnown) expect(alone?.happened).to.match(/^cannot be checked/);
    });
  }
});
