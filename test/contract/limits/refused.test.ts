import { expect } from "chai";
import { contracts } from "./catalogue/contracts.ts";
import { judged, knownRows, notRefused, shown } from "./judging.ts";
import { bodyWith } from "./sample.ts";

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
