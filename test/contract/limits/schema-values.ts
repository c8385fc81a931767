import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { isObject } from "../../../server/domain/json.ts";
import { groupOf, valueIn, withValue } from "./body.ts";
import type { ContractLimits } from "./catalogue/contract-limits.ts";
import { cycle } from "./limit.ts";
import { bodyWith, rowsOf } from "./sample.ts";
import type { SchemaLeaves } from "./schema-leaves.ts";

// Values that a schema itself says are wrong, for the members that no table lists.

/** Values that break the leaf: another JSON type, and whatever its own rules tell. */
export function breakingValues(node: JsonObject): Json[] {
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
export function bodyBreaking(
  limits: ContractLimits,
  schema: SchemaLeaves,
  path: string,
  value: Json,
): JsonObject {
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
