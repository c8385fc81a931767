import { expect } from "chai";
import type { JsonObject } from "../../server/domain/json.ts";
import { authorize, CARD, pay, verify, withValue, withValues } from "../support/requests.ts";
import { p2peOf, pinOf } from "../support/terminals.ts";
import { MAGIC_CARDS } from "../support/magic-cards.ts";
import { answered } from "./played.ts";
import { clientOn, suiteSandbox } from "./started.ts";

const CARD_PATH = "sourceOfFunds.provided.card";
const NUMBER = `${CARD_PATH}.number`;
const EXPIRY = `${CARD_PATH}.expiry`;

/** Both can be read: what is declined is declined for what the terminal says of them. */
const PIN = pinOf("1234");
const P2PE = p2peOf();

/** What the terminal calls INVALID, and the rule that decides. */
const BROKEN: readonly (readonly [what: string, rule: string, card: JsonObject])[] = [
  ["p2pe", "p2pe-invalid", { ...CARD, p2pe: { ...P2PE, encryptionState: "INVALID" } }],
  ["PIN", "pin-invalid", { ...CARD, pin: { ...PIN, encryptionState: "INVALID" } }],
];

describe("scenarios that come with the sandbox", () => {
  const running = suiteSandbox();
  const client = clientOn(running);

  it("do not call a security code right that the issuer refuses", async () => {
    const body = withValue(pay(), NUMBER, "4000000000008203");
    const { response } = answered(await client.put({ order: "refused-code", transaction: "1", body }));
    expect(response.cardSecurityCode).to.deep.equal({ acquirerCode: "N", gatewayCode: "NO_MATCH" });
  });

  for (const [card, gatewayCode, acquirerCode] of MAGIC_CARDS) {
    it(`answer ${gatewayCode} ${acquirerCode} to the card ${card.slice(-4)}, and the exchange names the rule`, async () => {
      for (const make of [pay, authorize, verify]) {
        const body = withValue(make(), NUMBER, card);
        const order = `${card.slice(-4)}-${make.name}`;
        const answer = await client.put({ order, transaction: "1", body });
        const { result, order: state, response } = answered(answer);
        expect([answer.status, result, state.status]).to.deep.equal([201, "FAILURE", "FAILED"]);
        expect(response).to.include({ gatewayCode, acquirerCode });
        expect([state.totalAuthorizedAmount, state.totalCapturedAmount]).to.deep.equal([0, 0]);
        const { scenario } = await client.why(answer);
        expect(scenario?.decidedBy).to.include({ kind: "rule", scenario: "default" });
        expect(scenario?.tried).to.deep.equal([]);
      }
    });
  }

  for (const [what, rule, card] of BROKEN) {
    it(`decline a ${what} whose encryption state is INVALID, as the interface says`, async () => {
      const body = withValue(pay(), CARD_PATH, card);
      const answer = await client.put({ order: `broken ${what}`, transaction: "1", body });
      expect([answer.status, answered(answer).response.gatewayCode]).to.deep.equal([201, "DECLINED"]);
      const { scenario } = await client.why(answer);
      expect(scenario?.decidedBy).to.deep.equal({ kind: "rule", scenario: "specification", id: rule });
    });
  }

  it("ask a magic card's own rule before the state of its PIN", async () => {
    const card = { ...CARD, number: "4000000000000101", pin: { ...PIN, encryptionState: "INVALID" } };
    const answer = await client.put({
      order: "magic and lost",
      transaction: "1",
      body: withValue(pay(), CARD_PATH, card),
    });
    expect(answered(answer).response.gatewayCode).to.equal("REFERRED");
  });

  it("approve the same encrypted data when its state is VALID or left out", async () => {
    const cards = [
      { ...CARD, pin: { ...PIN, encryptionState: "VALID" } },
      { ...CARD, p2pe: { ...P2PE, encryptionState: "VALID" } },
      { ...CARD, p2pe: P2PE },
    ];
    for (const [index, card] of cards.entries()) {
      const body = withValue(pay(), CARD_PATH, card);
      const answer = await client.put({ order: `valid-${index}`, transaction: "1", body });
      expect(answered(answer).response.gatewayCode).to.equal("APPROVED");
    }
  });

  it("take a number that fails the Luhn check or belongs to no scheme, and note it", async () => {
    const cases = [
      ["5123450000000009", "fails the Luhn check"],
      ["9990000000000005", "does not belong to a known scheme"],
    ] as const;
    for (const [number, note] of cases) {
      const answer = await client.put({
        order: `noted-${number.slice(-4)}`,
        transaction: "1",
        body: withValue(pay(), NUMBER, number),
      });
      expect(answered(answer).response.gatewayCode).to.equal("APPROVED");
      const { notes } = await client.why(answer);
      expect(notes.join()).to.contain(note).and.not.to.contain(number);
    }
  });

  it("have nothing to note about an ordinary card", async () => {
    const answer = await client.put({ order: "ordinary", transaction: "1", body: pay() });
    expect((await client.why(answer)).notes).to.deep.equal([]);
  });
});

/** The rules of a test plan's file; `tried` names those that were asked before. */
const PLAN = {
  rules: [
    { id: "other-operation", when: { operation: "REFUND" }, outcome: "DECLINED" },
    { id: "other-amount", when: { amount: "1.00" }, outcome: "DECLINED" },
    {
      id: "this-card",
      case: "TC-7",
      when: { card: "5111111111111118", currency: "USD" },
      outcome: "DECLINED_AVS",
    },
    { id: "never-asked", when: { operation: "PAY" }, outcome: "TIMED_OUT" },
  ],
};

describe("scenarios of a test plan", () => {
  const running = suiteSandbox({ scenario: PLAN });

  it("decide by the first rule that matches, and the exchange says which were asked before and why they did not", async () => {
    const client = clientOn(running);
    const body = withValue(pay(), NUMBER, "5111111111111118");
    const answer = await client.put({ order: "planned", transaction: "1", body });
    expect(answered(answer).response.gatewayCode).to.equal("DECLINED_AVS");
    const { scenario } = await client.why(answer);
    expect(scenario).to.include({ gatewayCode: "DECLINED_AVS" });
    expect(scenario?.decidedBy).to.deep.equal({
      kind: "rule",
      scenario: "given",
      id: "this-card",
      case: "TC-7",
    });
    expect(scenario?.tried).to.deep.equal([
      { scenario: "given", id: "other-operation", failed: "operation: expected REFUND, got PAY" },
      { scenario: "given", id: "other-amount", failed: "amount: expected 1.00, got 100.00" },
    ]);
  });

  it("leave to APPROVED what no rule and no table decides", async () => {
    const client = clientOn(running);
    const body = withValues(verify(), {
      [NUMBER]: "5123450000000008",
      [EXPIRY]: { month: "05", year: "39" },
    });
    const answer = await client.put({ order: "free", transaction: "1", body });
    expect(answered(answer).response.gatewayCode).to.equal("APPROVED");
    const { scenario } = await client.why(answer);
    expect(scenario?.decidedBy).to.deep.equal({ kind: "default" });
    expect(scenario?.tried.map(({ id }) => id)).to.deep.equal([
      "other-operation",
      "other-amount",
      "never-asked",
    ]);
  });
});
