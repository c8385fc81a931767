import { expect } from "chai";
import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { objectPaths, without } from "./body.ts";
import type { ContractLimits } from "./contracts.ts";
import { contracts } from "./contracts.ts";
import { withValue } from "./body.ts";
import { judged, knownRows, notRefused, type Expected } from "./judging.ts";
import { bodyWith, fullBody, rowsOf, smallestBody } from "./sample.ts";

const present = (fault: string | undefined): string[] => (fault === undefined ? [] : [fault]);

/** What the gateway names when the member is missing: a group by the first member that it would need. */
function namesOf(limits: ContractLimits, path: string): string[] {
  const needed = rowsOf(limits).flatMap(([one, , required]) => (required === undefined ? [] : [one]));
  const wanted = [...limits.required, ...limits.minimal, ...needed];
  const below = wanted.filter((one) => one.startsWith(`${path}.`));
  return limits.required.some((one) => below.includes(one)) ? below : [path, ...below];
}

function notMissed(limits: ContractLimits, body: JsonObject, path: string): string[] {
  const judgement = judged(limits, without(body, path));
  const missing = { codes: ["missing"], validationType: "MISSING" } as const;
  const faults = namesOf(limits, path).map((field) => notRefused(judgement, { field, ...missing }));
  return faults.includes(undefined) ? [] : [String(faults[0])];
}

/** The full body with one value changed, and how it must be refused. */
function changed(limits: ContractLimits): (value: Json, expected: Expected) => string[] {
  const full = fullBody(limits, knownRows(limits));
  return (value, expected) =>
    present(notRefused(judged(limits, withValue(full, expected.field, value)), expected));
}

describe("Members of a request", () => {
  for (const limits of contracts) {
    it(`are missed by ${limits.name} when they are required`, () => {
      const smallest = smallestBody(limits);
      const failures = limits.required.flatMap((path) => notMissed(limits, smallest, path));
      expect(failures).to.deep.equal([]);
    });

    it(`are missed by ${limits.name} when their group requires them`, () => {
      const needed = knownRows(limits).filter(([, , required]) => required === "R");
      const failures = needed.flatMap(([field, limit]) => {
        return notMissed(limits, bodyWith(limits, field, limit.taken[0]), field);
      });
      expect(failures).to.deep.equal([]);
    });

    it(`are refused by ${limits.name} when no version has them, in every group`, () => {
      const refusedWith = changed(limits);
      const groups = objectPaths(fullBody(limits, knownRows(limits))).filter((one) => one !== "order.custom");
      const failures = groups.flatMap((group) => {
        const field = group === "" ? "sandboxUnknown" : `${group}.sandboxUnknown`;
        return refusedWith("x", { field, codes: ["unknown"], validationType: "UNSUPPORTED" });
      });
      expect(failures).to.deep.equal([]);
    });

    it(`are refused by ${limits.name} when only other versions or operations have them`, () => {
      const failures = limits.absent.flatMap((field) => {
        const judgement = judged(limits, withValue(smallestBody(limits), field, "X"));
        return present(notRefused(judgement, { field, codes: ["unknown"], validationType: "UNSUPPORTED" }));
      });
      expect(failures).to.deep.equal([]);
    });

    it(`are refused by ${limits.name} when a group is no object or a list no list`, () => {
      const refusedWith = changed(limits);
      const paths = objectPaths(fullBody(limits, knownRows(limits))).filter((one) => one !== "");
      const failures = paths.flatMap((path) => {
        const list = path.replace(/\[0\]$/u, "");
        const type = { codes: ["type"], validationType: "INVALID" } as const;
        const inGroup = ["text", 7, null].flatMap((value) => refusedWith(value, { field: path, ...type }));
        if (list === path) return [...inGroup, ...refusedWith([], { field: path, ...type })];
        const empty = refusedWith([], { field: list, codes: ["count"], validationType: "INVALID" });
        return [...inGroup, ...empty, ...refusedWith({}, { field: list, ...type })];
      });
      expect(failures).to.deep.equal([]);
    });
  }
});
