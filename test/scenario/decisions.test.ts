import { expect } from "chai";
import { loadScenarios } from "../../server/scenario/library/library-sync.ts";
import { BUILT_IN, loadFiles, loadText } from "./folders.ts";
import { deciderOf, factsOf } from "./requests.ts";
import type { RequestWords } from "./requests.ts";

const CONDITIONS = `
rules:
  - { id: operation, when: { operation: VERIFY, merchant: ASKED }, outcome: BLOCKED }
  - { id: card, when: { card: ["4000000000000002", "4000000000000010"] }, outcome: BLOCKED }
  - { id: prefix, when: { cardPrefix: ["222300", "6011"] }, outcome: BLOCKED }
  - { id: scheme, when: { scheme: [JCB, AMEX] }, outcome: BLOCKED }
  - { id: expiry, when: { expiry: 07/38 }, outcome: BLOCKED }
  - { id: security-code, when: { securityCode: "666" }, outcome: BLOCKED }
  - { id: street, when: { street: Elm St }, outcome: BLOCKED }
  - { id: amount, when: { amount: ["66.66", "77"] }, outcome: BLOCKED }
  - { id: range, when: { amount: { min: "100", max: "200.00" } }, outcome: BLOCKED }
  - { id: at-most, when: { amount: { max: "0.5" } }, outcome: BLOCKED }
  - { id: currency, when: { currency: JPY }, outcome: BLOCKED }
  - { id: merchant, when: { merchant: OTHERSHOP }, outcome: BLOCKED }
  - { id: order, when: { order: [o-7, o-8] }, outcome: BLOCKED }
  - { id: order-prefix, when: { orderPrefix: night- }, outcome: BLOCKED }
  - { id: reference, when: { reference: TEST-FAIL }, outcome: BLOCKED }
  - { id: status, when: { orderStatus: AUTHORIZED }, outcome: BLOCKED }
  - { id: status-new, when: { orderStatus: NEW, operation: DISBURSEMENT }, outcome: BLOCKED }
  - { id: p2pe, when: { p2pe: VALID }, outcome: BLOCKED }
  - { id: pin, when: { pin: VALID }, outcome: BLOCKED }
  - { id: lost, when: { p2pe: INVALID }, outcome: BLOCKED }
`;

/** The request, the rule that decides on it. */
const CONDITION_CASES: readonly (readonly [RequestWords, string])[] = [
  [{}, "default"],
  [{ operation: "VERIFY", merchant: "ASKED" }, "operation"],
  [{ operation: "PAY", merchant: "ASKED" }, "default"],
  [{ card: "4000000000000002" }, "card"],
  [{ card: "4000000000000010" }, "card"],
  [{ card: "40000000000000020" }, "default"],
  [{ card: "-" }, "default"],
  [{ card: "2223000000000007" }, "prefix"],
  [{ card: "6011003179988686" }, "prefix"],
  [{ card: "2223010000000006" }, "default"],
  [{ card: "encrypted" }, "default"],
  [{ card: "345678901234564" }, "scheme"],
  [{ expiry: "07/38" }, "expiry"],
  [{ expiry: "07/39" }, "default"],
  [{ securityCode: "666" }, "security-code"],
  [{ securityCode: "6660" }, "default"],
  [{ street: "Elm St" }, "street"],
  [{ street: "elm st" }, "default"],
  [{ amount: "66.66" }, "amount"],
  [{ amount: "66.660" }, "amount"],
  [{ amount: "77.00" }, "amount"],
  [{ amount: "66.661" }, "default"],
  [{ amount: "99.999" }, "default"],
  [{ amount: "100.00" }, "range"],
  [{ amount: "200" }, "range"],
  [{ amount: "200.001" }, "default"],
  [{ amount: "0" }, "at-most"],
  [{ amount: "0.51" }, "default"],
  [{ amount: "-" }, "default"],
  [{ currency: "JPY" }, "currency"],
  [{ currency: "-" }, "default"],
  [{ merchant: "OTHERSHOP" }, "merchant"],
  [{ order: "o-8" }, "order"],
  [{ order: "night-shift" }, "order-prefix"],
  [{ order: "a-night-shift" }, "default"],
  [{ reference: "TEST-FAIL" }, "reference"],
  [{ status: "AUTHORIZED" }, "status"],
  [{ status: "CAPTURED" }, "default"],
  [{ operation: "DISBURSEMENT" }, "status-new"],
  [{ operation: "DISBURSEMENT", status: "FAILED" }, "default"],
  [{ p2pe: "VALID", card: "encrypted" }, "p2pe"],
  [{ pin: "VALID" }, "pin"],
  [{ p2pe: "INVALID" }, "lost"],
  [{ pin: "INVALID" }, "pin-invalid"],
];

