import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, CARD, pay, verify, withValue, withValues } from "../support/requests.ts";
import { clientOn, suiteSandbox } from "./started.ts";

const STORED = { "sourceOfFunds.provided.card": { ...CARD, storedOnFile: "STORED" } };
const recurring = { id: "A-1", type: "RECURRING" };

/** What is taken, the version, the body, and what the answer's groups then hold. */
type Taken = readonly [
  what: string,
  version: number,
  body: JsonObject,
  groups: Readonly<Record<string, object>>,
];

const TAKEN: readonly Taken[] = [
  [
    "a recurring agreement whose variability stands beside its type",
    100,
    { ...pay(), agreement: { ...recurring, amountVariability: "FIXED" } },
    { agreement: { ...recurring, amountVariability: "FIXED" } },
  ],
  [
    "a recurring agreement whose variability stands in a group of its own",
    60,
    {
      ...pay(),
      agreement: { ...recurring, recurring: { amountVariability: "VARIABLE", daysBetweenPayments: 30 } },
    },
    { agreement: { ...recurring, recurring: { amountVariability: "VARIABLE", daysBetweenPayments: 30 } } },
  ],
  [
    "an agreement without a type",
    100,
    { ...pay(), agreement: { id: "A-1" } },
    { agreement: { id: "A-1", type: "OTHER" } },
  ],
  [
    "an agreement that starts today, with equal limits and text of its own",
    100,
    {
      ...authorize(),
      agreement: {
        customData: "plan 1234567890123",
        maximumAmountPerPayment: "10.00",
        minimumAmountPerPayment: "10",
        startDate: "2030-01-15",
      },
    },
    {
      agreement: {
        customData: "plan 1234567890123",
        maximumAmountPerPayment: 10,
        minimumAmountPerPayment: 10,
        startDate: "2030-01-15",
        type: "OTHER",
      },
    },
  ],
  ["a payer's payment with stored details, without an agreement", 100, withValues(pay(), STORED), {}],
  [
    "a merchant's payment with stored details under an agreement",
    100,
    {
      ...withValues(pay(), { ...STORED, "transaction.source": "MERCHANT" }),
      agreement: { id: "A-2", type: "UNSCHEDULED" },
    },
    { agreement: { id: "A-2", type: "UNSCHEDULED" } },
  ],
  [
    "a verification for an agreement",
    100,
    { ...verify(), agreement: { id: "A-3" } },
    { agreement: { id: "A-3", type: "OTHER" } },
  ],
  [
    "account funding, with its defaults",
    100,
    {
      ...withValue(pay(), "order.purchaseType", "ACCOUNT_FUNDING"),
      accountFunding: {
        recipient: { firstName: "Ida", identification: { value: "123" } },
        senderType: "PERSON",
      },
    },
    {
      accountFunding: {
        purpose: "OTHER",
        purposeOfPayment: "ISOTHR",
        senderIsRecipient: false,
        senderType: "PERSON",
      },
    },
  ],
  [
    "a payment plan of a version before 100",
    45,
    { ...pay(), paymentPlan: { numberOfPayments: 6, planId: "PLAN-6" } },
    {
      paymentPlan: {
        ...{ finalAmount: 100, interestRate: 0, paymentAmount: 16.67 },
        ...{ numberOfDeferrals: 0, numberOfPayments: 6, planId: "PLAN-6" },
      },
    },
  ],
  [
    "a payment plan that names no plan, in a currency without decimals",
    100,
    { ...withValue(pay("1000"), "order.currency", "JPY"), paymentPlan: { numberOfPayments: 3 } },
    {
      paymentPlan: {
        ...{ finalAmount: 1000, interestRate: 0, paymentAmount: 334 },
        ...{ numberOfDeferrals: 0, numberOfPayments: 3, planId: "SANDBOX_PLAN" },
      },
    },
  ],
  [
    "a payment plan by its name elsewhere",
    100,
    { ...pay(), paymentPlan: { externalPlanId: "EXT1", numberOfDeferrals: 2 } },
    { paymentPlan: { externalPlanId: "EXT1", numberOfDeferrals: 2, numberOfPayments: 1, planId: "EXT1" } },
  ],
  [
    "a cruise that returns on the day of its departure",
    100,
    {
      ...pay(),
      cruise: { departureDate: "2030-06-01", returnDate: "2030-06-01", travelPackageItems: "CRUISE_ONLY" },
    },
    { cruise: { departureDate: "2030-06-01", returnDate: "2030-06-01", travelPackageItems: "CRUISE_ONLY" } },
  ],
];

describe("what a payment is for", () => {
  const running = suiteSandbox();

  TAKEN.forEach(([what, version, body, groups], number) => {
    it(`is taken and comes back: ${what}`, async () => {
      const client = clientOn(running);
      const answer = await client.put({ order: `for-${number}`, transaction: "1", body, version });
      expect(answer.status, answer.text).to.equal(201);
      for (const [name, members] of Object.entries(groups)) {
        expect((answer.body as Record<string, object>)[name]).to.deep.include(members);
      }
    });
  });

  it("has a reference of account funding, the same whenever the order is read", async () => {
    const client = clientOn(running);
    const body = {
      ...withValue(pay(), "order.purchaseType", "ACCOUNT_FUNDING"),
      accountFunding: { purpose: "PAYROLL" },
    };
    const made = await client.put({ order: "funded", transaction: "1", body });
    const { accountFunding } = made.body as { accountFunding: { reference: string } };
    expect(accountFunding.reference).to.match(/^AF\d{10}$/);
    expect((await client.getOrder("funded")).body).to.have.nested.property(
      "accountFunding.reference",
      accountFunding.reference,
    );
  });

  it("cannot be a cruise only and something else", async () => {
    const body = { ...pay(), cruise: { travelPackageItems: "CRUISE_ONLY,FLIGHT" } };
    const answer = await clientOn(running).put({ order: "cruise", transaction: "1", body });
    expect((answer.body as { error: JsonObject }).error).to.include({ field: "cruise.travelPackageItems" });
  });
});
