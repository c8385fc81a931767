import { expect } from "chai";
import type { JsonObject } from "../../../server/domain/json.ts";
import type { FindingCode } from "../../../server/domain/record/finding.ts";
import { contracts } from "./catalogue/contracts.ts";
import { judged, notTaken } from "./judging.ts";
import { smallestBody } from "./sample.ts";
import { withValue } from "./body.ts";

// order.custom.X: up to 50 fields, X of 1-99 characters of A-Z a-z 0-9 (interface sections 2.3 and 8).

function fields(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${String(index)}`, "x"]));
}

const named = (name: string): JsonObject => ({ [name]: "x" });

const taken: readonly JsonObject[] = [fields(50), named("x".repeat(99)), named("Z"), named("0")];

const refused: readonly (readonly [custom: JsonObject, code: FindingCode])[] = [
  [fields(51), "count"],
  [named("x".repeat(100)), "unknown"],
  [named(""), "unknown"],
  [named("two words"), "unknown"],
  [named("a-b"), "unknown"],
  [named("ünlich"), "unknown"],
  [{ group: { inside: "x" } }, "type"],
];

describe("The fields that a merchant names", () => {
  for (const limits of contracts) {
    const sure = [...limits.listed, ...limits.assumed];
    if (!sure.some(([path]) => path.startsWith("order.custom."))) continue;
    const withCustom = (custom: JsonObject) =>
      judged(limits, withValue(smallestBody(limits), "order.custom", custom));

    it(`are counted and their names held against the rule by ${limits.name}`, () => {
      const faults = taken.map((custom) => notTaken(withCustom(custom)));
      expect(faults.filter((fault) => fault !== undefined)).to.deep.equal([]);
      const codes = refused.map(([custom]) => withCustom(custom).findings[0]?.code);
      expect(codes).to.deep.equal(refused.map(([, code]) => code));
    });
  }
});