/** With the built-in files: the request, gateway code, acquirer code, security code, address, decider. */
const BUILT_IN_CASES: readonly (readonly [RequestWords, string])[] = [
  [{}, "APPROVED 00 - - default"],
  [{ card: "-", operation: "CAPTURE" }, "APPROVED 00 - - default"],
  [{ card: "4000000000000101" }, "REFERRED 01 - - card-referred"],
  [{ card: "4000000000000507", expiry: "01/39" }, "DECLINED 05 - - card-declined"],
  [{ card: "4000000000005100", operation: "VERIFY" }, "INSUFFICIENT_FUNDS 51 - - card-insufficient-funds"],
  [{ card: "4000000000005407", securityCode: "102" }, "EXPIRED_CARD 54 NO_MATCH - card-expired"],
  [{ card: "4000000000006207", street: "Alpha St" }, "BLOCKED 62 - ADDRESS_MATCH card-blocked"],
  [{ card: "4000000000009607", expiry: "01/20" }, "ACQUIRER_SYSTEM_ERROR 96 - - card-acquirer-system-error"],
  [{ card: "4000000000000101", pin: "INVALID" }, "REFERRED 01 - - card-referred"],
  [{ expiry: "01/39", pin: "INVALID", PIN: "4321" }, "DECLINED 05 - - pin-invalid"],
  [{ card: "encrypted", p2pe: "INVALID", securityCode: "101" }, "DECLINED 05 NOT_PROCESSED - p2pe-invalid"],
  [{ expiry: "01/39" }, "APPROVED 00 - - expiry table"],
  [{ expiry: "05/39" }, "DECLINED 05 - - expiry table"],
  [{ expiry: "04/27" }, "EXPIRED_CARD 54 - - expiry table"],
  [{ expiry: "08/28" }, "TIMED_OUT 68 - - expiry table"],
  [{ expiry: "01/37" }, "ACQUIRER_SYSTEM_ERROR 96 - - expiry table"],
  [{ expiry: "02/37" }, "UNSPECIFIED_FAILURE 06 - - expiry table"],
  [{ expiry: "05/37" }, "UNKNOWN - - - expiry table"],
  [{ expiry: "05/37", today: "2040-01" }, "UNKNOWN - - - expiry table"],
  [{ expiry: "05/39", card: "encrypted" }, "DECLINED 05 - - expiry table"],
  [{ expiry: "05/39", card: "-" }, "APPROVED 00 - - default"],
  [{ expiry: "05/26" }, "EXPIRED_CARD 54 - - expired card"],
  [{ expiry: "12/25", securityCode: "100" }, "EXPIRED_CARD 54 MATCH - expired card"],
  [{ expiry: "06/26" }, "APPROVED 00 - - default"],
  [{ expiry: "07/26" }, "APPROVED 00 - - default"],
  [{ expiry: "01/27" }, "APPROVED 00 - - default"],
  [{ expiry: "05/26", expiredCards: "ignore" }, "APPROVED 00 - - default"],
  [{ expiry: "04/27", expiredCards: "ignore" }, "EXPIRED_CARD 54 - - expiry table"],
  [{ expiry: "-" }, "APPROVED 00 - - default"],
  [{ securityCode: "100" }, "APPROVED 00 MATCH - default"],
  [{ securityCode: "101" }, "APPROVED 00 NOT_PROCESSED - default"],
  [{ securityCode: "102" }, "APPROVED 00 NO_MATCH - default"],
  [{ securityCode: "1000" }, "APPROVED 00 MATCH - default"],
  [{ securityCode: "1010" }, "APPROVED 00 NOT_PROCESSED - default"],
  [{ securityCode: "1020" }, "APPROVED 00 NO_MATCH - default"],
  [{ securityCode: "987" }, "APPROVED 00 MATCH - default"],
  [{ street: "Gamma St" }, "APPROVED 00 - NOT_VERIFIED default"],
  [{ street: "November St" }, "APPROVED 00 - NO_MATCH default"],
  [{ street: "Romeo St" }, "APPROVED 00 - SERVICE_NOT_AVAILABLE_RETRY default"],
  [{ street: "Sierra St" }, "APPROVED 00 - SERVICE_NOT_SUPPORTED default"],
  [{ street: "Uniform St" }, "APPROVED 00 - NOT_AVAILABLE default"],
  [{ street: "Whiskey St" }, "APPROVED 00 - ZIP_MATCH default"],
  [{ street: "X-ray St" }, "APPROVED 00 - ADDRESS_ZIP_MATCH default"],
  [{ street: "Kilo St" }, "APPROVED 00 - NAME_MATCH default"],
  [{ street: "Oscar St" }, "APPROVED 00 - NAME_ADDRESS_MATCH default"],
  [{ street: "Lima St" }, "APPROVED 00 - NAME_ZIP_MATCH default"],
  [{ street: "Zero St" }, "APPROVED 00 - NOT_REQUESTED default"],
  [{ street: "__proto__" }, "APPROVED 00 - NOT_AVAILABLE default"],
];

