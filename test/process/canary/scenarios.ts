import type { Marks } from "./marks.ts";
import { SECRETS } from "./marks.ts";
import { REFERRED_ORDERS } from "./preparations.ts";
import { WRITTEN } from "./written.ts";

/** Orders that rules of the canary's scenario break, hold and delay. */
export const EFFECT_ORDERS = [
  "RESET",
  "CLOSE",
  "TRUNCATE",
  "GARBAGE",
  "BUSY",
  "FAILED",
  "STATUS",
  "CHAOS",
  "SLOW",
] as const;
export const HELD_ORDERS = "HELD-";

const FAULTS: Readonly<Record<(typeof EFFECT_ORDERS)[number], string>> = {
  RESET: "fault: { at: after-commit, kind: reset }",
  CLOSE: "fault: { at: before-commit, kind: close }",
  TRUNCATE: "fault: { at: mid-body, kind: truncate }",
  GARBAGE: "fault: { at: after-commit, kind: garbage }",
  BUSY: "fault: { at: before-commit, kind: server-busy }",
  FAILED: "fault: { at: after-commit, kind: server-failed }",
  STATUS: "fault: { at: after-commit, kind: status, status: 502 }",
  CHAOS: "extra: chaos",
  SLOW: "delay: 5ms",
};

/** Members that rules ask for, of every kind: numbers, secrets, free texts, amounts, groups. */
const ASKED = [
  ...["order.reference", "order.amount", "order.custom.note", "customer.firstName", "billing.address.street"],
  ...[
    "sourceOfFunds.provided.card.number",
    "sourceOfFunds.provided.card.nameOnCard",
    "sourceOfFunds.provided.card",
  ],
  ...["sourceOfFunds.provided.giftCard.number", "sourceOfFunds.token", "strange", "correlationId"],
  ...["transaction.reference", "airline.itinerary.leg[0].carrierCode", "order.item[0].name", "order.tax"],
];
const SECRET_MEMBERS = ["securityCode", "track1", "track2", "p2pe.payload", "pin.payload", "emvRequest"].map(
  (name) => `sourceOfFunds.provided.card.${name}`,
);

const TEXTS = ["order", "reference", "street", "transaction", "orderPrefix", "referencePrefix"];
const ASKS: readonly ((number: string) => string)[] = [
  (number) => `"${number}"`,
  (number) => `{ prefix: "${number}" }`,
  (number) => `{ pattern: "^${number}$" }`,
  (number) => `{ in: ["x", ${number.slice(0, 15)}, "${number}"] }`,
];

/** Conditions that hold for nothing that is sent, each with a card number where one can stand. */
export function unmetConditions(marks: Marks): readonly string[] {
  const number = (place: string): string => marks.number(`scenario ${place}`);
  const forms = Object.values(WRITTEN);
  const text = (name: string, index: number): string =>
    `${name}: ${JSON.stringify(forms[index % forms.length]?.(number(name)) ?? "")}`;
  return [
    `card: "${number("card")}"`,
    `card: ["${number("card list")}", "${number("card list")}", "${number("card list")}", "${number("card list")}"]`,
    `cardPrefix: "${number("cardPrefix").slice(0, 12)}"`,
    number("range").replace(/.+/, 'cardRange: { min: "$&", max: "$&" }'),
    `securityCode: "1${SECRETS.securityCode.slice(1)}"`,
    `expiry: "01/50"`,
    `p2pe: VALID, pin: VALID`,
    `token: "${number("token")}"`,
    `session: "SESSION${number("session").padEnd(24, "x")}"`,
    ...[...TEXTS, ...TEXTS, ...TEXTS].map(text),
    ...["orderGlob", "referenceGlob"].map((name) => `${name}: "card ${number(name)}*"`),
    ...ASKED.map(
      (member, index) => `request: { "${member}": ${ASKS[index % ASKS.length]?.(number(member)) ?? ""} }`,
    ),
    ...SECRET_MEMBERS.map((member) => `request: { "${member}": { exists: true }, "order.reference": none }`),
  ];
}

