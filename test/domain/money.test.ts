import { expect } from "chai";
import fc from "fast-check";
import {
  add,
  decimalsOf,
  formatAmount,
  parseAmount,
  percentOf,
  subtract,
  toNumber,
} from "../../server/domain/money.ts";
import type { Amount } from "../../server/domain/money.ts";

const AMOUNT_MAX = 1_000_000_000_000_000;

describe("amounts", () => {
  const texts: readonly (readonly [string, number | undefined])[] = [
    ["12.34", 12_340],
    ["0", 0],
    ["0.001", 1],
    ["100", 100_000],
    ["5.", 5_000],
    [".5", 500],
    ["1.2300", 1_230],
    ["1000000000000", AMOUNT_MAX],
    ["-1.50", -1_500],
    ["-0", 0],
    ["1.2345", undefined],
    ["", undefined],
    [".", undefined],
    ["1,5", undefined],
    ["1e3", undefined],
    ["99999999999999999999", undefined],
  ];
  for (const [text, value] of texts) {
    it(`reads "${text}" as ${value === undefined ? "no amount" : `${value} thousandths`}`, () => {
      expect(parseAmount(text)).to.equal(value);
    });
  }

  it("come back from their text and their number as they went", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: AMOUNT_MAX }), (thousandths) => {
        const amount = thousandths as Amount;
        expect(parseAmount(formatAmount(amount))).to.equal(amount);
        expect(Math.round(toNumber(amount) * 1000)).to.equal(amount);
      }),
    );
  });

  it("are added and taken away exactly, where binary fractions would not be", () => {
    const tenths = Array.from({ length: 10 }, () => parseAmount("0.1") ?? (0 as Amount));
    expect(add(...tenths)).to.equal(1_000);
    expect(subtract(add(...tenths), 1_000 as Amount)).to.equal(0);
  });

  it("refuse a sum that is no longer exact", () => {
    expect(() => add(Number.MAX_SAFE_INTEGER as Amount, 1 as Amount)).to.throw(RangeError);
  });

  it("take percentages rounded down to the thousandth", () => {
    expect(percentOf(parseAmount("33.33") ?? (0 as Amount), 10)).to.equal(3_333);
  });

  it("count the decimals that were written, not those that matter", () => {
    expect([decimalsOf("1.500"), decimalsOf("1"), decimalsOf("1.")]).to.deep.equal([3, 0, 0]);
  });
});