describe("scenario decisions", () => {
  const conditions = loadText(CONDITIONS);
  for (const [words, decider] of CONDITION_CASES) {
    it(`leaves ${JSON.stringify(words)} to ${decider}`, () => {
      expect(deciderOf(conditions.decide(factsOf(words)))).to.equal(decider);
    });
  }

  const builtIn = loadScenarios(BUILT_IN, ["default", "gateway-simulator"]);
  for (const [words, answer] of BUILT_IN_CASES) {
    it(`answers ${JSON.stringify(words)} with ${answer}`, () => {
      const decision = builtIn.decide(factsOf(words));
      const { gatewayCode, acquirerCode, securityCode, address } = decision.outcome;
      const told = [gatewayCode, acquirerCode, securityCode, address, deciderOf(decision)];
      expect(told.map((it) => it ?? "-").join(" ")).to.equal(answer);
    });
  }

  it("gives the whole outcome of a rule, with its own acquirer code, message and results", () => {
    const scenarios = loadText(`
name: plan
rules:
  - id: all
    case: TC-014
    outcome: DECLINED
    acquirerCode: "14"
    acquirerMessage: Invalid card number
    securityCodeResult: NOT_PRESENT
    addressResult: ZIP_MATCH
tables:
  securityCode: { "102": NO_MATCH }`);
    const { outcome, decidedBy, ruleKey } = scenarios.decide(factsOf({ securityCode: "102" }));
    expect(outcome).to.deep.equal({
      gatewayCode: "DECLINED",
      result: "FAILURE",
      acquirerCode: "14",
      acquirerMessage: "Invalid card number",
      securityCode: "NOT_PRESENT",
      address: "ZIP_MATCH",
    });
    expect(decidedBy).to.deep.equal({ kind: "rule", scenario: "plan", id: "all", case: "TC-014" });
    expect(ruleKey).to.equal("plan#all");
  });

  it("names the table, its scenario and its key, and no rule, when a table decided", () => {
    const { decidedBy, ruleKey } = builtIn.decide(factsOf({ expiry: "05/39" }));
    const table = { kind: "table", scenario: "gateway-simulator", table: "expiry", key: "05/39" };
    expect(decidedBy).to.deep.equal(table);
    expect(ruleKey).to.equal(undefined);
  });

  it("takes a table's entry from the file that is named first", () => {
    const first = `version: 1\ntables: { expiry: { "05/39": BLOCKED }, securityCode: { "102": MATCH } }`;
    const second = `version: 1\ntables: { expiry: { "05/39": DECLINED }, securityCode: { "102": NO_MATCH } }`;
    const facts = factsOf({ expiry: "05/39", securityCode: "102" });
    const { outcome } = loadFiles({ "b.yaml": first, "a.yaml": second }).decide(facts);
    expect([outcome.gatewayCode, outcome.securityCode]).to.deep.equal(["BLOCKED", "MATCH"]);
  });

  it("knows every full card number of the rules as a test card, and prefixes not", () => {
    expect([...conditions.testCards]).to.have.members(["4000000000000002", "4000000000000010"]);
  });

  it("approves everything when no scenario is active", () => {
    const none = loadScenarios(BUILT_IN, []);
    expect(deciderOf(none.decide(factsOf({ card: "4000000000000507" })))).to.equal("default");
  });
});
