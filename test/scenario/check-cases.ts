/** What is wrong, the file's text, and what is said: line:column and message. */
export type CheckCase = readonly [what: string, text: string, ...said: string[]];

const rule = (lines: string): string => `version: 1\nrules:\n  - id: a\n${lines}`;
const answer = (members: string): string => rule(`    outcome: APPROVED\n    response:\n${members}`);

const ONE_ONLY =
  'a rule has only one of "outcome", "outcomes", "balance" and "authentication", and this one has';
const RISK = '"risk" is allowed with "outcome" or alone;';
const OF_BALANCE =
  'a rule with "balance" applies only to balance inquiries, which do not have this: remove it';
const OF_RISK =
  'a rule with "risk" alone applies only to risk assessments, which do not have this: remove it';

/** Refused when the file is read. */
export const CLASHING_CASES: readonly CheckCase[] = [
  [
    "an outcome and a sequence",
    rule("    outcome: DECLINED\n    outcomes: [APPROVED]\n"),
    `5:15 ${ONE_ONLY} "outcome"`,
  ],
  [
    "an outcome and a balance",
    rule('    balance: { amount: "5" }\n    outcome: TIMED_OUT\n'),
    `4:14 ${ONE_ONLY} "outcome"`,
  ],
  [
    "a sequence and a balance",
    rule('    outcomes: [TIMED_OUT]\n    balance: { amount: "5" }\n'),
    `5:14 ${ONE_ONLY} "outcomes"`,
  ],
  [
    "a risk beside a sequence",
    rule("    outcomes: [APPROVED]\n    risk: REVIEW\n"),
    `5:11 ${RISK} in a sequence, set it in each step`,
  ],
  [
    "a risk beside a balance",
    rule('    risk: REVIEW\n    balance: { amount: "5" }\n'),
    `4:11 ${RISK} a balance inquiry has none`,
  ],
  [
    "a balance of payments",
    rule('    when: { operation: [PAY, VERIFY] }\n    balance: { amount: "5" }\n'),
    '4:24 a rule with "balance" applies only to BALANCE_INQUIRY: remove this, or use BALANCE_INQUIRY',
  ],
  [
    "a balance of an order",
    rule('    when: { orderPrefix: x, attempt: 2 }\n    balance: { amount: "5" }\n'),
    `4:26 ${OF_BALANCE}`,
    `4:38 ${OF_BALANCE}`,
  ],
  [
    "a risk of a transaction",
    rule('    when: { transactionGlob: "7*", earlier: { outcome: DECLINED } }\n    risk: REVIEW\n'),
    `4:30 ${OF_RISK}`,
    `4:45 ${OF_RISK}`,
  ],
  [
    "a part of a declined amount",
    rule('    outcome: DECLINED\n    approvedAmount: "5.00"\n'),
    '5:21 "approvedAmount" is allowed only with PARTIALLY_APPROVED',
  ],
  [
    "a part of an amount in a step",
    rule(
      '    outcomes:\n      - PARTIALLY_APPROVED\n      - { outcome: APPROVED, approvedAmount: "5.00" }\n',
    ),
    '6:46 "approvedAmount" is allowed only with PARTIALLY_APPROVED',
  ],
  [
    "a delay that ends before it begins",
    rule("    delay: { from: 2s, to: 500ms }\n"),
    '4:28 "to" is shorter than "from"',
  ],
  [
    "a spread that is upside down",
    rule("    delay: { median: 2s, p95: 2000ms }\n"),
    '4:31 "p95" must be longer than "median": most delays are shorter than it',
  ],
  [
    "a spread around nothing",
    rule("    delay: { median: 0ms, p95: 2s }\n"),
    '4:22 "median" must be more than zero',
  ],
  [
    "the delay of the whole file",
    "version: 1\ndelay: { from: 2m, to: 119s }\n",
    '2:24 "to" is shorter than "from"',
  ],
  [
    "a cut answer without any answer",
    rule("    fault: { at: after-commit, kind: truncate }\n"),
    "4:18 truncate can only be mid-body",
  ],
  [
    "another status in the middle of an answer",
    rule("    fault: { at: mid-body, kind: status, status: 502 }\n"),
    "4:18 status can only be before-commit or after-commit",
  ],
  [
    "a busy gateway in the middle of an answer",
    rule("    outcomes: [{ fault: { at: mid-body, kind: server-busy } }]\n"),
    "4:31 server-busy can only be before-commit or after-commit",
  ],
  [
    "a status of a closed connection",
    rule("    fault: { at: before-commit, kind: close, status: 502 }\n"),
    '4:54 "status" is allowed only with the kind status',
  ],
  [
    "the duration of a reset",
    rule("    fault: { at: before-commit, kind: reset, for: 5s }\n"),
    '4:51 "for" is allowed only with the kind stall',
  ],
  [
    "a hold that nothing gets to",
    rule("    hold: after-commit\n    fault: { at: before-commit, kind: reset }\n"),
    "4:11 after-commit is never reached, because the fault comes before the commit",
  ],
  [
    "a slip and a clash at once",
    rule("    fault: { at: before-comit, kind: reset, for: 5s }\n"),
    '4:18 expected the place of the fault, got "before-comit"; did you mean before-commit?',
    '4:50 "for" is allowed only with the kind stall',
  ],
];

