import { expect } from "chai";
import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { isObject } from "../../../server/domain/json.ts";
import { groupOf, valueIn, withValue } from "./body.ts";
import { contracts } from "./contracts.ts";
import type { ContractLimits } from "./contracts.ts";
import { judged, notRefused, shown } from "./judging.ts";
import { bodyWith, rowsOf } from "./sample.ts";
import { schemaLeaves, type SchemaLeaf, type SchemaLeaves } from "./schema-leaves.ts";
import { cycle } from "./types.ts";

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

// Values that a schema itself says are wrong, for the members that no table lists.

/** Values that break the leaf: another JSON type, and whatever its own rules tell. */
function breakingValues(node: JsonObject): Json[] {
  const { type, minimum, maximum, maxLength, minLength } = node;
  if (type === "boolean") return ["true", 1];
  if (type === "integer" || type === "number") {
    const low = typeof minimum === "number" ? [minimum - 1] : [];
    const high = typeof maximum === "number" && maximum < 1e15 ? [maximum + 1] : [];
    return ["7", ...low, ...high];
  }
  if (type === "object") return ["text", null];
  const long = typeof maxLength === "number" ? ["1".repeat(maxLength + 1)] : [];
  const short = typeof minLength === "number" && minLength > 0 ? ["1".repeat(minLength - 1)] : [];
  const other = "enum" in node || "const" in node ? ["NOT_A_MEMBER"] : [];
  const odd = "pattern" in node || "format" in node ? ["\u0000 ü"] : [];
  return [7, ...long, ...short, ...other, ...odd];
}

/** The smallest body with the leaf set, and with what the schema requires in the groups on the way. */
function bodyBreaking(limits: ContractLimits, schema: SchemaLeaves, path: string, value: Json): JsonObject {
  let body = bodyWith(limits, path, value);
  for (const wanted of schema.required) {
    const group = groupOf(wanted);
    const leaf = schema.leaves.find((one) => one.path === wanted);
    if (leaf === undefined || valueIn(body, wanted) !== undefined) continue;
    if (group === "" || isObject(valueIn(body, group))) {
      body = withValue(body, wanted, sampleOf(limits, leaf.path, leaf.node));
    }
  }
  return body;
}

const SAMPLES: Readonly<Record<string, string>> = {
  Date: "2026-01-31",
  DateTime: "2026-01-31T10:15:30.123Z",
  Email: "payer@example.com",
  Url: "https://shop.example.com/back",
};

function sampleOf(limits: ContractLimits, path: string, node: JsonObject): Json {
  const row = rowsOf(limits).find(([one]) => one === path);
  if (row !== undefined) return row[1].taken[0];
  if (Array.isArray(node["enum"])) return (node["enum"] as readonly Json[])[0] ?? null;
  if (node["type"] === "boolean") return true;
  if (node["type"] === "number" || node["type"] === "integer") return 1;
  const type = node["x-type"];
  const named = typeof type === "string" ? SAMPLES[type] : undefined;
  return named ?? cycle("1", typeof node["minLength"] === "number" ? node["minLength"] : 1);
}

describe("The schemas and the specification's tables", () => {
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
