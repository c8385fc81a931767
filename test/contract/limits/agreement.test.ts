import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { contracts } from "./catalogue/contracts.ts";
import type { ContractLimits } from "./catalogue/contract-limits.ts";
import { judged, notRefused, schemaFolder, shown } from "./judging.ts";
import { rowsOf } from "./sample.ts";
import { schemaLeaves, type SchemaLeaf, type SchemaLeaves } from "./schema-leaves.ts";
import { bodyBreaking, breakingValues } from "./schema-values.ts";

/** Operations that the specification's tables do not have; integrations need them. */
const BEYOND =
  /^(authenticate-payer|create-checkout-session|create-or-update-token|create-session|create-token|initiate-authentication|update-session)\./;

function fileOf({ operation, version }: ContractLimits): string {
  return `${operation.toLowerCase().replaceAll("_", "-")}.v${version}.json`;
}

function schemaOf(limits: ContractLimits): SchemaLeaves {
  return schemaLeaves(`requests/${fileOf(limits)}`);
}

/** What the enumeration of a schema has too much or too little. */
function enumerationFaults(limits: ContractLimits, { path, node }: SchemaLeaf): string[] {
  const members = rowsOf(limits).find(([one]) => one === path)?.[1].members;
  if (members === undefined) return [];
  const found = [...((node["enum"] ?? [node["const"]]) as readonly string[])];
  const maybe = members.maybe === "any" ? found : members.maybe;
  const lacking = members.sure.filter((one) => !found.includes(one)).map((one) => `${path} lacks ${one}`);
  const extra = found.filter((one) => !members.sure.includes(one) && !maybe.includes(one));
  return [...lacking, ...extra.map((one) => `${path} has ${one}`)];
}

describe("The schemas and the specification's tables", () => {
  it("agree on which contracts there are", () => {
    const files = readdirSync(join(schemaFolder, "requests")).filter((name) => !BEYOND.test(name));
    expect(files).to.have.members(contracts.map(fileOf));
  });

  for (const limits of contracts) {
    it(`agree on which members of ${limits.name} are the specification's`, () => {
      const { leaves } = schemaOf(limits);
      const rows = new Set(rowsOf(limits).map(([path]) => path));
      const listed = new Set(limits.listed.map(([path]) => path));
      const failures = leaves.flatMap(({ path, node }) => {
        if (node["x-source"] === "interface" && !rows.has(path)) return [`${path} is in no table`];
        if (node["x-source"] !== "interface" && listed.has(path)) return [`${path} is not marked interface`];
        return [];
      });
      expect(failures).to.deep.equal([]);
    });

    it(`agree on every enumeration of ${limits.name}`, () => {
      const failures = schemaOf(limits).leaves.flatMap((leaf) => enumerationFaults(limits, leaf));
      expect(failures).to.deep.equal([]);
    });

    it(`leave no member of ${limits.name} unguarded, whoever lists it`, () => {
      const schema = schemaOf(limits);
      // What has a row is broken in every way where the rows are.
      const rows = new Set(rowsOf(limits).map(([path]) => path));
      const failures = schema.leaves.flatMap(({ path, node }) =>
        (rows.has(path) ? breakingValues(node).slice(0, 1) : breakingValues(node)).flatMap((value) => {
          const judgement = judged(limits, bodyBreaking(limits, schema, path, value));
          const codes = ["type", "fixed", "enumeration", "length", "range", "format"] as const;
          const fault = notRefused(judgement, { field: path, codes, validationType: "INVALID" });
          return fault === undefined ? [] : [`${shown(value)}: ${fault}`];
        }),
      );
      expect(failures).to.deep.equal([]);
    });
  }
});