const own = (member: string, why: string): string => `the sandbox sets "${member}" itself: remove it, ${why}`;
const OF_OUTCOME = 'it follows from "outcome" of the rule';
const OF_REQUEST = "it comes from the request";

/** Refused when the file is read: what it would add to answers breaks their contract. */
export const BROKEN_ANSWER_CASES: readonly CheckCase[] = [
  [
    "a member that answers do not have",
    answer("      oder: { description: x }\n"),
    '6:7 answers do not have a member "oder" here; did you mean "order"?',
  ],
  [
    "a member like no other, deep inside",
    answer("      order: { statementDescriptor: { qqq: x } }\n"),
    '6:39 answers do not have a member "qqq" here',
  ],
  [
    "a number where text belongs",
    answer("      order: { reference: 5 }\n"),
    "6:27 answers have text here, got the number 5: put it in quotes",
  ],
  [
    "text where a number belongs",
    answer('      order: { taxAmount: "1.50" }\n'),
    '6:27 answers have a number here, got "1.50": remove the quotes',
  ],
  [
    "a text where a group belongs",
    answer("      shipping: fast\n"),
    '6:17 answers have a mapping here, got "fast": remove the quotes',
  ],
  [
    "a word that is none of them",
    answer("      response: { risk: { gatewayCode: ACCEPTD } }\n"),
    '6:40 answers have one of ACCEPTED, REJECTED, REVIEW_REQUIRED here, got "ACCEPTD"; did you mean ACCEPTED?',
  ],
  [
    "a code of the wrong form",
    answer("      transaction: { authorizationCode: 12-34 }\n"),
    '6:41 answers have up to six letters and digits here, got "12-34"',
  ],
  [
    "a long number, shown as it is no card's",
    answer("      order: { reference: 123456789012 }\n"),
    "6:27 answers have text here, got the number 123456789012: put it in quotes",
  ],
  [
    "a member by its path",
    answer("      order.description: x\n      airline.itinerary.leg: x\n"),
    '6:7 answers do not have a member "order.description" here; nest it: order: { description: … }',
    '7:7 answers do not have a member "airline.itinerary.leg" here; nest it: airline: { itinerary: { leg: … } }',
  ],
  [
    "an empty list",
    answer("      order: { tax: [] }\n"),
    "6:21 answers have a list that is not empty here, got an empty list",
  ],
  ["the result", answer("      result: SUCCESS\n"), `6:7 ${own("result", OF_OUTCOME)}`],
  [
    "what happened to the order",
    answer("      order: { status: CAPTURED, totalCapturedAmount: 5 }\n"),
    `6:16 ${own("order.status", OF_OUTCOME)}`,
    `6:34 ${own("order.totalCapturedAmount", "it is computed from the order's transactions")}`,
  ],
  [
    "members of its own that are wrong as well, once",
    answer("      transaction: { id: 5, type: PAYMNT }\n      merchant: {}\n"),
    `6:22 ${own("transaction.id", OF_REQUEST)}`,
    `6:29 ${own("transaction.type", OF_REQUEST)}`,
    `7:7 ${own("merchant", OF_REQUEST)}`,
  ],
  [
    "a gateway code and an acquirer code",
    answer('      response: { gatewayCode: DECLINED, acquirerCode: "05" }\n'),
    `6:19 ${own("response.gatewayCode", OF_OUTCOME)}`,
    `6:42 ${own("response.acquirerCode", 'use "acquirerCode" of the rule')}`,
  ],
  [
    "the answer of a step",
    rule("    outcomes:\n      - outcome: APPROVED\n        response: { order: { nickname: x } }\n"),
    '6:30 answers do not have a member "nickname" here',
  ],
  [
    "a card number",
    answer('      order: { customerNote: "paid with 4000 0000 0000 0101" }\n'),
    "6:30 answers never contain a card number: mask it",
  ],
  [
    "a member that only later versions answer with",
    rule(
      "    when: { version: { max: 50 } }\n    outcome: APPROVED\n    response: { authorizationResponse: { stan: '1' } }\n",
    ),
    "6:17 only answers of later versions have this",
  ],
];

