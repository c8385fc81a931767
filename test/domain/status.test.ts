import { expect } from "chai";
import type { Transaction } from "../../server/domain/order/order.ts";
import { statusOf } from "../../server/domain/order/status.ts";
import { totalsOf } from "../../server/domain/order/totals.ts";
import { amountOf, orderOf, outcomeOf, transactionOf } from "../support/orders.ts";

type Step = readonly [type: string, amount?: string, target?: number];

const MAKES: Readonly<Record<string, Pick<Transaction, "operation" | "type"> & Partial<Transaction>>> = {
  authorize: { operation: "AUTHORIZE", type: "AUTHORIZATION" },
  pay: { operation: "PAY", type: "PAYMENT" },
  verify: { operation: "VERIFY", type: "VERIFICATION" },
  capture: { operation: "CAPTURE", type: "CAPTURE" },
  refund: { operation: "REFUND", type: "REFUND" },
  "standalone capture": { operation: "CAPTURE", type: "CAPTURE", standalone: true },
  "standalone refund": { operation: "REFUND", type: "REFUND", standalone: true },
  "void of": { operation: "VOID", type: "VOID_CAPTURE" },
  "declined pay": { operation: "PAY", type: "PAYMENT", outcome: outcomeOf("DECLINED") },
  "declined capture": { operation: "CAPTURE", type: "CAPTURE", outcome: outcomeOf("DECLINED") },
  "pending pay": { operation: "PAY", type: "PAYMENT", outcome: outcomeOf("PENDING") },
  "unknown pay": { operation: "PAY", type: "PAYMENT", outcome: outcomeOf("UNKNOWN") },
};

const make = ([name, amount, target]: Step, index: number): Transaction => {
  const made = MAKES[name];
  if (made === undefined) throw new Error(`no step ${name}`);
  const targetTransactionId = target === undefined ? undefined : String(target);
  return transactionOf({
    id: String(index + 1),
    amount: amountOf(amount ?? "0"),
    targetTransactionId,
    ...made,
  });
};

/** Steps, the status, and the totals authorized, captured and refunded. */
const CASES: readonly (readonly [readonly Step[], string, readonly [string, string, string]])[] = [
  [[["authorize", "100"]], "AUTHORIZED", ["100", "0", "0"]],
  [[["pay", "100"]], "CAPTURED", ["100", "100", "0"]],
  [[["verify"]], "VERIFIED", ["0", "0", "0"]],
  [[["declined pay", "100"]], "FAILED", ["0", "0", "0"]],
  [[["unknown pay", "100"]], "FAILED", ["0", "0", "0"]],
  [[["pending pay", "100"]], "INITIATED", ["0", "0", "0"]],
  [[["verify"], ["pending pay", "100"]], "INITIATED", ["0", "0", "0"]],
  [
    [
      ["declined pay", "100"],
      ["pay", "50"],
    ],
    "CAPTURED",
    ["50", "50", "0"],
  ],
  [[["verify"], ["declined pay", "100"]], "VERIFIED", ["0", "0", "0"]],
  [[["verify"], ["pay", "30"]], "CAPTURED", ["30", "30", "0"]],
  [
    [
      ["authorize", "100"],
      ["capture", "60"],
    ],
    "PARTIALLY_CAPTURED",
    ["100", "60", "0"],
  ],
  [
    [
      ["authorize", "100"],
      ["capture", "60"],
      ["capture", "40"],
    ],
    "CAPTURED",
    ["100", "100", "0"],
  ],
  [
    [
      ["authorize", "100"],
      ["capture", "120"],
    ],
    "CAPTURED",
    ["100", "120", "0"],
  ],
  [
    [
      ["authorize", "100"],
      ["declined capture", "100"],
    ],
    "AUTHORIZED",
    ["100", "0", "0"],
  ],
  [
    [
      ["authorize", "100"],
      ["void of", "100", 1],
    ],
    "CANCELLED",
    ["0", "0", "0"],
  ],
  [
    [
      ["pay", "100"],
      ["void of", "100", 1],
    ],
    "CANCELLED",
    ["0", "0", "0"],
  ],
  [
    [
      ["authorize", "100"],
      ["capture", "100"],
      ["void of", "100", 2],
    ],
    "AUTHORIZED",
    ["100", "0", "0"],
  ],
  [
    [
      ["authorize", "100"],
      ["capture", "60"],
      ["capture", "40"],
      ["void of", "40", 3],
    ],
    "PARTIALLY_CAPTURED",
    ["100", "60", "0"],
  ],
  [
    [
      ["pay", "100"],
      ["refund", "30"],
    ],
    "PARTIALLY_REFUNDED",
    ["100", "100", "30"],
  ],
  [
    [
      ["pay", "100"],
      ["refund", "30"],
      ["refund", "70"],
    ],
    "REFUNDED",
    ["100", "100", "100"],
  ],
  [
    [
      ["pay", "100"],
      ["refund", "110"],
    ],
    "EXCESSIVELY_REFUNDED",
    ["100", "100", "110"],
  ],
  [
    [
      ["pay", "100"],
      ["refund", "100"],
      ["void of", "100", 2],
    ],
    "CAPTURED",
    ["100", "100", "0"],
  ],
  [[["standalone refund", "25"]], "EXCESSIVELY_REFUNDED", ["0", "0", "25"]],
  [[["standalone capture", "25"]], "CAPTURED", ["25", "25", "0"]],
  [
    [
      ["standalone capture", "25"],
      ["void of", "25", 1],
    ],
    "CANCELLED",
    ["0", "0", "0"],
  ],
  [
    [
      ["standalone refund", "25"],
      ["void of", "25", 1],
    ],
    "CANCELLED",
    ["0", "0", "0"],
  ],
];

describe("status and totals of an order", () => {
  for (const [steps, status, [authorized, captured, refunded]] of CASES) {
    const story = steps
      .map(([name, amount, target]) => `${name} ${target ?? amount ?? ""}`.trim())
      .join(", ");
    it(`are ${status}, ${authorized}/${captured}/${refunded} after ${story}`, () => {
      const order = orderOf(...steps.map(make));
      expect(statusOf(order)).to.equal(status);
      const totals = totalsOf(order);
      const expected = [amountOf(authorized), amountOf(captured), amountOf(refunded)];
      expect([totals.authorized, totals.captured, totals.refunded]).to.deep.equal(expected);
    });
  }
});
