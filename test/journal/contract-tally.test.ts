import { expect } from "chai";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { createContractTally } from "../../server/journal/contract-tally.ts";
import type { ContractUse } from "../../server/journal/contract-tally.ts";
import { exchangeOf } from "./sample-exchange.ts";

const CONTRACT: Exchange["contract"] = { mode: "strict", used: [], resolution: "own", findings: [] };
const SCENARIO: Exchange["scenario"] = {
  files: ["default"],
  revision: "1",
  decidedBy: { kind: "default" },
  addedBy: [],
  tried: [],
  gatewayCode: "APPROVED",
  step: undefined,
  delayMs: 0,
  hold: undefined,
  chaos: false,
};

/** A payment that was made, with other members in their places. */
function payment(id: string, members: Partial<Exchange> = {}): Exchange {
  const plain = exchangeOf(id);
  return {
    ...plain,
    request: { ...plain.request, operation: "PAY", version: 60 },
    contract: CONTRACT,
    scenario: SCENARIO,
    transition: { before: undefined, after: "CAPTURED" },
    committed: true,
    answer: { status: 201, body: { result: "SUCCESS", transaction: { type: "PAYMENT" } } },
    ...members,
  };
}

const REFUSAL = { reason: "rule", explanation: "No", fault: undefined } as const;
const refused = (id: string): Exchange =>
  payment(id, {
    scenario: undefined,
    transition: undefined,
    committed: false,
    refusal: REFUSAL,
    rules: { passed: [], refusedBy: { rule: "order-exists", source: "interface" } },
  });

const namesIn = (use: ContractUse): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(use).map(([aspect, met]) => [aspect, [...(met as Map<string, unknown>).keys()]]),
  );

const NOTHING = { contracts: [], arrows: [], reasons: [], rules: [], codes: [] };

describe("the tally of what was met", () => {
  it("counts contract, transition and gateway code of what was decided", () => {
    const tally = createContractTally();
    tally.record(payment("1"));
    tally.record(payment("2"));
    const use = tally.of("A");
    expect(namesIn(use)).to.deep.equal({
      ...{ contracts: ["PAY 60"], arrows: ["NEW CAPTURED PAYMENT"], codes: ["APPROVED"] },
      ...{ reasons: [], rules: [] },
    });
    expect(use.codes.get("APPROVED")).to.deep.equal({ times: 2, refused: 0, example: "1" });
  });

  it("counts contract, reason and rule of what was refused", () => {
    const tally = createContractTally();
    tally.record(payment("1"));
    tally.record(refused("2"));
    const use = tally.of("A");
    expect(use.contracts.get("PAY 60")).to.deep.equal({ times: 2, refused: 1, example: "1" });
    expect(use.reasons.get("rule")).to.deep.equal({ times: 1, refused: 1, example: "2" });
    expect(use.rules.get("order-exists")?.times).to.equal(1);
  });

  const fault = { at: "after-commit", kind: "reset", lost: payment("1").answer } as const;
  const lost = { answer: { status: 0, body: undefined } };
  const kept = ["PAY 60"];
  const cases: readonly (readonly [title: string, members: Partial<Exchange>, met: object])[] = [
    [
      "an answer that was lost is as it was decided",
      { ...lost, fault },
      { contracts: kept, arrows: ["NEW CAPTURED PAYMENT"], codes: ["APPROVED"] },
    ],
    [
      "what was broken off before it was stored has no code and no transition",
      {
        ...lost,
        ...{ fault: { at: "before-commit", kind: "reset", lost: undefined } },
        ...{ committed: false, transition: undefined },
      },
      { contracts: kept },
    ],
    [
      "a stored answer that is given again decides nothing",
      { repeated: true, committed: false, scenario: undefined, transition: undefined },
      { contracts: kept },
    ],
    [
      "a decline walks no transition",
      {
        scenario: { ...SCENARIO, gatewayCode: "DECLINED" },
        transition: { before: "CAPTURED", after: "CAPTURED" },
        answer: { status: 201, body: { result: "FAILURE", transaction: { type: "REFUND" } } },
      },
      { contracts: kept, codes: ["DECLINED"] },
    ],
    ["a commit that failed walks none", { committed: false }, { contracts: kept, codes: ["APPROVED"] }],
    [
      "a call without a contract meets none",
      { contract: undefined, scenario: undefined, transition: undefined },
      {},
    ],
  ];
  for (const [title, members, met] of cases) {
    it(`knows that ${title}`, () => {
      const tally = createContractTally();
      tally.record(payment("1", members));
      expect(namesIn(tally.of("A"))).to.deep.equal({ ...NOTHING, ...met });
    });
  }

  it("adds up all merchants, and those who never proved to be one", () => {
    const tally = createContractTally();
    for (const merchantId of ["A", "B", undefined]) tally.record(payment("1", { merchantId }));
    expect(tally.of("A").codes.get("APPROVED")?.times).to.equal(1);
    expect(tally.of(undefined).codes.get("APPROVED")?.times).to.equal(3);
    tally.forget("A");
    expect(namesIn(tally.of("A"))).to.deep.equal(NOTHING);
    expect(tally.of(undefined).codes.get("APPROVED")?.times).to.equal(2);
  });

  it("keeps so many merchants, and lets the one go that was quiet the longest", () => {
    const tally = createContractTally(2);
    for (const merchantId of ["A", "B", "A", "C"]) tally.record(payment("1", { merchantId }));
    expect(["A", "B", "C"].map((it) => tally.of(it).codes.get("APPROVED")?.times ?? 0)).to.deep.equal([
      2, 0, 1,
    ]);
  });
});
