import type { ConditionCase } from "./conditions-cases.ts";

/** Conditions of one text or a list. */
export const PLAIN_CASES: readonly ConditionCase[] = [
  {
    when: "{ merchant: [SHOP_A, SHOP-B] }",
    holds: [{ merchant: "SHOP_A" }],
    fails: [[{}, "merchant: expected SHOP_A or SHOP-B, got TESTSHOP"]],
  },
  {
    when: "{ operation: [VOID, BALANCE_INQUIRY] }",
    holds: [{ operation: "BALANCE_INQUIRY" }],
    fails: [[{}, "operation: expected VOID or BALANCE_INQUIRY, got PAY"]],
  },
  {
    when: '{ card: "4000000000000002" }',
    holds: [{ card: "4000000000000002" }],
    fails: [
      [{}, "card: expected 400000xxxxxx0002, got 512345xxxxxx0008"],
      [{ card: "-" }, "card: expected 400000xxxxxx0002, got none"],
    ],
  },
  {
    when: "{ scheme: [VISA, OTHER] }",
    holds: [{ card: "4000000000000002" }, { card: "encrypted" }],
    fails: [
      [{}, "scheme: expected VISA or OTHER, got MASTERCARD"],
      [{ card: "-" }, "scheme: expected VISA or OTHER, got none"],
    ],
  },
  {
    when: "{ expiry: [01/39, 05/39] }",
    holds: [{ expiry: "05/39" }],
    fails: [
      [{}, "expiry: expected 01/39 or 05/39, got 12/38"],
      [{ expiry: "-" }, "expiry: expected 01/39 or 05/39, got none"],
    ],
  },
  {
    when: '{ securityCode: "102" }',
    holds: [{ securityCode: "102" }],
    fails: [
      [{ securityCode: "987" }, "securityCode: expected 102, got another one"],
      [{}, "securityCode: expected 102, got none"],
    ],
  },
  {
    when: "{ p2pe: VALID }",
    holds: [{ p2pe: "VALID" }],
    fails: [[{}, "p2pe: expected VALID, got none"]],
  },
  {
    when: "{ p2pe: INVALID }",
    holds: [{ p2pe: "INVALID" }],
    fails: [
      [{ p2pe: "VALID" }, "p2pe: expected INVALID, got VALID"],
      [{}, "p2pe: expected INVALID, got none"],
    ],
  },
  {
    when: "{ pin: [INVALID, VALID] }",
    holds: [{ pin: "VALID" }, { pin: "INVALID" }],
    fails: [[{}, "pin: expected INVALID or VALID, got none"]],
  },
  {
    when: "{ pin: VALID }",
    holds: [{ pin: "VALID" }],
    fails: [[{}, "pin: expected VALID, got none"]],
  },
  {
    when: "{ street: [Elm St, Oak St] }",
    holds: [{ street: "Oak St" }],
    fails: [[{ street: "oak st" }, "street: expected Elm St or Oak St, got oak st"]],
  },
  {
    when: '{ amount: ["5", "7.50"] }',
    holds: [{ amount: "7.5" }, { amount: "5.00" }],
    fails: [[{}, "amount: expected 5 or 7.50, got 10.00"]],
  },
  {
    when: '{ amount: { min: "5", max: "7.50" } }',
    holds: [{ amount: "5" }, { amount: "7.50" }],
    fails: [
      [{ amount: "7.501" }, "amount: expected from 5 to 7.50, got 7.501"],
      [{ amount: "-" }, "amount: expected from 5 to 7.50, got none"],
    ],
  },
  {
    when: "{ currency: JPY }",
    holds: [{ currency: "JPY" }],
    fails: [[{ currency: "-" }, "currency: expected JPY, got none"]],
  },
  {
    when: "{ order: [o-1, o-2] }",
    holds: [{ order: "o-2" }],
    fails: [[{}, "order: expected o-1 or o-2, got order-1"]],
  },
  {
    when: "{ orderPrefix: [day-, night-] }",
    holds: [{ order: "night-1" }],
    fails: [[{ order: "a-night-1" }, "orderPrefix: expected a start of day- or night-, got a-night-1"]],
  },
  {
    when: "{ reference: TEST-FAIL }",
    holds: [{ reference: "TEST-FAIL" }],
    fails: [[{}, "reference: expected TEST-FAIL, got none"]],
  },
  {
    when: "{ orderStatus: [NEW, FAILED] }",
    holds: [{}, { status: "FAILED" }],
    fails: [
      [{ status: "CAPTURED" }, "orderStatus: expected NEW or FAILED, got CAPTURED"],
      [{ operation: "BALANCE_INQUIRY" }, "orderStatus: expected NEW or FAILED, got none"],
    ],
  },
];
