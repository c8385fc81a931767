import { expect } from "chai";
import type { JsonObject } from "../../../server/domain/json.ts";
import type { FindingCode } from "../../../server/domain/record/finding.ts";
import { withValue, without } from "./body.ts";
import { choices, contractNamed, contracts } from "./contracts.ts";
import { judged, knownRows, notRefused, notTaken, shown } from "./judging.ts";
import { bodyWith, fullBody, smallestBody } from "./sample.ts";

describe("What the specification allows", () => {
  for (const limits of contracts) {
    it(`is taken by ${limits.name} in its smallest body`, () => {
      expect(notTaken(judged(limits, smallestBody(limits)))).to.equal(undefined);
    });

    it(`is taken by ${limits.name} in a body with every field`, () => {
      const { findings } = judged(limits, fullBody(limits, knownRows(limits)));
      const faults = findings.filter(({ severity }) => severity !== "note");
      expect(faults.map(({ message }) => message)).to.deep.equal([]);
    });

    it(`is taken by ${limits.name} at every boundary`, () => {
      const failures = knownRows(limits).flatMap(([path, limit]) =>
        limit.name === "Group"
          ? []
          : limit.taken.flatMap((value) => {
              const fault = notTaken(judged(limits, bodyWith(limits, path, value)));
              return fault === undefined ? [] : [`${path} = ${shown(value)}: ${fault}`];
            }),
      );
      expect(failures).to.deep.equal([]);
    });
  }
});

describe("What the specification forbids", () => {
  for (const limits of contracts) {
    it(`is refused by ${limits.name} in every field and every way`, () => {
      const failures = knownRows(limits).flatMap(([path, limit]) =>
        limit.refused.flatMap(({ value, codes }) => {
          const judgement = judged(limits, bodyWith(limits, path, value));
          const fault = notRefused(judgement, { field: path, codes, validationType: "INVALID" });
          return fault === undefined ? [] : [`${shown(value)} as ${limit.name}: ${fault}`];
        }),
      );
      expect(failures).to.deep.equal([]);
    });
  }
});

describe("Members of which one must be there", () => {
  for (const { what, of, set = {}, out, missing } of choices) {
    it(`judges ${what}`, () => {
      const failures = of.flatMap((name) => {
        const limits = contractNamed(name);
        const full = Object.entries(set).reduce(
          (body, [path, value]) => withValue(body, path, value),
          smallestBody(limits),
        );
        const judgement = judged(limits, out === undefined ? full : without(full, out));
        const fault =
          missing === undefined
            ? notTaken(judgement)
            : notRefused(judgement, { field: missing, codes: ["missing"], validationType: "MISSING" });
        return fault === undefined ? [] : [`${name}: ${fault}`];
      });
      expect(failures).to.deep.equal([]);
    });
  }
});

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