const DECLINED = "    outcome: DECLINED\n";
/** A file of two rules with these conditions. */
export const two = (earlier: string, later: string): string =>
  `version: 1\nrules:\n  - id: one\n    when: ${earlier}\n${DECLINED}  - id: other\n    when: ${later}\n${DECLINED}`;
export const SHADOWED =
  '6:9 shadowed-rule this rule is never tried: "one" on line 3 comes first and matches everything that it matches';

/** Conditions of two rules, of which the second is never asked. */
export const SHADOWED_PAIRS: readonly (readonly [earlier: string, later: string])[] = [
  ["{}", "{ currency: EUR }"],
  ["{ currency: EUR }", "{ currency: EUR, merchant: TESTSHOP }"],
  ["{ currency: [EUR, USD] }", "{ currency: USD }"],
  ["{ operation: [PAY, AUTHORIZE] }", "{ operation: PAY }"],
  ['{ card: ["4000000000000101", "4000000000000507"] }', '{ card: "4000000000000507", currency: EUR }'],
  ['{ cardPrefix: "4000" }', '{ card: ["4000000000000101", "4000000000000507"] }'],
  ['{ cardPrefix: ["51", "40"] }', '{ cardPrefix: ["4000", "4001"] }'],
  ['{ cardPrefix: "4000" }', '{ cardRange: { min: "400000", max: "400099" } }'],
  ['{ cardRange: { min: "4000", max: "4009" } }', '{ cardPrefix: "400512" }'],
  ['{ cardRange: { min: "4000", max: "4009" } }', '{ cardRange: { min: "400100", max: "400912" } }'],
  ["{ scheme: [VISA, AMEX] }", "{ scheme: VISA }"],
  ["{ scheme: VISA }", '{ card: "4000000000000101" }'],
  ['{ amount: { min: "10" } }', '{ amount: ["10.00", "12.5"] }'],
  ['{ amount: { min: "10", max: "20" } }', '{ amount: { min: "10.00", max: "19.999" } }'],
  ['{ amount: ["10.00", "20.00"] }', '{ amount: "20" }'],
  ['{ amount: "20" }', '{ amount: { min: "20.0", max: "20.00" } }'],
  ['{ amountEnds: "6" }', '{ amountEnds: ["66", "06"] }'],
  ["{ version: { min: 1 } }", "{ currency: EUR }"],
  ["{ version: { min: 50 } }", "{ version: [60, 100] }"],
  ["{ version: [60, 61, 62] }", "{ version: { min: 60, max: 62 } }"],
  ["{ attempt: { min: 2 } }", "{ attempt: 3 }"],
  ["{ orderPrefix: night }", "{ order: night-7 }"],
  ["{ orderPrefix: night }", "{ orderPrefix: [night-, nightly] }"],
  ['{ orderGlob: "*-7?" }', "{ order: night-71 }"],
  ['{ orderGlob: "n*-*" }', "{ orderPrefix: night- }"],
  ['{ referenceGlob: "*a*b" }', '{ referenceGlob: "x?a*ab" }'],
  ["{ transactionPrefix: t }", '{ transactionGlob: "t?" }'],
  ["{ session: true }", "{ session: SESSION0000000000000000000000001 }"],
  ["{ token: false }", "{ token: false, currency: EUR }"],
  ["{ orderStatus: [NEW, FAILED] }", "{ orderStatus: NEW, expiry: 01/39 }"],
  ["{ request: { order.reference: { exists: true } } }", "{ request: { order.reference: x } }"],
  ["{ request: { order.reference: [x, y] } }", "{ request: { order.reference: { equals: y } } }"],
  ["{ request: { order.reference: { prefix: x } } }", "{ request: { order.reference: { prefix: xy } } }"],
  ["{ request: { order.reference: { pattern: ^x } } }", "{ request: { order.reference: [xa, xb] } }"],
  ["{ request: { order.taxAmount: 5 } }", '{ request: { order.taxAmount: "5.00" } }'],
  ["{ earlier: { outcome: [REFERRED, DECLINED] } }", "{ earlier: { outcome: REFERRED, rule: x } }"],
  ["{ earlier: { rule: x } }", "{ earlier: { rule: plan#x } }"],
  ['{ clock: { from: "08:00", to: "18:00" } }', '{ clock: { from: "09:00", to: "17:00", days: [MON] } }'],
  ["{ clock: { days: [SAT, SUN] } }", '{ clock: { from: "12:00", to: "13:00", days: SAT } }'],
  [
    '{ clock: { after: "2030-01-01T00:00:00Z" } }',
    '{ clock: { after: "2030-06-01T00:00:00Z", before: "2031-01-01T00:00:00Z" } }',
  ],
];

