import type { SchemaNode } from "../schema/schema-node.ts";

const VALUES_MAX = 400;

/** What a rule asks for, in words: "text of 1 to 40 characters". */
export function expectationOf(node: SchemaNode): string {
  if (node.anyOf && node.type === undefined) return node.anyOf.map(expectationOf).join(", or ");
  if (node.const !== undefined) return `the text ${JSON.stringify(node.const)}`;
  if (node.enum) return `one of ${listed(node.enum)}`;
  if (node.type === "object")
    return `a JSON object${extent(node.minProperties, node.maxProperties, "member")}`;
  if (node.type === "array") return `a JSON array${extent(node.minItems, node.maxItems, "element")}`;
  if (node.type === "boolean") return "true or false";
  return node.type === "string" ? textExpectation(node) : numberExpectation(node);
}

/** Names in a row, cut where it becomes too long to read. */
export function listed(names: readonly string[], longest = VALUES_MAX): string {
  const list = names.join(", ");
  return list.length > longest ? `${list.slice(0, list.lastIndexOf(",", longest))}, …` : list;
}

function textExpectation(node: SchemaNode): string {
  const type = node["x-type"];
  const text = `${type === undefined ? "" : `${type} as `}text${extent(node.minLength, node.maxLength, "character")}`;
  return node.description === undefined ? text : `${text} (${node.description})`;
}

function numberExpectation(node: SchemaNode): string {
  const name = node.type === "integer" ? "a JSON number without a fraction" : "a JSON number";
  const decimals = node["x-maxDecimals"];
  const range = rangeOf(node.minimum ?? node.exclusiveMinimum, node.maximum ?? node.exclusiveMaximum);
  return `${name}${range}${decimals === undefined ? "" : ` with at most ${decimals} decimals`}`;
}

function rangeOf(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`;
  if (least !== undefined) return ` of at least ${least}`;
  return most === undefined ? "" : ` of at most ${most}`;
}

function extent(least: number | undefined, most: number | undefined, unit: string): string {
  const units = (count: number) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (least !== undefined && least === most) return ` of exactly ${units(least)}`;
  if (least !== undefined && most !== undefined) return ` of ${least} to ${units(most)}`;
  if (least !== undefined) return ` of at least ${units(least)}`;
  return most === undefined ? "" : ` of at most ${units(most)}`;
}
