import { expect } from "chai";
import type { Decision } from "../../server/domain/record/decision.ts";
import { loadText } from "./folders.ts";
import { factsOf } from "./requests.ts";
import type { RequestWords } from "./requests.ts";

/** Plays requests one after the other, counting what each decision uses up, as the gateway does. */
function play(rules: string, requests: readonly RequestWords[]): readonly Decision[] {
  const { decide } = loadText(`rules:\n${rules}`);
  const counts = new Map<string, number>();
  return requests.map((words) => {
    const decision = decide(factsOf({ ...words, counts }));
    for (const counter of decision.counters) counts.set(counter, (counts.get(counter) ?? 0) + 1);
    return decision;
  });
}

function times(count: number, words: RequestWords = {}): readonly RequestWords[] {
  return Array.from({ length: count }, () => words);
}

function codes(decisions: readonly Decision[]): string {
  return decisions.map(({ outcome }) => outcome.gatewayCode).join(" ");
}

const TWO = "  - { id: a, outcomes: [REFERRED, APPROVED]";
const [ONE_CARD, OTHER_CARD] = ["4000000000000002", "4000000000000010"];

const CASES: readonly (readonly [string, string, readonly RequestWords[], string])[] = [
  ["repeats its last answer", `${TWO} }`, times(4), "REFERRED APPROVED APPROVED APPROVED"],
  ["says so", `${TWO}, then: repeat }`, times(3), "REFERRED APPROVED APPROVED"],
  ["begins again", `${TWO}, then: loop }`, times(5), "REFERRED APPROVED REFERRED APPROVED REFERRED"],
  [
    "counts for each order by itself",
    `${TWO} }`,
    [{ order: "1" }, { order: "2" }, { order: "1" }, { order: "2" }],
    "REFERRED REFERRED APPROVED APPROVED",
  ],
  [
    "counts for each card by itself, on whatever order",
    `${TWO}, per: card }`,
    [
      { card: ONE_CARD, order: "1" },
      { card: OTHER_CARD },
      { card: ONE_CARD, order: "2" },
      { card: OTHER_CARD },
    ],
    "REFERRED REFERRED APPROVED APPROVED",
  ],
  [
    "counts for the merchant as a whole",
    `${TWO}, per: merchant, then: loop }`,
    [{ card: ONE_CARD, order: "1" }, { card: OTHER_CARD, order: "2" }, { order: "3" }],
    "REFERRED APPROVED REFERRED",
  ],
  [
    "counts only what it decided",
    `${TWO}, when: { amount: "5" } }\n  - { id: b, outcomes: [BLOCKED, DECLINED] }`,
    [{ amount: "5" }, { amount: "6" }, { amount: "5" }, { amount: "6" }],
    "REFERRED BLOCKED APPROVED DECLINED",
  ],
];

describe("a sequence of answers", () => {
  for (const [title, rules, requests, expected] of CASES) {
    it(title, () => {
      expect(codes(play(rules, requests))).to.equal(expected);
    });
  }

  it("tells the place in it, and nothing of a rule without one", () => {
    expect(play(`${TWO} }`, times(3)).map(({ step }) => step)).to.deep.equal([1, 2, 3]);
    expect(play("  - { id: a, outcome: DECLINED }", [{}])[0]).to.include({ step: undefined });
    expect(play("  - { id: a, outcome: DECLINED }", [{}])[0]?.counters).to.deep.equal([]);
  });

  it("gives each step its own acquirer code, results and effects", () => {
    const [first, second] = play(
      `  - id: a
    outcomes:
      - { outcome: DECLINED, acquirerCode: "14", securityCodeResult: NO_MATCH, delay: 1s }
      - { outcome: APPROVED, risk: REVIEW, extra: chaos }`,
      times(2),
    );
    expect(first?.outcome).to.include({ acquirerCode: "14", securityCode: "NO_MATCH" });
    expect(first?.effects.delayMs).to.equal(1_000);
    expect(second?.outcome).to.include({ acquirerCode: "00", risk: "REVIEW", chaos: true });
    expect(second?.effects.delayMs).to.equal(0);
  });

  it("breaks a request off before it is stored, and goes on with the next", () => {
    const [lost, next] = play(
      "  - { id: a, outcomes: [{ fault: { at: before-commit, kind: close } }, APPROVED] }",
      times(2),
    );
    expect(lost?.effects.fault).to.include({ at: "before-commit", kind: "close" });
    expect(next?.effects.fault).to.equal(undefined);
  });

  it("fails when it is over and has to, with nothing stored", () => {
    const decisions = play(`${TWO}, then: fail }`, times(4));
    const faults = decisions.map(
      ({ effects }) => effects.fault && `${effects.fault.at} ${effects.fault.kind}`,
    );
    expect(faults).to.deep.equal([
      undefined,
      undefined,
      "before-commit server-failed",
      "before-commit server-failed",
    ]);
  });
});
