import type { Expectation } from "../../server/verdict/expectations/expectations.ts";

/** An expectation of the traffic in expectations.test.ts: whether it is met, what was asked for and what happened. */
export interface ExpectationCase {
  readonly expectation: Expectation;
  readonly passed: boolean;
  readonly expected: string;
  readonly happened: string;
  /** Which requests show it, by their order and transaction. */
  readonly shown: readonly string[];
}

const met = (
  expectation: Expectation,
  [expected, happened]: readonly [string, string],
  ...shown: readonly string[]
) => ({ expectation, passed: true, expected, happened, shown }) satisfies ExpectationCase;
const unmet = (...args: Parameters<typeof met>): ExpectationCase => ({ ...met(...args), passed: false });

const PAID = ["paid/1", "paid/2"] as const;
const TWICE = ["twice/1", "twice-b/1"] as const;
const PARTS = ["parts/1", "parts/2", "parts/3", "parts/4"] as const;

export const EXPECTATIONS: readonly ExpectationCase[] = [
  met(
    { order: "paid", captured: "12.34" },
    ["order paid: captured 12.34 exactly once", "captured 12.34 by 1"],
    ...PAID,
  ),
  met(
    { order: "paid", captured: "12.340" },
    ["order paid: captured 12.34 exactly once", "captured 12.34 by 1"],
    ...PAID,
  ),
  unmet(
    { order: "paid", captured: "12.35" },
    ["order paid: captured 12.35 exactly once", "captured 12.34 by 1"],
    ...PAID,
  ),
  unmet(
    { order: "paid", captured: { amount: "12.34", times: 2 } },
    ["order paid: captured 12.34 exactly twice", "captured 12.34 by 1"],
    ...PAID,
  ),
  met(
    { order: "paid", disbursed: { times: 0 }, refunded: { times: 1 } },
    ["order paid: refunded exactly once; disbursed never", "refunded 2.00 by 2; nothing disbursed"],
    ...PAID,
  ),
  met(
    { order: "paid", status: ["REFUNDED", "PARTIALLY_REFUNDED"], currency: "USD" },
    [
      "order paid: status REFUNDED or PARTIALLY_REFUNDED; currency USD",
      "status PARTIALLY_REFUNDED; currency USD",
    ],
    ...PAID,
  ),
  unmet(
    { order: "paid", status: "CAPTURED" },
    ["order paid: status CAPTURED", "status PARTIALLY_REFUNDED"],
    ...PAID,
  ),
  unmet({ order: "paid", currency: "EUR" }, ["order paid: currency EUR", "currency USD"], ...PAID),
  met(
    { order: "paid", totals: { authorized: "12.34", captured: "12.34", refunded: "2", disbursed: "0" } },
    [
      "order paid: total authorized 12.34; total captured 12.34; total refunded 2.00; total disbursed 0.00",
      "total authorized 12.34; total captured 12.34; total refunded 2.00; total disbursed 0.00",
    ],
    ...PAID,
  ),
  unmet(
    { order: "paid", totals: { refunded: "3" } },
    ["order paid: total refunded 3.00", "total refunded 2.00"],
    ...PAID,
  ),
  met({ order: "paid", exists: true }, ["order paid: it exists", "there is one"], ...PAID),
  unmet({ order: "paid", exists: false }, ["no order paid", "there is one"], ...PAID),
  met({ order: "nowhere", exists: false }, ["no order nowhere", "there is none"]),
  met({ order: "nowhere", captured: { times: 0 } }, ["order nowhere: captured never", "there is none"]),
  unmet({ order: "nowhere", captured: { times: 0 }, exists: true }, [
    "order nowhere: captured never",
    "there is none",
  ]),
  unmet({ order: "nowhere", captured: { times: 0 }, refunded: { times: 1 } }, [
    "order nowhere: captured never; refunded exactly once",
    "there is none",
  ]),
  unmet({ order: "nowhere", captured: "1" }, ["order nowhere: captured 1.00 exactly once", "there is none"]),
  unmet(
    { order: "refused", status: "CAPTURED" },
    ["order refused: status CAPTURED", "there is none"],
    "refused/1",
  ),
  met(
    {
      order: "parts",
      authorized: { amount: "10.00", times: 1 },
      captured: { amount: "5", times: 1 },
      status: "PARTIALLY_CAPTURED",
    },
    [
      "order parts: status PARTIALLY_CAPTURED; authorized 10.00 exactly once; captured 5.00 exactly once",
      "status PARTIALLY_CAPTURED; authorized 10.00 by 1; captured 5.00 by 2",
    ],
    ...PARTS,
  ),
  unmet(
    { reference: "R-2", captured: "7.00" },
    ["order of reference R-2: captured 7.00 exactly once", "captured 7.00 by twice/1 and 7.00 by twice-b/1"],
    ...TWICE,
  ),
  met(
    { reference: "R-2", totals: { captured: "14" }, status: "CAPTURED" },
    [
      "order of reference R-2: status CAPTURED; total captured 14.00",
      "status CAPTURED; total captured 14.00",
    ],
    ...TWICE,
  ),
  met({ reference: "R-9", exists: false }, ["no order of reference R-9", "there is none"]),
  unmet({ reference: "R-2", exists: false }, ["no order of reference R-2", "there are 2 orders"], ...TWICE),
  met(
    { exchanges: { operation: "PAY", outcome: "DECLINED" }, exactly: 1 },
    ["exactly 1 exchange with operation PAY, outcome DECLINED", "1 exchange"],
    "declined/1",
  ),
  unmet(
    { exchanges: { operation: "PAY", outcome: "DECLINED" }, atLeast: 2 },
    ["at least 2 exchanges with operation PAY, outcome DECLINED", "1 exchange"],
    "declined/1",
  ),
  met({ exchanges: { operation: "BALANCE_INQUIRY" }, atMost: 0 }, [
    "at most 0 exchanges with operation BALANCE_INQUIRY",
    "0 exchanges",
  ]),
  met(
    { exchanges: { order: "parts", status: 201 }, atLeast: 1, atMost: 4 },
    ["1 to 4 exchanges with order parts, status 201", "4 exchanges"],
    ...PARTS,
  ),
  met(
    { exchanges: { finding: "missing" }, exactly: 1 },
    ["exactly 1 exchange with finding missing", "1 exchange"],
    "refused/1",
  ),
  met(
    { exchanges: { fault: "reset" }, exactly: 1 },
    ["exactly 1 exchange with fault reset", "1 exchange"],
    "lost/1",
  ),
  met(
    { exchanges: { rule: "no-money", case: "TC-7" }, exactly: 1 },
    ["exactly 1 exchange with rule no-money, case TC-7", "1 exchange"],
    "declined/1",
  ),
  met({ exchanges: { version: 60 }, exactly: 0 }, ["exactly 0 exchanges with version 60", "0 exchanges"]),
  met(
    { exchanges: { order: "paid", since: "2030-01-01T00:00:00Z" }, exactly: 2 },
    ["exactly 2 exchanges with order paid, since 2030-01-01T00:00:00Z", "2 exchanges"],
    ...PAID,
  ),
  met({ exchanges: { since: "2031-01-01T00:00:00+01:00" }, exactly: 0 }, [
    "exactly 0 exchanges with since 2031-01-01T00:00:00+01:00",
    "0 exchanges",
  ]),
  unmet(
    { never: "double-payment" },
    [
      "no two approved payments with the same reference within 10 minutes",
      "PAY of twice/1 and PAY of twice-b/1 for R-2",
    ],
    ...TWICE,
  ),
  met({ never: "double-payment", where: { order: "paid" }, withinMinutes: 5 }, [
    "no two approved payments with the same reference within 5 minutes, with order paid",
    "none",
  ]),
  unmet(
    { never: "unresolved-lost-answer" },
    [
      "the identical request or a retrieve after every lost or unknown answer",
      "PAY of lost/1 was followed by neither",
    ],
    "lost/1",
  ),
  unmet(
    { never: "reused-transaction-id" },
    [
      "no transaction id reused for another request",
      "AUTHORIZE of declined/1 came after PAY had used the id",
    ],
    "declined/1",
    "declined/1",
  ),
  unmet(
    { never: "void-after-capture" },
    ["no VOID of an order that was captured", "VOID of parts/4 came after CAPTURE of parts/2"],
    "parts/2",
    "parts/4",
  ),
  met({ never: "void-after-capture", where: { order: "paid" } }, [
    "no VOID of an order that was captured, with order paid",
    "none",
  ]),
  unmet(
    { never: "missing-correlation-id", where: { order: "twice" } },
    ["no request without correlationId, with order twice", "PAY of twice/1 has none"],
    "twice/1",
  ),
  met({ never: "missing-correlation-id", where: { order: "paid", operation: "PAY" } }, [
    "no request without correlationId, with order paid, operation PAY",
    "none",
  ]),
];
