import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { disbursement, pay, withValue, withValues } from "../support/requests.ts";
import { answered, summaryOf } from "./played.ts";
import { clientOn, suiteSandbox } from "./started.ts";

const MERCHANTS = {
  PLAIN: {},
  GAMING: { categoryCodes: ["7995"] },
  CHARGING: { surchargePercent: 1 },
};

const SENDER = {
  address: { country: "USA", street: "1 Main St" },
  bankAccountNumber: "123456789012",
  cardNumber: "4508750015741019",
  firstName: "Ada",
  lastName: "Byron",
};
const billPayment = (sender: JsonObject): JsonObject => ({
  ...withValue(disbursement(), "order.merchantCategoryCode", "6536"),
  disbursementType: "CREDIT_CARD_BILL_PAYMENT",
  creditCardBillPayment: { paymentSender: sender },
});

interface Disbursed {
  readonly order: { readonly amount: number; readonly totalDisbursedAmount: number };
}

describe("a disbursement", () => {
  const running = suiteSandbox({ merchants: MERCHANTS });

  const bodies: readonly (readonly [string, keyof typeof MERCHANTS, JsonObject])[] = [
    ["gaming winnings by the request's category code", "PLAIN", disbursement()],
    [
      "gaming winnings by the merchant's default code",
      "GAMING",
      withValue(disbursement(), "order.merchantCategoryCode", undefined),
    ],
    ["a card bill paid from account and card", "PLAIN", billPayment(SENDER)],
    ["a card bill paid from an account", "PLAIN", billPayment({ ...SENDER, cardNumber: undefined })],
    ["a card bill paid from a card", "PLAIN", billPayment({ ...SENDER, bankAccountNumber: undefined })],
  ];
  bodies.forEach(([what, merchant, body], number) => {
    for (const version of [85, 100]) {
      it(`pays out ${what} in version ${version}, and moves no funds of a payer`, async () => {
        const client = clientOn(running, merchant);
        const order = `paid-out-${number}-${version}`;
        const answer = await client.put({ order, transaction: "1", body, version });
        expect([answer.status, summaryOf(answer)]).to.deep.equal([201, "DISBURSEMENT DISBURSED 0/0/0"]);
        const { order: group } = answer.body as Disbursed;
        expect([group.amount, group.totalDisbursedAmount]).to.deep.equal([0, 100]);
        expect(answered(answer).transaction.amount).to.equal(100);
        expect(answer.text).not.to.contain(SENDER.cardNumber).and.not.to.contain(SENDER.bankAccountNumber);
      });
    }
  });

  it("that is declined leaves a failed order, which can be tried again", async () => {
    const client = clientOn(running, "PLAIN");
    const declined = withValue(disbursement(), "sourceOfFunds.provided.card.number", "4000000000000507");
    const first = await client.put({ order: "tried", transaction: "1", body: declined });
    const second = await client.put({ order: "tried", transaction: "2", body: disbursement("20.00") });
    expect([first, second].map(summaryOf)).to.deep.equal([
      "FAILURE DISBURSEMENT FAILED 0/0/0",
      "DISBURSEMENT DISBURSED 0/0/0",
    ]);
    expect((second.body as Disbursed).order.totalDisbursedAmount).to.equal(20);
  });

  it("is of the net amount with the merchant's charge", async () => {
    const values = { "order.netAmount": "100.00", "order.merchantCharge": { type: "SURCHARGE" } };
    const body = withValues(disbursement("101.00"), values);
    const client = clientOn(running, "CHARGING");
    const answer = await client.put({ order: "charged", transaction: "1", body });
    expect((answer.body as Disbursed).order).to.deep.include({
      merchantCharge: { amount: 1, type: "SURCHARGE" },
      netAmount: 100,
      totalDisbursedAmount: 101,
    });
  });

  it("takes no payment on its order", async () => {
    const client = clientOn(running, "PLAIN");
    await client.put({ order: "closed", transaction: "1", body: disbursement() });
    const answer = await client.put({ order: "closed", transaction: "2", body: pay() });
    expect(answer.status).to.equal(400);
  });
});
