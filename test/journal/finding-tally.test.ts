import { expect } from "chai";
import fc from "fast-check";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { FINDING_CODES } from "../../server/domain/record/finding.ts";
import type { Finding } from "../../server/domain/record/finding.ts";
import { createFindingTally } from "../../server/journal/finding-tally.ts";
import type { FindingTally } from "../../server/journal/finding-tally.ts";
import { exchangeOf } from "./sample-exchange.ts";

const FINDING: Finding = {
  severity: "violation",
  code: "length",
  field: "order.reference",
  pointer: "/order/reference",
  expected: "text of 1 to 40 characters",
  got: '"…"',
  message: "order.reference has 41 characters.",
  explanation: "Value is too long",
  validationType: "INVALID",
  contract: { file: "groups/order.json", pointer: "/properties/reference/maxLength" },
  section: "2.6",
  source: "interface",
};

/** An exchange of a payment with these findings. */
function judged(
  id: string,
  findings: readonly Partial<Finding>[],
  members: Partial<Exchange> = {},
): Exchange {
  const plain = exchangeOf(id, members);
  return {
    ...plain,
    request: { ...plain.request, operation: "PAY", version: 60 },
    contract: {
      mode: "strict",
      used: ["requests/pay.v60.json"],
      resolution: "own",
      findings: findings.map((it) => ({ ...FINDING, ...it })),
    },
  };
}

const EARLY = {
  refusal: {
    reason: "contract",
    explanation: "Value 'NOPE' is invalid.",
    fault: { field: "apiOperation", validationType: "INVALID" },
  },
} as const;

const LIMITS = { perMerchant: 500, total: 20_000, merchants: 1_000 };

const totalOf = (tally: FindingTally, merchant?: string): number => {
  const { groups, others } = tally.of(merchant);
  return groups.reduce((sum, { count }) => sum + count, others);
};

describe("the tally of findings", () => {
  it("groups by operation, version, field and rule, and keeps the first example", () => {
    const tally = createFindingTally();
    tally.record(judged("1", [{ got: "first" }], { at: "2030-01-15T10:20:30.400Z" }));
    tally.record(judged("2", [{ got: "second" }], { at: "2030-01-15T10:20:31.400Z" }));
    const { groups, others } = tally.of("A");
    expect(others).to.equal(0);
    expect(groups).to.deep.equal([
      {
        severity: "violation",
        code: "length",
        operation: "PAY",
        version: 60,
        field: "order.reference",
        contract: FINDING.contract,
        section: "2.6",
        refusal: undefined,
        source: "interface",
        count: 2,
        first: {
          exchange: "1",
          at: "2030-01-15T10:20:30.400Z",
          field: "order.reference",
          expected: FINDING.expected,
          got: "first",
          message: FINDING.message,
        },
        last: "2",
      },
    ]);
  });

  const apart: readonly (readonly [what: string, members: Partial<Finding>])[] = [
    ["severity", { severity: "deviation" }],
    ["code", { code: "format" }],
    ["field", { field: "order.id" }],
    ["contract file", { contract: { ...FINDING.contract, file: "scalars.json" } }],
    ["pointer into the contract", { contract: { ...FINDING.contract, pointer: "/properties" } }],
  ];
  for (const [what, members] of apart) {
    it(`keeps apart what differs in its ${what}`, () => {
      const tally = createFindingTally();
      tally.record(judged("1", [{}, members]));
      expect(tally.of("A").groups.map(({ count }) => count)).to.deep.equal([1, 1]);
    });
  }

  it("takes the elements of a list together, and shows which one it was first", () => {
    const tally = createFindingTally();
    tally.record(judged("1", [{ field: "airline.leg[0].fare" }, { field: "airline.leg[11].fare" }]));
    const [group, ...others] = tally.of("A").groups;
    expect(others).to.deep.equal([]);
    expect([group?.field, group?.first.field, group?.count]).to.deep.equal([
      ...["airline.leg[n].fare", "airline.leg[0].fare"],
      2,
    ]);
  });

  it("counts no notes", () => {
    const tally = createFindingTally();
    tally.record(judged("1", [{ severity: "note" }]));
    expect(tally.of("A").groups).to.deep.equal([]);
  });

  it("counts what the contract refused before a schema was asked, and not what a finding tells already", () => {
    const tally = createFindingTally();
    tally.record(exchangeOf("1", EARLY));
    tally.record(judged("2", [{}], EARLY));
    expect(tally.of("A").groups.map(({ code, field, count }) => [code, field, count])).to.deep.equal([
      [undefined, "apiOperation", 1],
      ["length", "order.reference", 1],
    ]);
  });

  it("keeps the path of an unknown member no longer than people read", () => {
    const tally = createFindingTally();
    tally.record(judged("1", [{ field: "x".repeat(100_000) }]));
    expect(JSON.stringify(tally.of("A")).length).to.be.below(2_000);
  });

  it("forgets one merchant, and keeps the others", () => {
    const tally = createFindingTally();
    for (const merchantId of ["A", "B"]) tally.record(judged(merchantId, [{}], { merchantId }));
    tally.forget("A");
    expect([totalOf(tally, "A"), totalOf(tally, "B"), totalOf(tally)]).to.deep.equal([0, 1, 1]);
  });

  it("lets the merchant go that was quiet the longest when there are too many of them, or of their groups", () => {
    const limits = [
      { ...LIMITS, merchants: 2 },
      { ...LIMITS, total: 2 },
    ];
    for (const limit of limits) {
      const tally = createFindingTally(limit);
      for (const merchantId of ["A", "B", "A", "C"]) tally.record(judged("1", [{}], { merchantId }));
      expect(["A", "B", "C"].map((merchant) => totalOf(tally, merchant))).to.deep.equal([2, 0, 1]);
    }
  });

  const findings = fc.array(
    fc.record({
      severity: fc.constantFrom("violation", "deviation"),
      code: fc.constantFrom(...FINDING_CODES),
      field: fc.constantFrom("a", "b[0]", "b[1]", "c"),
    }),
    { maxLength: 6 },
  );

  it("loses no finding, whatever it has groups for, of one merchant and of all", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom("A", "B", undefined), findings), { maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        (requests, perMerchant) => {
          const tally = createFindingTally({ ...LIMITS, perMerchant });
          requests.forEach(([merchantId, found], index) => {
            tally.record(judged(String(index), found, { merchantId }));
          });
          const recorded = (merchant: string): number =>
            requests.reduce((sum, [id, found]) => sum + (id === merchant ? found.length : 0), 0);
          expect(totalOf(tally, "A")).to.equal(recorded("A"));
          expect(totalOf(tally, "B")).to.equal(recorded("B"));
          expect(totalOf(tally)).to.equal(requests.reduce((sum, [, found]) => sum + found.length, 0));
          expect(tally.of("A").groups.length).to.be.at.most(perMerchant);
        },
      ),
    );
  });
});