/** Conditions of two rules that both can be asked, however much they look alike. */
export const DISTINCT_PAIRS: readonly (readonly [earlier: string, later: string])[] = [
  ["{ currency: EUR }", "{ currency: [EUR, USD] }"],
  ["{ currency: EUR }", "{ merchant: TESTSHOP }"],
  ["{ operation: PAY }", "{ operation: [PAY, VERIFY] }"],
  ["{ operation: PAY }", "{ currency: EUR }"],
  ['{ card: "4000000000000101" }', '{ cardPrefix: "4000000000000101" }'],
  ['{ cardPrefix: "4000" }', '{ cardPrefix: "400" }'],
  ['{ cardRange: { min: "4000", max: "4009" } }', '{ cardPrefix: "400" }'],
  ['{ cardRange: { min: "400000", max: "400999" } }', '{ cardRange: { min: "4000", max: "4009" } }'],
  ['{ cardPrefix: "4000" }', '{ cardRange: { min: "400000", max: "400100" } }'],
  ['{ cardRange: { min: "4000000000000000", max: "4009999999999999" } }', '{ cardPrefix: "4001" }'],
  ["{ scheme: VISA }", '{ cardPrefix: "4" }'],
  ['{ amount: { min: "10" } }', '{ amountEnds: "00" }'],
  ['{ amount: { min: "0" } }', "{ currency: EUR }"],
  ['{ amount: { max: "10" } }', '{ amount: ["10", "10.001"] }'],
  ['{ amountEnds: "66" }', '{ amountEnds: "6" }'],
  ["{ version: { min: 2 } }", "{ currency: EUR }"],
  ["{ version: [60, 62] }", "{ version: { min: 60, max: 62 } }"],
  ["{ attempt: { max: 5 } }", "{ currency: EUR }"],
  ["{ orderPrefix: night- }", "{ orderPrefix: night }"],
  ['{ orderGlob: "night-?" }', "{ orderPrefix: night- }"],
  ['{ orderGlob: "*a" }', '{ orderGlob: "*a*" }'],
  ["{ order: x }", "{ reference: x }"],
  ["{ session: true }", "{ token: true }"],
  ["{ session: SESSION0000000000000000000000001 }", "{ session: true }"],
  ["{ request: { order.reference: x } }", "{ request: { order.reference: { exists: true } } }"],
  [
    "{ request: { order.reference: { exists: true } } }",
    "{ request: { order.reference: { exists: false } } }",
  ],
  ["{ request: { order.reference: x } }", "{ request: { order.description: x } }"],
  ['{ request: { order.taxAmount: "5" } }', "{ request: { order.taxAmount: 5 } }"],
  ["{ request: { order.reference: { pattern: ^x } } }", "{ request: { order.reference: { pattern: ^xy } } }"],
  ["{ earlier: { rule: plan#x } }", "{ earlier: { rule: x } }"],
  ["{ earlier: { outcome: REFERRED, rule: x } }", "{ earlier: { outcome: REFERRED } }"],
  ['{ clock: { from: "08:00", to: "18:00" } }', '{ clock: { from: "17:00", to: "19:00" } }'],
  ['{ clock: { from: "22:00", to: "06:00" } }', '{ clock: { from: "23:00", to: "23:30" } }'],
  ["{ clock: { days: SAT } }", '{ clock: { from: "22:00", to: "06:00", days: SAT } }'],
];

