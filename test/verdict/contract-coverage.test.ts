import { expect } from "chai";
import fc from "fast-check";
import { DOCUMENTED_OPERATIONS } from "../../scripts/docs/catalogue.ts";
import { arrowKey, ARROWS, comesByItself } from "../../server/domain/order/transitions.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { GATEWAY_CODES } from "../../server/domain/order/outcome.ts";
import type { ContractUse, Met } from "../../server/journal/contract-tally.ts";
import {
  ASKED_RULES,
  contractCoverage,
  COVERAGE_AREAS,
} from "../../server/verdict/coverage/contract-coverage.ts";
import type { ContractCoverage, CoverageScope } from "../../server/verdict/coverage/contract-coverage.ts";

const NOTHING: ContractUse = {
  contracts: new Map(),
  arrows: new Map(),
  reasons: new Map(),
  rules: new Map(),
  codes: new Map(),
};
const ALL: CoverageScope = { operations: undefined, versions: undefined, isOneMerchant: false };
const VERSIONS: Readonly<Partial<Record<Operation, readonly number[]>>> = { PAY: [13, 60, 100], VOID: [35] };

const coverage = (use: Partial<ContractUse>, scope: Partial<CoverageScope> = {}): ContractCoverage =>
  contractCoverage((operation) => VERSIONS[operation] ?? [], { ...NOTHING, ...use }, { ...ALL, ...scope });

const met = (names: readonly string[], refused = 0): ReadonlyMap<string, Met> =>
  new Map(names.map((name) => [name, { times: 1, refused, example: "x" }]));

const namesOf = (area: ContractCoverage["areas"]["rules"]): readonly string[] =>
  area.items.map(({ name }) => name);

describe("the coverage of the contract", () => {
  it("is of every operation in each version that has a contract", () => {
    const { operations } = coverage({ contracts: met(["PAY 60"]) }).areas;
    expect(namesOf(operations)).to.deep.equal(["PAY 13", "PAY 60", "PAY 100", "VOID 35"]);
    expect([operations.met, operations.of, operations.percent]).to.deep.equal([1, 4, 25]);
  });

  it("shows a version between two contracts beside, unless it is one that is to be covered", () => {
    const contracts = met(["PAY 57"]);
    const usual = coverage({ contracts }).areas.operations;
    expect([usual.met, usual.others.map(({ name }) => name)]).to.deep.equal([0, ["PAY 57"]]);
    const asked = coverage({ contracts }, { operations: ["PAY"], versions: [57, 100] }).areas.operations;
    expect([namesOf(asked), asked.percent]).to.deep.equal([["PAY 57", "PAY 100"], 50]);
  });

  it("does not take an operation for met that was only ever refused", () => {
    const { operations } = coverage({ contracts: met(["PAY 60"], 1) }).areas;
    expect(operations.met).to.equal(0);
    expect(operations.items.find(({ name }) => name === "PAY 60")).to.deep.include({ times: 1, refused: 1 });
  });

  it("has each name of a checkout's beginning in its own versions", () => {
    const operations = ["CREATE_CHECKOUT_SESSION", "INITIATE_CHECKOUT"] as const;
    expect(namesOf(coverage({}, { operations, versions: [62, 63] }).areas.operations)).to.deep.equal([
      "CREATE_CHECKOUT_SESSION 62",
      "INITIATE_CHECKOUT 63",
    ]);
  });

  it("is of every transition that a request can walk", () => {
    const walkable = ARROWS.filter((arrow) => !comesByItself(arrow)).map(arrowKey);
    expect(namesOf(coverage({}).areas.transitions)).to.deep.equal(walkable);
    expect(ARROWS.filter(comesByItself).map(({ to }) => to)).to.have.members([
      "AUTHORIZED",
      "CAPTURED",
      "VERIFIED",
    ]);
  });

  it("is of every gateway code, and of every class of refusals but a fault of ours", () => {
    const { codes, refusals } = coverage({}).areas;
    expect(namesOf(codes)).to.deep.equal(Object.keys(GATEWAY_CODES));
    expect(namesOf(refusals))
      .to.include.members(["contract", "rule", "bad-credentials"])
      .and.not.include("bug");
    expect(namesOf(coverage({}, { isOneMerchant: true }).areas.refusals)).not.to.include("bad-credentials");
  });

  it("is narrowed to what some operations can meet", () => {
    const { areas, diagram } = coverage({}, { operations: ["VERIFY"] });
    expect(namesOf(areas.transitions)).to.deep.equal([
      "NEW VERIFIED VERIFICATION",
      "FAILED VERIFIED VERIFICATION",
      "AUTHENTICATED VERIFIED VERIFICATION",
      "AUTHENTICATION_INITIATED VERIFIED VERIFICATION",
      "AUTHENTICATION_NOT_NEEDED VERIFIED VERIFICATION",
      "AUTHENTICATION_UNSUCCESSFUL VERIFIED VERIFICATION",
    ]);
    expect(namesOf(areas.rules)).to.include("token-known");
    expect(namesOf(areas.rules)).not.to.include("capture-within-authorization");
    expect(diagram.match(/-->/g)).to.have.length(6);
  });

  it("adds up: each share is what is met of what there is", () => {
    const use = fc.record({
      contracts: fc.subarray(["PAY 13", "PAY 60", "PAY 61"]),
      arrows: fc.subarray(ARROWS.map(arrowKey)),
      reasons: fc.subarray(["rule", "bug"]),
      rules: fc.subarray(ASKED_RULES.map(({ id }) => id)),
      codes: fc.subarray(Object.keys(GATEWAY_CODES)),
    });
    fc.assert(
      fc.property(use, (names) => {
        const found = coverage({
          contracts: met(names.contracts),
          arrows: met(names.arrows),
          reasons: met(names.reasons),
          rules: met(names.rules),
          codes: met(names.codes),
        });
        const areas = COVERAGE_AREAS.map((name) => found.areas[name]);
        for (const { items, met: count, of, percent } of areas) {
          expect([count, of]).to.deep.equal([items.filter(({ isMet }) => isMet).length, items.length]);
          expect(percent)
            .to.be.closeTo((count * 100) / of, 0.1)
            .and.at.most(100);
        }
        expect(found.met).to.equal(areas.reduce((sum, area) => sum + area.met, 0));
        expect(found.of).to.equal(areas.reduce((sum, area) => sum + area.of, 0));
        expect(areas[3]?.met).to.equal(names.rules.length);
      }),
      { numRuns: 50 },
    );
  });

  it("knows the rules that the documentation has for each operation", () => {
    for (const { name, rules } of DOCUMENTED_OPERATIONS) {
      const asked = ASKED_RULES.filter(({ operations }) => operations.includes(name)).map(({ id }) => id);
      expect(asked, name).to.include.members(rules.map(({ id }) => id));
    }
  });
});
