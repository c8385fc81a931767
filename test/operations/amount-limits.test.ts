import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, capture, pay, refund, verify, withValue, withValues } from "../support/requests.ts";
import { merchantWith, orderAfter, take } from "./pure-gateway.ts";

const PRIVILEGED = { ...merchantWith("EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND"), surchargePercent: 1 };
const LARGEST = "1000000000000";
const HUGE = "99999999999999";
const NET = { "order.amount": undefined, "order.netAmount": HUGE };

/** What is refused, after what, the rule and the field. */
type Limit = readonly [
  what: string,
  before: readonly JsonObject[],
  body: JsonObject,
  rule: string,
  field: string,
];

const LIMITS: readonly Limit[] = [
  ["a payment above it", [], pay("1000000000001"), "decimals-of-currency", "order.amount"],
  ["a payment of fourteen nines", [], pay(HUGE), "decimals-of-currency", "order.amount"],
  ["an authorization of it", [], authorize(HUGE), "decimals-of-currency", "order.amount"],
  ["a capture above it", [authorize()], capture(HUGE), "decimals-of-currency", "transaction.amount"],
  ["a refund above it", [pay()], refund(HUGE), "decimals-of-currency", "transaction.amount"],
  ["a net amount above it", [], withValues(pay(), NET), "decimals-of-currency", "order.netAmount"],
  [
    "a net amount that is above it with the charge",
    [],
    withValues(pay(), { ...NET, "order.netAmount": LARGEST }),
    "decimals-of-currency",
    "order.netAmount",
  ],
  [
    "a sub-total above it",
    [],
    withValue(pay(), "order.itemAmount", HUGE),
    "decimals-of-currency",
    "order.itemAmount",
  ],
  [
    "a verification's amount above it",
    [],
    withValue(verify(), "order.amount", HUGE),
    "decimals-of-currency",
    "order.amount",
  ],
  [
    "captures that come to more than it",
    [authorize(LARGEST), capture(LARGEST)],
    capture("0.01"),
    "capture-within-authorization",
    "transaction.amount",
  ],
  [
    "refunds that come to more than it",
    [pay(LARGEST), refund(LARGEST)],
    refund("0.01"),
    "refund-within-capture",
    "transaction.amount",
  ],
];

describe("the largest amount", () => {
  it("is taken, and refunded whole", () => {
    const order = orderAfter(PRIVILEGED, pay(LARGEST), refund(LARGEST));
    expect(order?.transactions).to.have.length(2);
  });

  for (const [what, before, body, rule, field] of LIMITS) {
    it(`is not exceeded by ${what}`, () => {
      const taken = take(body, orderAfter(PRIVILEGED, ...before), PRIVILEGED);
      expect(taken.rule).to.equal(rule);
      expect(taken.rule === undefined ? undefined : taken.refusal.fault?.field).to.equal(field);
    });
  }
});