const NOBODY = "no request can match this rule:";
const SEVERAL = "the rule's operations have no";
const NO_VALUE = "no contract accepts such a value for";

/** Conditions of a rule that no request can fulfil: place and message. */
export const UNREACHABLE: readonly (readonly [when: string, place: string, why: string])[] = [
  ['{ amount: "123456789012.345" }', "4:21", `${NO_VALUE} amount`],
  ['{ amount: { min: "123456789012.101", max: "123456789012.199" } }', "4:21", `${NO_VALUE} amount`],
  ['{ operation: VOID, amount: "5.00" }', "4:38", "VOID has no amount"],
  ['{ operation: VOID, amountEnds: "66" }', "4:42", "VOID has no amount"],
  ["{ operation: VOID, currency: EUR }", "4:40", "VOID has no currency"],
  [
    '{ operation: UPDATE_AUTHORIZATION, card: "4000000000000101" }',
    "4:52",
    "UPDATE_AUTHORIZATION has no card",
  ],
  ['{ operation: REFERRAL, cardPrefix: "4" }', "4:46", "REFERRAL has no card"],
  ["{ operation: [REFERRAL, UPDATE_AUTHORIZATION], scheme: VISA }", "4:66", `${SEVERAL} card`],
  [
    '{ operation: CONFIRM_BROWSER_PAYMENT, securityCode: "100" }',
    "4:63",
    "CONFIRM_BROWSER_PAYMENT has no security code",
  ],
  ["{ operation: REFERRAL, street: Alpha St }", "4:42", "REFERRAL has no billing.address.street"],
  [`{ street: ${"x".repeat(101)} }`, "4:21", `${NO_VALUE} billing.address.street`],
  [`{ reference: ${"x".repeat(41)} }`, "4:24", `${NO_VALUE} order.reference`],
  [`{ order: ${"x".repeat(41)} }`, "4:20", "an id has at most 40 characters"],
  [`{ orderGlob: "*${"x".repeat(41)}" }`, "4:24", "an id has at most 40 characters"],
  [`{ transactionPrefix: ${"x".repeat(41)} }`, "4:32", "an id has at most 40 characters"],
  ["{ operation: REFERRAL, token: true }", "4:41", "REFERRAL has no token"],
  ["{ request: { order.refernce: x } }", "4:40", `${SEVERAL} order.refernce`],
  ["{ request: { order.purchaseType: NOTHING } }", "4:44", `${NO_VALUE} order.purchaseType`],
  [
    "{ operation: AUTHORIZE, version: 48, request: { 3DSecure.enrollmentStatus: { exists: true } } }",
    "4:86",
    "AUTHORIZE has no 3DSecure.enrollmentStatus in the given versions",
  ],
  ["{ request: { airline.itinerary.leg.wings: 2 } }", "4:53", `${SEVERAL} airline.itinerary.leg.wings`],
  [
    '{ request: { disbursementType: GAMING_WINNINGS }, amount: "5.00", orderStatus: NEW, street: Alpha St, token: true }',
    "4:11",
    "no operation has all of these in one version: request, amount, orderStatus, street, token",
  ],
].map(([when = "", place = "", why = ""]) => [when, place, `${NOBODY} ${why}`] as const);

/** Conditions that some request can fulfil, though it may not seem so. */
export const REACHABLE: readonly string[] = [
  "{}",
  '{ amount: "999999999999" }',
  '{ amount: { min: "100000000000.001", max: "900000000000" } }',
  '{ operation: CAPTURE, card: "4000000000000101" }',
  '{ operation: VOID, card: "4000000000000101" }',
  '{ operation: REFUND, card: "4000000000000101", expiry: 01/39 }',
  '{ operation: REFERRAL, amount: "5.00", currency: EUR }',
  '{ operation: BALANCE_INQUIRY, card: "6035710000002501", currency: EUR }',
  "{ operation: BALANCE_INQUIRY, pin: VALID }",
  "{ operation: INITIATE_BROWSER_PAYMENT, p2pe: INVALID, token: true }",
  "{ operation: REFERRAL, token: false, session: false }",
  '{ operation: UPDATE_AUTHORIZATION, amount: "5.00", currency: EUR, attempt: 2 }',
  '{ operation: INITIATE_BROWSER_PAYMENT, version: 30, amount: "5.00" }',
  "{ version: 1, operation: DISBURSEMENT }",
  "{ version: { min: 14, max: 59 }, operation: PAY, p2pe: VALID }",
  "{ request: { sourceOfFunds.provided.card.nameOnCard: { prefix: A } }, operation: PAY }",
  "{ request: { sourceOfFunds.type: PROVIDER_A } }",
  "{ request: { order.refernce: { exists: false } } }",
  "{ request: { order.custom.anything: x } }",
  '{ request: { "airline.itinerary.leg[0].couponNumber": 1 } }',
  '{ request: { "order.item[n].quantity": "2" }, operation: PAY }',
  "{ request: { order.amount: 5 } }",
  `{ order: ${"x".repeat(40)}, reference: ${"y".repeat(40)} }`,
  "{ orderStatus: CAPTURED, earlier: { outcome: DECLINED }, operation: REFUND }",
];

