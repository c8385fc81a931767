import { rmSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { judgeWith, summary } from "./fixtures/questions.ts";
import { writeSmallGateway } from "./fixtures/small-gateway.ts";

describe("precedence of findings", () => {
  const folder = writeSmallGateway();
  const judge = judgeWith(folder);
  after(() => {
    rmSync(folder, { recursive: true });
  });

  /** One fault of each kind, in the reverse of their precedence. */
  const FAULTS = {
    item: [],
    placedOn: "tomorrow",
    dutyAmount: -1,
    reference: "",
    amount: 1,
    surprise: 1,
  };
  const EXPECTED = [
    "violation unknown order.surprise",
    "violation missing order.currency",
    "violation type order.amount",
    "violation fixed apiOperation",
    "violation enumeration sourceOfFunds.type",
    "violation length order.reference",
    "violation range order.dutyAmount",
    "violation format order.placedOn",
    "violation count order.item",
  ];

  it("is unknown, missing, type, fixed, enumeration, length, range, format, count, however the body is ordered", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(Object.entries(FAULTS), { minLength: 6 }),
        fc.boolean(),
        (members, orderFirst) => {
          const order = ["order", Object.fromEntries(members)];
          const rest = [
            ["sourceOfFunds", { type: "NONE" }],
            ["apiOperation", "NONE"],
          ];
          const body = JSON.stringify(Object.fromEntries(orderFirst ? [order, ...rest] : [...rest, order]));
          expect(summary(judge(body).findings)).to.deep.equal(EXPECTED);
        },
      ),
    );
  });

  it("is within one kind the order in which the members were written", () => {
    const written = (first: string, second: string) =>
      `{"apiOperation":"PAY","order":{"amount":"1","currency":"EUR","${first}":1,"${second}":1}}`;
    for (const [first, second] of [
      ["a", "b"],
      ["b", "a"],
      ["reference", "placedOn"],
      ["placedOn", "reference"],
    ] as const) {
      expect(judge(written(first, second)).refusal?.fault?.field).to.equal(`order.${first}`);
    }
  });

  it("is for missing members the order of the contract", () => {
    const { findings } = judge({ order: { reference: "r" } }, { version: 60 });
    expect(summary(findings)).to.deep.equal([
      "violation missing apiOperation",
      "violation missing order.amount",
      "violation missing order.currency",
      "violation missing payment.id",
    ]);
  });

  it("tells a value of the wrong type once, not again for its value", () => {
    const { findings } = judge({
      apiOperation: 1,
      order: { amount: "1", currency: "EUR" },
      sourceOfFunds: { type: 1 },
    });
    expect(summary(findings)).to.deep.equal([
      "violation type apiOperation",
      "violation type sourceOfFunds.type",
    ]);
  });
});
