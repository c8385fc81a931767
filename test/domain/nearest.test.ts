import { expect } from "chai";
import { nearest } from "../../server/domain/nearest.ts";

const CASES: readonly (readonly [word: string, known: readonly string[], meant: string | undefined])[] = [
  ["bsae", ["base", "main"], "base"],
  ["mian", ["base", "main"], "main"],
  ["abse", ["base"], "base"],
  ["DECLIEND", ["DECLINED", "BLOCKED"], "DECLINED"],
  ["CAPTUER", ["CAPTURE"], "CAPTURE"],
  ["orderId", ["order"], "order"],
  ["ORDERIDS", ["order", "orderid"], "orderid"],
  ["base", ["main"], undefined],
  ["seab", ["base"], undefined],
  ["", ["base"], undefined],
  // No word that is known is so long.
  [`base${"x".repeat(200)}`, ["base"], undefined],
];

describe("the nearest known word", () => {
  for (const [word, known, meant] of CASES) {
    it(`to "${word.slice(0, 20)}" among ${known.join(", ")} is ${meant ?? "none"}`, () => {
      expect(nearest(word, known)).to.equal(meant);
    });
  }
});
