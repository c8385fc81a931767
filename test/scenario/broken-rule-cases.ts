const CODES = "gateway code, got";
const AMOUNT = 'expected an amount such as "66.66"';
const TOO_MANY = "too many digits, up to 12 go before the point and three behind it";
const RULE = "version: 1\nrules:\n  - id: a\n    outcome: APPROVED\n";

/** What is wrong, the file's text, and what is said: line:column and message. */
export const BROKEN_RULE_CASES: readonly (readonly [string, string, ...string[]])[] = [
  [
    "an unknown key of a rule",
    `${RULE}    outcom: APPROVED\n`,
    '5:5 unknown key "outcom"; did you mean "outcome"?',
  ],
  [
    "an unknown condition",
    `${RULE}    when: { opration: PAY }\n`,
    '5:13 unknown key "opration"; did you mean "operation"?',
  ],
  [
    "a condition by a longer name",
    `${RULE}    when: { orderId: x, status: FAILED }\n`,
    '5:13 unknown key "orderId"; did you mean "order"?',
    '5:25 unknown key "status"; did you mean "orderStatus"?',
  ],
  [
    "a gateway code with a slip",
    "version: 1\nrules:\n  - id: a\n    outcome: DECLIEND\n",
    `4:14 expected a ${CODES} "DECLIEND"; did you mean DECLINED?`,
  ],
  [
    "a gateway code in small letters",
    "version: 1\nrules:\n  - id: a\n    outcome: approved\n",
    `4:14 expected a ${CODES} "approved"; did you mean APPROVED?`,
  ],
  [
    "a gateway code in a sequence",
    "version: 1\nrules:\n  - id: a\n    outcomes: [APPROVED, REFERED]\n",
    `4:26 expected a ${CODES} "REFERED"; did you mean REFERRED?`,
  ],
  [
    "amounts that are compared",
    `${RULE}    when: { amount: ">100" }\n`,
    `5:21 ${AMOUNT}, got ">100": write a range, { min: "100" }, which takes 100 too`,
  ],
  [
    "amounts that are compared, in a list",
    `${RULE}    when: { amount: ["5", "<= 9.50"] }\n`,
    `5:27 ${AMOUNT}, got "<= 9.50": write a range, { max: "9.50" }`,
  ],
  [
    "an amount from and to",
    `${RULE}    when: { amount: "10-20.00" }\n`,
    `5:21 ${AMOUNT}, got "10-20.00": write a range, { min: "10", max: "20.00" }`,
  ],
  [
    "a fault that is only a kind",
    `${RULE}    fault: reset\n`,
    '5:12 expected a fault (a mapping of at and kind), got "reset": write { at: after-commit, kind: reset }',
  ],
  [
    "a fault that is only a kind with a place of its own",
    `${RULE}    fault: server-busy\n`,
    '5:12 expected a fault (a mapping of at and kind), got "server-busy": write { at: before-commit, kind: server-busy }',
  ],
  [
    "a fault that is only a place",
    `${RULE}    fault: mid-body\n`,
    '5:12 expected a fault (a mapping of at and kind), got "mid-body": write { at: mid-body, kind: reset }',
  ],
  [
    "a sequence behind outcome",
    "version: 1\nrules:\n  - id: a\n    outcome: [DECLINED, APPROVED]\n",
    `4:14 expected a ${CODES} a list: for a sequence write outcomes: [DECLINED, APPROVED]`,
  ],
  [
    "a list where one code is asked for",
    'version: 1\ntables:\n  expiry: { "05/39": [DECLINED, APPROVED] }\n',
    `3:22 expected a ${CODES} a list`,
  ],
  [
    "one code behind outcomes",
    "version: 1\nrules:\n  - id: a\n    outcomes: DECLINED\n",
    '4:15 expected a list of 1 to 100 gateway codes or answers, got "DECLINED": ' +
      "write outcome: DECLINED, or for a sequence a list, outcomes: [DECLINED]",
  ],
  [
    "an empty sequence",
    "version: 1\nrules:\n  - id: a\n    outcomes: []\n",
    "4:15 expected a list of 1 to 100 gateway codes or answers, got an empty list",
  ],
  [
    "neither outcome nor outcomes",
    "version: 1\nrules:\n  - id: a\n    when: { currency: EUR }\n",
    '3:5 a rule needs an "outcome", or "outcomes" for a sequence, or "risk", or "balance", or "authentication", ' +
      'or what it adds: "delay", "hold", "fault", "extra" or "notification"',
  ],
  [
    "both outcome and outcomes",
    `${RULE}    outcomes: [APPROVED]\n`,
    '5:15 a rule has only one of "outcome", "outcomes", "balance" and "authentication", and this one has "outcome"',
  ],
  [
    "a risk that the service cannot see",
    'version: 1\nrules:\n  - id: a\n    when: { operation: PAY, amount: "5" }\n    risk: REVIEW\n',
    '4:24 a rule with "risk" alone applies only to risk assessments, which do not have this: remove it',
  ],
  [
    "a result that a risk assessment does not have",
    "version: 1\nrules:\n  - id: a\n    risk: REVIEW\n    addressResult: ZIP_MATCH\n",
    '5:5 "addressResult" is allowed only with "outcome"',
  ],
  [
    "another word for a risk",
    "version: 1\nrules:\n  - id: a\n    risk: REJECTED\n",
    '4:11 expected a recommendation of the risk service, got "REJECTED"; did you mean REJECT?',
  ],
  [
    "an outcome that a balance inquiry does not have",
    "version: 1\nrules:\n  - id: a\n    when: { operation: BALANCE_INQUIRY }\n    outcome: BLOCKED\n",
    '4:24 a balance inquiry can be DECLINED or TIMED_OUT, or have a "balance"; other outcomes are for payments',
  ],
  [
    "a balance without an amount",
    'version: 1\ntables:\n  balances: { "6035710000002501": { currency: EUR } }\n',
    '3:35 the key "amount" is missing',
  ],
  [
    "points that are worth nothing",
    'version: 1\ntables:\n  balances: { "6035710000002501": { amount: "1", points: 5 } }\n',
    '3:50 "points" is allowed only with "conversionRate"',
  ],
  [
    "a balance of something that is no card",
    'version: 1\ntables:\n  balances: { "60357": { amount: "1" } }\n',
    '3:15 expected a card number of 9 to 19 digits, got "60357"',
  ],
  [
    "an acquirer code of a sequence",
    'version: 1\nrules:\n  - id: a\n    outcomes: [APPROVED]\n    acquirerCode: "00"\n',
    '5:5 "acquirerCode" is allowed only with "outcome"',
  ],
  ["a rule without an id", "version: 1\nrules:\n  - outcome: APPROVED\n", '3:5 the key "id" is missing'],
  [
    "an id that is used twice",
    `${RULE}  - outcome: BLOCKED\n    id: a\n`,
    '6:9 the id "a" is already used by the rule on line 3',
  ],
  [
    "an id with a blank",
    "version: 1\nrules:\n  - { id: a b, outcome: APPROVED }\n",
    "3:11 expected an id of 1 to 64 letters, digits, '.', '_' and '-', got \"a b\"",
  ],
  [
    "an id that is a card number",
    'version: 1\nrules:\n  - { id: "4000000000000002", outcome: APPROVED }\n',
    "3:11 this name is recorded in the journal and must not be a card number",
  ],
  [
    "a card number without quotes",
    `${RULE}    when: { card: 4000000000000101 }\n`,
    "5:19 expected a card number of 9 to 19 digits, got the number 400000xxxxxx0101: put it in quotes",
  ],
  [
    "a card number without quotes in a list",
    `${RULE}    when:\n      card:\n        - "4000000000000101"\n        - 4000000000000507\n`,
    "8:11 expected a card number of 9 to 19 digits, got the number 400000xxxxxx0507: put it in quotes",
  ],
  [
    "a card number with blanks",
    `${RULE}    when: { card: "4000 0000 0000 0101" }\n`,
    '5:19 expected a card number of 9 to 19 digits, got "400000xxxxxx0101"',
  ],
  [
    "an amount without quotes",
    `${RULE}    when: { amount: 66.60 }\n`,
    '5:21 expected an amount such as "66.66", got the number 66.60: put it in quotes',
  ],
  [
    "an amount with four decimals",
    `${RULE}    when: { amount: { min: "1.2345" } }\n`,
    `5:28 ${AMOUNT}, got "1.2345": ${TOO_MANY}`,
  ],
  [
    "an amount of fifteen digits, which is shown as it is no card number",
    `${RULE}    when: { amount: "999999999999999" }\n`,
    `5:21 ${AMOUNT}, got "999999999999999": ${TOO_MANY}`,
  ],
  [
    "a card number for an amount",
    `${RULE}    when: { amount: "5123450000000008" }\n`,
    `5:21 ${AMOUNT}, got "512345xxxxxx0008": ${TOO_MANY}`,
  ],
  [
    "a chance in quotes",
    `${RULE}    chance: "0.5"\n`,
    '5:13 expected a chance above 0 and up to 1, such as 0.1, got "0.5": remove the quotes',
  ],
  [
    "a step without an outcome",
    "version: 1\nrules:\n  - id: a\n    outcomes: [{ delay: 1s }]\n",
    '4:16 a step of a sequence needs an "outcome", or a "fault" for an answer that is APPROVED and lost',
  ],
  [
    "an empty range",
    `${RULE}    when: { amount: {} }\n`,
    "5:21 expected a range with min, max or both, got an empty mapping",
  ],
  [
    "a range that nothing fits",
    `${RULE}    when: { amount: { min: "2", max: "1.99" } }\n`,
    "5:38 max is smaller than min: no amount can match",
  ],
  [
    "an acquirer code without quotes",
    `${RULE}    acquirerCode: 05\n`,
    "5:19 expected an acquirer code of 1 to 100 characters, got the number 05: put it in quotes",
  ],
  [
    "an expiry of month 13",
    `${RULE}    when: { expiry: 13/30 }\n`,
    '5:21 expected an expiry as "MM/YY", got "13/30"',
  ],
  [
    "an operation that is none",
    `${RULE}    when: { operation: [PAY, CAPTUER] }\n`,
    '5:30 expected an operation, got "CAPTUER"; did you mean CAPTURE?',
  ],
  [
    "a scheme like no other",
    `${RULE}    when: { scheme: ABC }\n`,
    '5:21 expected a card scheme, got "ABC"; it must be one of AMEX, DINERS_CLUB, DISCOVER, JCB, MAESTRO, MASTERCARD, UATP, UNIONPAY, VISA, OTHER',
  ],
  [
    "a state that nothing can have",
    `${RULE}    when: { pin: BROKEN }\n`,
    '5:18 expected an encryption state, got "BROKEN"; it must be one of INVALID, VALID',
  ],
  [
    "a table that calls an encryption good",
    'version: 1\ntables:\n  encryption: { "4000000000030504": { p2pe: VALID } }\n',
    '3:45 expected INVALID, got "VALID"; did you mean INVALID?',
  ],
  [
    "a card of which nothing is lost",
    'version: 1\ntables:\n  encryption: { "4000000000030504": {} }\n',
    "3:37 expected lost encryption (a mapping of p2pe and pin), got an empty mapping",
  ],
  [
    "a currency in small letters",
    `${RULE}    when: { currency: eur }\n`,
    '5:23 expected a currency of three capital letters such as EUR, got "eur"',
  ],
  [
    "a priority in words",
    `${RULE}    priority: high\n`,
    '5:15 expected a whole number from -1000000 to 1000000, got "high"',
  ],
  [
    "a priority with a fraction",
    `${RULE}    priority: 1.5\n`,
    "5:15 expected a whole number from -1000000 to 1000000, got the number 1.5",
  ],
  [
    "a condition left empty",
    `${RULE}    when:\n      card:\n`,
    "6:7 expected a card number of 9 to 19 digits, got nothing",
  ],
  ["conditions left empty", `${RULE}    when:\n`, "5:5 expected conditions (a mapping), got nothing"],
  [
    "true for a text",
    `${RULE}    when: { reference: true }\n`,
    "5:24 expected text of 1 to 127 characters, got true: put it in quotes",
  ],
];
