import { expect } from "chai";
import fc from "fast-check";
import type { JsonObject } from "../../../server/domain/json.ts";
import type { Order, Transaction } from "../../../server/domain/order/order.ts";
import { ECHO_GROUPS } from "../../../server/gateway/answers/shapes/echo-groups.ts";
import { renderOrder } from "../../../server/gateway/answers/order.ts";
import { orderOf } from "../../support/orders.ts";
import { answerOf, authorization, followUp, MERCHANT, STORED_CARD, STORED_PAY } from "./samples.ts";

const word = fc.constantFrom("one", "two");
const optional = { requiredKeys: [] };

/** Requests that bring much, little or nothing of what orders echo. */
const request: fc.Arbitrary<JsonObject> = fc.record(
  {
    "3DSecure": fc.record({ veResEnrolled: fc.constantFrom("Y", "N") }),
    accountFunding: fc.record({ purpose: word }, optional),
    agreement: fc.record({ id: word }, optional),
    billing: fc.record({ address: fc.record({ city: word, street: word, street2: word }, optional) }),
    browserPayment: fc.record({ operation: word }, optional),
    customer: fc.record({ email: word, firstName: word }, optional),
    device: fc.record({ browser: word }, optional),
    order: fc.record({ reference: word }, optional),
    partnerSolutionId: word,
    paymentPlan: fc.record({ externalPlanId: word }, optional),
    sourceOfFunds: fc.constant({ provided: { card: { ...STORED_CARD, number: "450875xxxxxx1019" } } }),
    transaction: fc.record({ reference: word, source: fc.constantFrom("MERCHANT", "INTERNET") }, optional),
    userId: word,
  },
  optional,
);

/** As captures, refunds and voids mostly are: they bring nothing of the order's, so that it need not be echoed anew. */
const small: fc.Arbitrary<JsonObject> = fc.record(
  {
    partnerSolutionId: word,
    transaction: fc.record({ reference: word, source: fc.constantFrom("MERCHANT", "INTERNET") }, optional),
  },
  optional,
);

const version = fc.constantFrom(51, 100, 100);
const browser = fc.constantFrom(undefined, undefined, {
  status: "INITIATED",
  timeInitiated: 1,
  redirectUrl: "https://x.example",
} as Transaction["browser"]);
const later = fc
  .record({
    version,
    request: fc.oneof({ weight: 3, arbitrary: small }, request),
    browser,
    operation: fc.constantFrom("CAPTURE" as const, "VOID" as const),
  })
  .map(({ operation, version: its, ...changes }) => ({ operation, its, changes }));

const order: fc.Arbitrary<Order> = fc
  .tuple(version, request, fc.array(later, { maxLength: 4 }))
  .map(([first, opening, follow]) =>
    orderOf(
      authorization(first, { request: { ...STORED_PAY, ...opening } }),
      ...follow.map(({ operation, its, changes }, index) =>
        followUp(its, { operation, type: "CAPTURE", id: String(index % 3), ...changes }),
      ),
    ),
  );

describe("what answers of one order echo", () => {
  it("is the same as what each echoes alone", () => {
    fc.assert(
      fc.property(order, (whole) => {
        const { transaction } = renderOrder(whole, { version: 100, merchant: MERCHANT });
        const ids = whole.transactions.map(({ id }) => id);
        const current = [...new Set(ids)].map((id) => ids.lastIndexOf(id));
        expect(transaction).to.deep.equal(
          current.map((index) =>
            answerOf({ ...whole, transactions: whole.transactions.slice(0, index + 1) }, "then", 100),
          ),
        );
      }),
      { numRuns: 400 },
    );
  });

  it("is at the top of the order what its last transaction echoes in the version asked for", () => {
    fc.assert(
      fc.property(order, version, (whole, asked) => {
        const answer = renderOrder(whole, { version: asked, merchant: MERCHANT });
        const newest = whole.transactions.slice(-1).map((it) => ({ ...it, version: asked }));
        const last = answerOf({ ...whole, transactions: [...whole.transactions.slice(0, -1), ...newest] });
        for (const [name, [scope]] of Object.entries(ECHO_GROUPS)) {
          if (scope !== "transaction") expect(answer[name], name).to.deep.equal(last[name]);
        }
      }),
      { numRuns: 400 },
    );
  });
});