/** A scenario whose rules look at everything that comes, and hold, break and delay some of it. */
export function canaryScenario(marks: Marks): string {
  const tried = unmetConditions(marks).map(
    (when, index) => `  - { id: tried-${index}, case: TC-${index}, when: { ${when} }, outcome: DECLINED }`,
  );
  const effects = Object.entries(FAULTS).map(
    ([name, effect]) =>
      `  - { id: effect-${name.toLowerCase()}, when: { orderPrefix: "${name}-" }, ${effect} }`,
  );
  return [
    "version: 1",
    `# ${marks.number("comment")}`,
    "name: canary",
    "rules:",
    `  - { id: note, note: "card ${marks.number("note")}", when: { order: none }, outcome: DECLINED }`,
    `  - { id: referred, when: { orderPrefix: "${REFERRED_ORDERS}", operation: [AUTHORIZE, PAY] }, outcome: REFERRED }`,
    "  - { id: enrolled, when: { operation: [CHECK_3DS_ENROLLMENT, INITIATE_AUTHENTICATION] }, authentication: { result: CHALLENGE } }",
    ...tried,
    ...effects,
    `  - { id: held, when: { orderPrefix: "${HELD_ORDERS}" }, hold: before-commit }`,
    "tables:",
    `  balances: { "${marks.number("balances")}": { amount: "1.00", currency: USD } }`,
    `  conversions: { "${marks.number("conversions")}": { to: MYR, rate: "3.29999" } }`,
    `  pin: { "${marks.number("pin table")}": "1234" }`,
    "",
  ].join("\n");
}

/** Files with a mistake each, around a card number. */
export const BROKEN_SCENARIOS: Readonly<Record<string, (number: string) => string>> = {
  "unknown condition": (number) => `rules: [{ id: a, when: { carrd: "${number}" }, outcome: DECLINED }]`,
  "unknown outcome": (number) => `rules: [{ id: a, when: { card: "${number}" }, outcome: "${number}" }]`,
  "card with a letter": (number) => `rules: [{ id: a, when: { card: "${number}x" }, outcome: DECLINED }]`,
  "card as a number": (number) => `rules: [{ id: a, when: { card: ${number} }, outcome: DECLINED }]`,
  "doubled id": (number) =>
    `rules: [{ id: "${number}", outcome: DECLINED }, { id: "${number}", outcome: DECLINED }]`,
  "number as a case": (number) => `rules: [{ id: a, case: "${number}", outcome: DECLINED }]`,
  "number as a name": (number) => `name: "${number}"`,
  "number as extends": (number) => `extends: "${number}"`,
  "number as a key": (number) => `rules: [{ id: a, "${number}": 1, outcome: DECLINED }]`,
  "bad pattern": (number) =>
    `rules: [{ id: a, when: { request: { order.reference: { pattern: "(${number}" } } } }]`,
  "bad member": (number) =>
    `rules: [{ id: a, when: { request: { "order..${number}": "x" } }, outcome: DECLINED }]`,
  "bad range": (number) =>
    `rules: [{ id: a, when: { cardRange: { min: "${number}", max: "1" } }, outcome: DECLINED }]`,
  "bad response": (number) =>
    `rules: [{ id: a, outcome: DECLINED, response: { order: { amount: "${number}" } } }]`,
  "number in an answer": (number) =>
    `rules: [{ id: a, outcome: DECLINED, response: { order: { statementDescriptor: { name: "${number}" } } } }]`,
  "number in an acquirer's text": (number) =>
    `rules: [{ id: a, outcomes: [{ outcome: DECLINED, acquirerMessage: "card ${number}" }] }]`,
  "number as an acquirer's code": (number) =>
    `rules: [{ id: a, outcome: DECLINED, acquirerCode: "${number}" }]`,
  "bad amount": (number) => `rules: [{ id: a, when: { amount: "${number}" }, outcome: DECLINED }]`,
  "bad merchant": (number) => `rules: [{ id: a, when: { merchant: "card ${number}" }, outcome: DECLINED }]`,
  "bad table": (number) =>
    `tables: { expiry: { "${number}": DECLINED }, balances: { "${number}": "${number}" } }`,
  "bad delay": (number) => `delay: "${number}"`,
  alias: (number) => `rules: *a${number}`,
  "broken YAML": (number) => `rules:\n  - "${number}\n  x: [${number}`,
  "key twice": (number) => `rules: [{ id: a, "x${number}": 1, "x${number}": 2 }]`,
};