const alone = (operation: string, noun: string, left: string): string =>
  `follow-up-card a ${operation} of an existing order has no ${noun}: this rule can match only ${left}; ` +
  'select follow-ups by "amount", "order" or "earlier"';
const IMPOSSIBLE = "unreachable-rule no request can match this rule:";
const UNKNOWN = "unreachable-rule no rule of this folder has the id";
const NO_PART = "is never partially approved: only AUTHORIZE and PAY can be";
const REAL = "may be real: it is not a published test number and passes the Luhn check";

/** Members of a rule that can be read and are not what was meant: check and message for each place that ^ marks. */
export const DOUBTFUL: readonly (readonly [members: string, ...said: string[]])[] = [
  [
    'when: { operation: CAPTURE, card: ^"4000000000000101" }, outcome: DECLINED',
    alone("CAPTURE", "card", "standalone captures"),
  ],
  [
    "when: { operation: [PAY, REFUND], scheme: ^VISA }, delay: 1s",
    alone("REFUND", "card", "standalone refunds"),
  ],
  [
    "when: { operation: CAPTURE, token: ^true }, outcome: DECLINED",
    alone("CAPTURE", "token", "standalone captures"),
  ],
  [
    'when: { operation: VOID, cardPrefix: ^"4" }, outcome: DECLINED',
    alone("VOID", "card", "voids with card data that a terminal reads again"),
  ],
  ["when: { operation: VOID, p2pe: VALID }, outcome: DECLINED"],
  ["when: { operation: BALANCE_INQUIRY, p2pe: INVALID }, outcome: DECLINED"],
  ["when: { operation: CAPTURE, token: false, session: false }, outcome: DECLINED"],
  ["when: { operation: REFUND, orderStatus: [NEW, FAILED], scheme: VISA }, outcome: DECLINED"],
  ['when: { card: "4000000000000101" }, outcome: DECLINED'],
  [
    "when: { operation: INITIATE_BROWSER_PAYMENT, scheme: ^VISA }, outcome: DECLINED",
    "follow-up-card an INITIATE_BROWSER_PAYMENT has no card: this rule can match only those with a token; " +
      'select browser payments by "amount", "order" or "request"',
  ],
  [
    "when: { operation: VOID, version: 40, scheme: ^VISA }, outcome: DECLINED",
    alone("VOID", "card", "voids with card data that a terminal reads again"),
  ],
  [
    "when: { earlier: { rule: ^nosuchrule } }, outcome: DECLINED",
    `${UNKNOWN} "nosuchrule", so none can have decided`,
  ],
  [
    "when: { earlier: { rule: [a, ^doubfult, ^other#a] } }, outcome: DECLINED",
    `${UNKNOWN} "doubfult", so none can have decided; did you mean "doubtful"?`,
    `${UNKNOWN} "other#a", so none can have decided`,
  ],
  ["when: { earlier: { rule: [a, plan#doubtful] } }, outcome: DECLINED"],
  [
    'when: { scheme: ^[VISA, AMEX], cardPrefix: "51" }, outcome: DECLINED',
    `${IMPOSSIBLE} numbers with this prefix belong to another scheme`,
  ],
  [
    'when: { scheme: ^MASTERCARD, card: "4000000000000101" }, outcome: DECLINED',
    `${IMPOSSIBLE} numbers with this prefix belong to another scheme`,
  ],
  ['when: { scheme: MAESTRO, cardPrefix: ["4", "5"] }, outcome: DECLINED'],
  ['when: { scheme: DISCOVER, cardPrefix: "6011" }, outcome: DECLINED'],
  ['when: { scheme: OTHER, cardPrefix: "4" }, outcome: DECLINED'],
  [
    'when: { card: ^"4000000000000101", cardPrefix: ["41", "5"] }, outcome: DECLINED',
    `${IMPOSSIBLE} "card" does not begin with "cardPrefix"`,
  ],
  [
    "when: { order: ^[night-7, night-8], orderPrefix: day- }, outcome: DECLINED",
    `${IMPOSSIBLE} "order" does not begin with "orderPrefix"`,
  ],
  [
    'when: { transaction: ^x7, transactionGlob: "y*" }, outcome: DECLINED',
    `${IMPOSSIBLE} "transaction" does not match "transactionGlob"`,
  ],
  ['when: { order: [night-7, day-7], orderPrefix: day-, orderGlob: "*7" }, outcome: DECLINED'],
  [
    "when: { orderStatus: NEW, earlier: ^{ outcome: DECLINED } }, outcome: DECLINED",
    `${IMPOSSIBLE} a NEW order has no earlier transactions`,
  ],
  [
    "when: { orderStatus: [NEW], attempt: ^{ min: 2 } }, outcome: DECLINED",
    `${IMPOSSIBLE} on a NEW order every attempt is the first`,
  ],
  ["when: { orderStatus: [NEW, FAILED], attempt: [2, 3] }, outcome: DECLINED"],
  ["when: { orderStatus: NEW, attempt: { max: 2 } }, outcome: DECLINED"],
  [
    'when: { currency: [JPY, KRW], amount: ^"10.50" }, outcome: DECLINED',
    `${IMPOSSIBLE} amounts of JPY, KRW have no decimals`,
  ],
  [
    'when: { currency: EUR, amount: ^["1.001", "2.005"] }, outcome: DECLINED',
    `${IMPOSSIBLE} amounts of EUR have 2 decimals`,
  ],
  ['when: { currency: [JPY, EUR], amount: ["10.500", "100"] }, outcome: DECLINED'],
  ['when: { currency: JPY, amount: ["10.00"] }, outcome: DECLINED'],
  [
    "outcome: ^BALANCE_AVAILABLE",
    'idle-outcome no payment can have BALANCE_AVAILABLE: use "balance" instead, and the rule applies to balance inquiries',
  ],
  [
    "outcomes: [APPROVED, { outcome: ^NO_BALANCE }]",
    'idle-outcome no payment can have NO_BALANCE: use "balance" instead, and the rule applies to balance inquiries',
  ],
  [
    'when: { operation: CAPTURE }, outcome: ^PARTIALLY_APPROVED, approvedAmount: "5"',
    `idle-outcome CAPTURE ${NO_PART}`,
  ],
  [
    "when: { operation: [VERIFY, REFUND] }, outcomes: [^PARTIALLY_APPROVED]",
    `idle-outcome REFUND, VERIFY ${NO_PART}`,
  ],
  [
    "when: { operation: UPDATE_SESSION_FROM_FORM }, outcome: ^DECLINED",
    "idle-outcome what card fields send has no outcome: write a fault or a delay, and APPROVED in a sequence where it goes through",
  ],
  ["when: { operation: UPDATE_SESSION_FROM_FORM, card: '4000000000000002' }, outcomes: [APPROVED]"],
  ["outcomes: [PARTIALLY_APPROVED]"],
  ["when: { operation: [PAY, CAPTURE] }, outcome: PARTIALLY_APPROVED"],
  [
    'when: { request: { sourceOfFunds.provided.card.number: ^"4539578763621486" } }, outcome: DECLINED',
    `card-not-published the card 453957xxxxxx1486 ${REAL}`,
  ],
  [
    'when: { request: { sourceOfFunds.provided.card.number: { in: ["1", ^"4539578763621486"] } } }, outcome: DECLINED',
    `card-not-published the card 453957xxxxxx1486 ${REAL}`,
  ],
  [
    'when: { cardRange: { min: ^"4539578763621486", max: "4539578763621486" } }, outcome: DECLINED',
    `card-not-published the card 453957xxxxxx1486 ${REAL}`,
  ],
  ['when: { cardRange: { min: "453957876", max: "453957876" } }, outcome: DECLINED'],
];
