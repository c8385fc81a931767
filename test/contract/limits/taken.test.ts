import { expect } from "chai";
import { contracts } from "./catalogue/contracts.ts";
import { judged, knownRows, notTaken, shown } from "./judging.ts";
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
        limit.name === "group"
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
