import { expect } from "chai";
import fc from "fast-check";
import {
  add,
  decimalsOf,
  formatAmount,
  parseAmount,
  percentOf,
  subtract,
  sumOf,
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

  it("are read from any text as the definition of a decimal says", () => {
    const plainly = (text: string): number | undefined => {
      const [, sign, whole = "", fraction = ""] = /^(-?)(\d*)\.?(\d*)$/.exec(text) ?? [];
      const counted = fraction.replace(/0+$/, "");
      if (sign === undefined || whole + fraction === "" || counted.length > 3) return undefined;
      const value = BigInt(whole) * 1_000n + BigInt(counted.padEnd(3, "0"));
      return value > BigInt(AMOUNT_MAX) ? undefined : Number(sign === "-" && value > 0n ? -value : value);
    };
    const characters = fc.constantFrom(..."0123456789...-e, ".split(""));
    const texts = fc.oneof(
      fc.string({ unit: characters, maxLength: 18 }),
      fc.stringMatching(/^\d{0,14}\.?\d{0,5}$/),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(parseAmount(text)).to.equal(plainly(text));
      }),
      { numRuns: 5_000 },
    );
  });

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
    expect(sumOf(tenths)).to.equal(1_000);
    expect(subtract(sumOf(tenths), 1_000 as Amount)).to.equal(0);
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
