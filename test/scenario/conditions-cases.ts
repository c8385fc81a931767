import type { RequestWords } from "./requests.ts";

/** Conditions as a file writes them, requests that they hold for, and others with what is said of each. */
export interface ConditionCase {
  readonly when: string;
  readonly holds: readonly RequestWords[];
  readonly fails: readonly (readonly [RequestWords, string])[];
}

const SESSION = "SESSION0002123456789A1234567B89";
const TOKEN = "9123456789012343";

export const CONDITION_CASES: readonly ConditionCase[] = [
  {
    when: "{ version: 61 }",
    holds: [{ version: "61" }],
    fails: [[{ version: "60" }, "version: expected 61, got 60"]],
  },
  {
    when: "{ version: [18, 61, 63, 100] }",
    holds: [{ version: "18" }, { version: "100" }],
    fails: [[{ version: "19" }, "version: expected 18 or 61 or 63 or 1 more, got 19"]],
  },
  {
    when: "{ version: { min: 48, max: 61 } }",
    holds: [{ version: "48" }, { version: "61" }],
    fails: [
      [{ version: "47" }, "version: expected from 48 to 61, got 47"],
      [{ version: "62" }, "version: expected from 48 to 61, got 62"],
    ],
  },
  {
    when: "{ version: { min: 48 } }",
    holds: [{ version: "100" }],
    fails: [[{ version: "47" }, "version: expected from 48, got 47"]],
  },
  {
    when: "{ version: { max: 48 } }",
    holds: [{ version: "1" }],
    fails: [[{ version: "49" }, "version: expected up to 48, got 49"]],
  },
  {
    when: '{ cardPrefix: "512345000000" }',
    holds: [{ card: "5123450000000008" }],
    fails: [
      [{ card: "5123450000010007" }, "cardPrefix: expected a start of 512345000000, got 512345xxxxxx0007"],
    ],
  },
  {
    when: '{ cardRange: { min: "400000", max: "400099" } }',
    holds: [{ card: "4000000000000002" }, { card: "4000999999999999" }],
    fails: [
      [{ card: "4001000000000000" }, "cardRange: expected from 400000 to 400099, got 400100xxxxxx0000"],
      [{ card: "3999999999999999" }, "cardRange: expected from 400000 to 400099, got 399999xxxxxx9999"],
      [{ card: "40000" }, "cardRange: expected from 400000 to 400099, got xxxxx"],
      [{ card: "-" }, "cardRange: expected from 400000 to 400099, got none"],
      [{ card: "encrypted" }, "cardRange: expected from 400000 to 400099, got none"],
    ],
  },
  {
    when: '{ cardRange: { min: "4000000000000002", max: "4000000000000010" } }',
    holds: [{ card: "4000000000000002" }, { card: "4000000000000010" }],
    fails: [
      [
        { card: "4000000000000028" },
        "cardRange: expected from 400000xxxxxx0002 to 400000xxxxxx0010, got 400000xxxxxx0028",
      ],
    ],
  },
  {
    when: '{ cardRange: [{ min: "51", max: "55" }, { min: "2221", max: "2720" }] }',
    holds: [{ card: "5123450000000008" }, { card: "2223000000000007" }, { card: "2720990000000007" }],
    fails: [
      [
        { card: "4000000000000002" },
        "cardRange: expected from 51 to 55 or from 2221 to 2720, got 400000xxxxxx0002",
      ],
    ],
  },
  {
    when: '{ amountEnds: "66" }',
    holds: [
      { amount: "12.66" },
      { amount: "0.66" },
      { amount: "1266", currency: "JPY" },
      { amount: "1.266", currency: "KWD" },
      { amount: "12.66", currency: "-" },
      { amount: "1.266" },
    ],
    fails: [
      [{ amount: "66" }, "amountEnds: expected an end of 66, got 66.00"],
      [{ amount: "66", currency: "KWD" }, "amountEnds: expected an end of 66, got 66.000"],
      [{ amount: "12.6", currency: "EUR" }, "amountEnds: expected an end of 66, got 12.60"],
      [{ amount: "1260", currency: "JPY" }, "amountEnds: expected an end of 66, got 1260"],
      [{ amount: "12.661" }, "amountEnds: expected an end of 66, got 12.661"],
      [{ amount: "-" }, "amountEnds: expected an end of 66, got none"],
    ],
  },
  {
    when: '{ amountEnds: ["05", "1254"] }',
    holds: [{ amount: "0.05" }, { amount: "12.54" }],
    fails: [[{ amount: "2.54" }, "amountEnds: expected an end of 05 or 1254, got 2.54"]],
  },
  {
    when: '{ orderGlob: "night-??-*" }',
    holds: [{ order: "night-07-1" }, { order: "night-07-" }],
    fails: [
      [{ order: "night-7-1" }, "orderGlob: expected one like night-??-*, got night-7-1"],
      [{ order: "a-night-07-1" }, "orderGlob: expected one like night-??-*, got a-night-07-1"],
      [{ operation: "BALANCE_INQUIRY" }, "orderGlob: expected one like night-??-*, got none"],
    ],
  },
  {
    when: "{ referencePrefix: [TEST-, DEMO-] }",
    holds: [{ reference: "TEST-FAIL" }, { reference: "DEMO-" }],
    fails: [
      [{ reference: "test-FAIL" }, "referencePrefix: expected a start of TEST- or DEMO-, got test-FAIL"],
      [{}, "referencePrefix: expected a start of TEST- or DEMO-, got none"],
    ],
  },
  {
    when: '{ referenceGlob: ["*-FAIL", "[a]*"] }',
    holds: [{ reference: "-FAIL" }, { reference: "a.b-FAIL" }, { reference: "[a]bc" }],
    fails: [
      [{ reference: "a-FAIL." }, "referenceGlob: expected one like *-FAIL or [a]*, got a-FAIL."],
      [
        { reference: "card 5123450000000008" },
        "referenceGlob: expected one like *-FAIL or [a]*, got card 512345xxxxxx0008",
      ],
    ],
  },
  {
    when: '{ transaction: ["1", retry] }',
    holds: [{ transaction: "1" }, { transaction: "retry" }],
    fails: [
      [{ transaction: "2" }, "transaction: expected 1 or retry, got 2"],
      [{ operation: "BALANCE_INQUIRY" }, "transaction: expected 1 or retry, got none"],
    ],
  },
  {
    when: "{ transactionPrefix: cap- }",
    holds: [{ transaction: "cap-1" }],
    fails: [[{ transaction: "1" }, "transactionPrefix: expected a start of cap-, got 1"]],
  },
  {
    when: '{ transactionGlob: "*-2?" }',
    holds: [{ transaction: "cap-21" }],
    fails: [[{ transaction: "cap-2" }, "transactionGlob: expected one like *-2?, got cap-2"]],
  },
  {
    when: "{ session: true }",
    holds: [{ session: SESSION }],
    fails: [[{}, "session: expected one, got none"]],
  },
  {
    when: "{ session: false }",
    holds: [{}],
    fails: [[{ session: SESSION }, `session: expected none, got ${SESSION}`]],
  },
  {
    when: `{ session: [${SESSION}] }`,
    holds: [{ session: SESSION }],
    fails: [[{ session: `${SESSION}1` }, `session: expected ${SESSION}, got ${SESSION}1`]],
  },
  {
    when: "{ token: true }",
    holds: [{ token: TOKEN }],
    fails: [[{}, "token: expected one, got none"]],
  },
  {
    when: "{ token: false }",
    holds: [{}],
    fails: [[{ token: TOKEN }, "token: expected none, got 912345xxxxxx2343"]],
  },
  {
    when: `{ token: "${TOKEN}" }`,
    holds: [{ token: TOKEN }],
    fails: [
      [{ token: "9123456789012350" }, "token: expected 912345xxxxxx2343, got 912345xxxxxx2350"],
      [{}, "token: expected 912345xxxxxx2343, got none"],
    ],
  },
  {
    when: "{ attempt: 3 }",
    holds: [{ attempt: "3" }],
    fails: [[{}, "attempt: expected 3, got 1"]],
  },
  {
    when: "{ attempt: [1, 3] }",
    holds: [{ attempt: "1" }, { attempt: "3" }],
    fails: [[{ attempt: "2" }, "attempt: expected 1 or 3, got 2"]],
  },
  {
    when: "{ attempt: { min: 3 } }",
    holds: [{ attempt: "3" }, { attempt: "30" }],
    fails: [[{ attempt: "2" }, "attempt: expected from 3, got 2"]],
  },
  {
    when: "{ earlier: { operation: AUTHORIZE, outcome: [DECLINED, REFERRED] } }",
    holds: [
      { earlier: "AUTHORIZE DECLINED" },
      { earlier: "AUTHORIZE APPROVED; AUTHORIZE REFERRED by plan#a; CAPTURE APPROVED" },
    ],
    fails: [
      [{}, "earlier: expected AUTHORIZE decided DECLINED or REFERRED, got none"],
      [
        { earlier: "AUTHORIZE APPROVED; CAPTURE DECLINED by plan#a" },
        "earlier: expected AUTHORIZE decided DECLINED or REFERRED, got AUTHORIZE APPROVED and CAPTURE DECLINED by plan#a",
      ],
    ],
  },
  {
    when: "{ earlier: { outcome: TIMED_OUT } }",
    holds: [{ earlier: "REFUND TIMED_OUT" }],
    fails: [
      [
        { earlier: "PAY APPROVED; VOID DECLINED; VOID DECLINED; VOID APPROVED" },
        "earlier: expected any decided TIMED_OUT, got PAY APPROVED and VOID DECLINED and VOID DECLINED and 1 more",
      ],
    ],
  },
  {
    when: "{ earlier: { rule: [lost-capture, other#busy] } }",
    holds: [
      { earlier: "CAPTURE APPROVED by plan#lost-capture" },
      { earlier: "CAPTURE APPROVED by #armed#lost-capture" },
      { earlier: "PAY TIMED_OUT by other#busy" },
    ],
    fails: [
      [
        { earlier: "PAY TIMED_OUT by plan#busy" },
        "earlier: expected any by lost-capture or other#busy, got PAY TIMED_OUT by plan#busy",
      ],
    ],
  },
];
