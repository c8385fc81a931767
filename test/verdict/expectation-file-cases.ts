/** What people get wrong in a file of expectations: the text, and each problem with line and column. */
export const BROKEN: readonly (readonly [text: string, problems: readonly string[]])[] = [
  ["", ["1:1 expected expectations (a mapping with a list of expectations), got nothing"]],
  ["expectation: []", ['1:1 unknown key "expectation"; did you mean "expectations"?']],
  ["version: 2", ["1:10 expected 1, the only version of this format, got the number 2"]],
  ["conduct: { double-chrge: off }", ['1:12 unknown key "double-chrge"; did you mean "double-charge"?']],
  [
    "conduct: { retry-storm: eror }",
    ['1:25 expected error, warning, note or off, got "eror"; did you mean error?'],
  ],
  ["expectations: [{ id: a }]", ['1:16 an expectation needs "order", "reference", "exchanges" or "never"']],
  [
    "expectations: [{ order: a, reference: b, status: CAPTURED }]",
    ['1:18 an expectation can have only one of "order", "reference", "exchanges" and "never"'],
  ],
  [
    "expectations:\n  - order: a\n    captured: 12.34\n",
    ['3:15 expected an amount in quotes such as "12.34", got the number 12.34: put it in quotes'],
  ],
  ['expectations:\n  - order: a\n    captured: { amount: "1" }\n', ['3:15 the key "times" is missing']],
  [
    'expectations:\n  - order: a\n    captured: { amount: "1", times: -1 }\n',
    ["3:37 expected a whole number from 0 to 1000000, got the number -1"],
  ],
  [
    "expectations: [{ order: a, status: CAPTURD }]",
    ['1:36 expected an order status, got "CAPTURD"; did you mean CAPTURED?'],
  ],
  [
    "expectations: [{ order: a, status: [] }]",
    ["1:36 expected at least one order status, got an empty list"],
  ],
  [
    "expectations: [{ order: 12, exists: true }]",
    ["1:25 expected an order id of 1 to 40 characters, in quotes, got the number 12: put it in quotes"],
  ],
  [
    'expectations: [{ order: a, totals: { captred: "1" } }]',
    ['1:38 unknown key "captred"; did you mean "captured"?'],
  ],
  [
    "expectations: [{ order: a, totals: {} }]",
    [
      "1:36 expected totals (a mapping of authorized, captured, refunded and disbursed), got an empty mapping",
    ],
  ],
  [
    "expectations: [{ order: a, currency: usd }]",
    ['1:38 expected a currency of three letters such as USD, got "usd"'],
  ],
  [
    "expectations: [{ order: a, exactly: 1, status: CAPTURED }]",
    ['1:28 "exactly" is allowed only with "exchanges"'],
  ],
  [
    "expectations: [{ exchanges: {}, exactly: 1, status: CAPTURED }]",
    ['1:45 "status" is allowed only with "order" or "reference"'],
  ],
  [
    "expectations: [{ order: a }]",
    [
      '1:16 the expectation is missing: use "exists", "status", "currency", "totals", "authorized", "captured", "refunded", "disbursed"',
    ],
  ],
  [
    "expectations: [{ exchanges: {} }]",
    ['1:16 the expectation is missing: use "exactly", "atLeast", "atMost"'],
  ],
  [
    "expectations: [{ exchanges: {}, exactly: 1, atMost: 2 }]",
    ['1:45 "atMost" is not allowed with "exactly"'],
  ],
  ["expectations: [{ exchanges: {}, atLeast: 3, atMost: 2 }]", ['1:45 "atMost" is less than "atLeast"']],
  [
    "expectations: [{ exchanges: { operation: PAYS }, atMost: 2 }]",
    ['1:42 expected an operation, got "PAYS"; did you mean PAY?'],
  ],
  [
    "expectations: [{ exchanges: { outcom: DECLINED }, atMost: 2 }]",
    ['1:31 unknown key "outcom"; did you mean "outcome"?'],
  ],
  [
    "expectations: [{ exchanges: { version: 101 }, atMost: 2 }]",
    ["1:40 expected an API version from 1 to 100, got the number 101"],
  ],
  [
    "expectations: [{ never: double-payments }]",
    [
      '1:25 expected something that must not have happened, got "double-payments"; did you mean double-payment?',
    ],
  ],
  [
    "expectations: [{ never: void-after-capture, withinMinutes: 5 }]",
    ['1:45 "withinMinutes" is allowed only with never: double-payment'],
  ],
  [
    'expectations: [{ order: a, exists: false, captured: "1" }]',
    ['1:43 "captured" is not allowed for an order that must not exist'],
  ],
  [
    "expectations:\n  - { id: a, order: x, status: FAILED }\n  - { id: a, order: y, status: FAILED }\n",
    ['3:11 the id "a" is already used by expectation 1'],
  ],
  [
    "expectations: [",
    [
      "1:16 not readable as YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
  ],
  [
    "conduct: { retry-storms: off }\nexpectations:\n  - { order: a, statsu: FAILED, exists: true }\n",
    [
      '1:12 unknown key "retry-storms"; did you mean "retry-storm"?',
      '3:17 unknown key "statsu"; did you mean "status"?',
    ],
  ],
];
