const RULE = "version: 1\nrules:\n  - id: a\n    outcome: APPROVED\n";
const RANGE = "expected a range with min, max or both, got";
const PATTERN = "this pattern is not supported:";
const SECRET =
  'the value of this member is secret: use { exists: true }, or "securityCode" for the security code';
const PATH = "expected a member's path such as billing.address.city or order.item[0].name, got";

const when = (conditions: string) => `${RULE}    when: { ${conditions} }\n`;

/** What is wrong, the file's text, and what is said: line:column and message. */
export const BROKEN_CONDITION_CASES: readonly (readonly [string, string, ...string[]])[] = [
  [
    "a version in quotes",
    when('version: "61"'),
    '5:22 expected a version from 1 to 100, got "61": remove the quotes',
  ],
  [
    "a version above 100",
    when("version: [61, 101]"),
    "5:27 expected a version from 1 to 100, got the number 101",
  ],
  [
    "a version with a fraction",
    when("version: 61.5"),
    "5:22 expected a version from 1 to 100, got the number 61.5",
  ],
  ["a range of versions without ends", when("version: {}"), `5:22 ${RANGE} an empty mapping`],
  [
    "a range of versions that nothing fits",
    when("version: { min: 61, max: 60 }"),
    "5:38 max is smaller than min: no version can match",
  ],
  [
    "a range of versions with other ends",
    when("version: { from: 61 }"),
    '5:24 unknown key "from"; the known keys are min, max',
  ],
  [
    "the try before the first",
    when("attempt: 0"),
    "5:22 expected an attempt number, 1 for the first, got the number 0",
  ],
  [
    "a range of tries that nothing fits",
    when("attempt: { min: 2, max: 1 }"),
    "5:37 max is smaller than min: no attempt can match",
  ],
  [
    "an empty list of tries",
    when("attempt: []"),
    "5:22 expected at least one attempt number, got an empty list",
  ],
  [
    "a prefix that is nearly a card number",
    when('cardPrefix: "4000000000001"'),
    '5:25 expected the first 1 to 12 digits of a card number, got "400000xxx0001"',
  ],
  ["a range of cards without an end", when('cardRange: { min: "4000" }'), '5:24 the key "max" is missing'],
  [
    "a range of cards from more digits to fewer",
    when('cardRange: { min: "400000", max: "4001" }'),
    "5:46 min and max must have the same number of digits",
  ],
  [
    "a range of cards that nothing fits, in a list",
    when('cardRange: [{ min: "40", max: "41" }, { min: "41", max: "40" }]'),
    "5:69 max is smaller than min: no card can match",
  ],
  [
    "a range of cards in numbers",
    when("cardRange: { min: 40, max: 41 }"),
    "5:31 expected a card number or its first digits, got the number 40: put it in quotes",
    "5:40 expected a card number or its first digits, got the number 41: put it in quotes",
  ],
  [
    "a range of cards in one text",
    when("cardRange: 4000-4999"),
    '5:24 expected a range of card numbers (a mapping of min and max), got "4000-4999"',
  ],
  [
    "last digits with a point",
    when('amountEnds: "0.66"'),
    '5:25 expected the last 1 to 15 digits of an amount such as "66", got "0.66"',
  ],
  [
    "last digits without quotes",
    when("amountEnds: [05]"),
    '5:26 expected the last 1 to 15 digits of an amount such as "66", got the number 05: put it in quotes',
  ],
  [
    "a glob of nothing",
    when('orderGlob: ""'),
    '5:24 expected text of 1 to 127 characters in which * matches any number of characters and ? matches one, got ""',
  ],
  [
    "a glob that YAML takes for an alias",
    when("orderGlob: *-1"),
    "5:24 there is no anchor &-1 before this alias",
  ],
  [
    "a session by a word",
    when("session: yes"),
    '5:22 expected true, false or a session id of 31 to 35 characters, got "yes"',
  ],
  [
    "a token by a word",
    when("token: [no]"),
    '5:21 expected true, false or a token of 1 to 40 letters and digits, got "no"',
  ],
  [
    "a token without quotes",
    when("token: 9123456789012343"),
    "5:20 expected true, false or a token of 1 to 40 letters and digits, got the number 912345xxxxxx2343: put it in quotes",
  ],
  [
    "an earlier decision without anything",
    when("earlier: {}"),
    "5:22 expected an earlier decision (a mapping of operation, outcome and rule), got an empty mapping",
  ],
  [
    "an earlier decision by a word",
    when("earlier: DECLINED"),
    '5:22 expected an earlier decision (a mapping of operation, outcome and rule), got "DECLINED"',
  ],
  [
    "an earlier outcome with a slip",
    when("earlier: { outcome: [DECLIEND] }"),
    '5:34 expected a gateway code, got "DECLIEND"; did you mean DECLINED?',
  ],
  [
    "an earlier rule of a file and no rule",
    when('earlier: { rule: "plan#" }'),
    '5:30 expected the id of a rule, or scenario#id, got "plan#"',
  ],
  [
    "an hour that no day has",
    when('clock: { from: "24:00", to: 9:00 }'),
    '5:28 expected a time of day from "00:00" to "23:59", got "24:00"',
    '5:41 expected a time of day from "00:00" to "23:59", got "9:00"',
  ],
  [
    "a window that is never open",
    when('clock: { from: "13:00", to: "13:00" }'),
    "5:41 from and to are the same: no time can match",
  ],
  [
    "a day by its whole name",
    when("clock: { days: [MONDAY] }"),
    '5:29 expected a day of the week, got "MONDAY"; it must be one of MON, TUE, WED, THU, FRI, SAT, SUN',
  ],
  [
    "a day instead of a moment",
    when("clock: { after: 2030-01-15 }"),
    '5:29 expected a moment such as "2030-01-15T10:20:30Z", got "2030-01-15"',
  ],
  [
    "a moment of another time zone",
    when("clock: { after: 2030-01-15T10:20:30+02:00 }"),
    '5:29 expected a moment such as "2030-01-15T10:20:30Z", got "2030-01-15T10:20:30+02:00"',
  ],
  [
    "a day that no calendar has",
    when("clock: { after: 2030-02-29T00:00:00Z, before: 2030-04-31T00:00:00Z }"),
    "5:29 this day does not exist",
    "5:59 this day does not exist",
  ],
  [
    "an end before its begin",
    when("clock: { after: 2030-01-02T00:00:00Z, before: 2030-01-02T00:00:00.000Z }"),
    "5:59 before is not later than after: no time can match",
  ],
  [
    "a clock without a time",
    when("clock: {}"),
    "5:20 expected a window of time (a mapping of from, to, days, after and before), got an empty mapping",
  ],
  [
    "no member of the request",
    when("request: {}"),
    "5:22 expected a mapping of member path to value, got an empty mapping",
  ],
  [
    "a path with a pointer's steps",
    when("request: { /billing/address: x }"),
    `5:24 ${PATH} "/billing/address"`,
  ],
  ["a path that ends in a point", when("request: { billing.: x }"), `5:24 ${PATH} "billing."`],
  ["a path into every list", when('request: { "order.item[*].sku": x }'), `5:24 ${PATH} "order.item[*].sku"`],
  [
    "a member without a value",
    when("request: { billing.address.city: }"),
    "5:24 expected text, a number, true or false, got nothing",
  ],
  [
    "a member that is asked nothing",
    when("request: { billing.address.city: {} }"),
    "5:46 expected a mapping of equals, in, exists, prefix and pattern, got an empty mapping",
  ],
  [
    "a member with an unknown test",
    when("request: { billing.address.city: { matches: x } }"),
    '5:48 unknown key "matches"; the known keys are equals, in, exists, prefix, pattern',
  ],
  [
    "a member that may be one of none",
    when("request: { billing.address.city: { in: [] } }"),
    "5:52 expected at least one value, got an empty list",
  ],
  [
    "a member that may be one of a text",
    when("request: { billing.address.city: { in: Paris } }"),
    '5:52 expected at least one value, got "Paris"',
  ],
  [
    "a number of more digits than a number keeps",
    when("request: { order.custom: 5123450000000008 }"),
    "5:38 expected a number of at most 15 digits (put longer ones in quotes), got the number 512345xxxxxx0008",
  ],
  [
    "a member that exists in words",
    when('request: { order.custom: { exists: "yes" } }'),
    '5:48 expected true or false, got "yes"',
  ],
  [
    "a value of a member that must not be there",
    when("request: { order.custom: { exists: false, equals: x } }"),
    "5:48 an absent member has no value: no request can match",
  ],
  [
    "a pattern that is not closed",
    when('request: { order.custom: { pattern: "(a" } }'),
    `5:49 ${PATTERN} missing closing ): \`(a\``,
  ],
  [
    "a pattern that looks ahead",
    when('request: { order.custom: { pattern: "a(?=b)" } }'),
    `5:49 ${PATTERN} invalid or unsupported Perl syntax: \`(?=\``,
  ],
  [
    "a pattern that looks back at what it found",
    when("request: { order.custom: { pattern: '(a)\\1' } }"),
    `5:49 ${PATTERN} invalid escape sequence: \`\\1\``,
  ],
  [
    "a pattern of too much repetition",
    when('request: { order.custom: { pattern: "[a-z]{400}[0-9]{400}" } }'),
    `5:49 ${PATTERN} its repetitions add up to too many, use smaller counts`,
  ],
  [
    "a pattern that is too long",
    when(`request: { order.custom: { pattern: "(${"a".repeat(200)}" } }`),
    `5:49 expected a pattern of 1 to 200 characters, got "(${"a".repeat(59)}…"`,
  ],
  [
    "a pattern without quotes",
    when("request: { order.custom: { pattern: 5 } }"),
    "5:49 expected a pattern of 1 to 200 characters, got the number 5: put it in quotes",
  ],
  [
    "a security code as any other member",
    when('request: { sourceOfFunds.provided.card.securityCode: "123" }'),
    `5:66 ${SECRET}`,
  ],
  [
    "a track's pattern",
    when("request: { sourceOfFunds.provided.card.track2: { exists: true, pattern: x } }"),
    `5:60 ${SECRET}`,
  ],
  [
    "a part of what a terminal encrypted",
    when("request: { sourceOfFunds.provided.card.p2pe.payload: { prefix: x } }"),
    `5:66 ${SECRET}`,
  ],
  ["a gift card's PIN", when('request: { sourceOfFunds.provided.giftCard.pin: ["1234"] }'), `5:61 ${SECRET}`],
];
