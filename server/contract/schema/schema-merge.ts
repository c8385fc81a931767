import { encloses, loosened, unbounded } from "./bounds.ts";
import { memberOf, shapeOf } from "./schema-node.ts";
import type { SchemaNode, SchemaNodes } from "./schema-node.ts";

/**
 * The contract between two contracts: what either neighbour takes, with the looser limits; required is
 * what the lower one requires (assumption A8). A group that only the higher one knows keeps its own
 * inner requirements (assumption A9).
 */
export function merged(lower: SchemaNode, higher: SchemaNode): SchemaNode {
  const shape = shapeOf(lower);
  if (shape !== shapeOf(higher)) return twoForms(lower, higher);
  if (shape === "leaf") return mergedLeaf(lower, higher);
  if (shape === "array") return mergedArray(lower, higher);
  if (shape === "map") return mergedMap(lower, higher);
  return mergedObject(lower, higher);
}

function mergedObject(lower: SchemaNode, higher: SchemaNode): SchemaNode {
  const added = Object.entries(higher.properties ?? {}).filter(
    ([name]) => memberOf(lower, name) === undefined,
  );
  const properties: SchemaNodes = {
    ...Object.fromEntries(
      Object.entries(lower.properties ?? {}).map(([name, node]) => {
        const other = memberOf(higher, name);
        return [name, other ? merged(node, other) : node];
      }),
    ),
    ...Object.fromEntries(added),
  };
  return { ...withLooserBounds(lower, higher), properties };
}

function mergedArray(lower: SchemaNode, higher: SchemaNode): SchemaNode {
  const { items, ...array } = withLooserBounds(lower, higher);
  return items && higher.items ? { ...array, items: merged(items, higher.items) } : array;
}

function mergedMap(lower: SchemaNode, higher: SchemaNode): SchemaNode {
  const { propertyNames, additionalProperties, ...map } = withLooserBounds(lower, higher);
  const names = propertyNames && higher.propertyNames && mergedLeaf(propertyNames, higher.propertyNames);
  const [one, other] = [additionalProperties, higher.additionalProperties];
  return {
    ...map,
    ...(names && { propertyNames: names }),
    ...(one && other && { additionalProperties: merged(one, other) }),
  };
}

function withLooserBounds(lower: SchemaNode, higher: SchemaNode): SchemaNode {
  const { values, sources } = loosened(lower, higher);
  return { ...unbounded(lower), ...values, "x-origin": [...sources, ...(lower["x-origin"] ?? [])] };
}

/** The looser of two rules for one value; both side by side where they have no simple looser form. */
function mergedLeaf(lower: SchemaNode, higher: SchemaNode): SchemaNode {
  if (lower.type !== higher.type) return twoForms(lower, higher);
  const [values, more] = [valuesOf(lower), valuesOf(higher)];
  if (values && more) return mergedValues(lower, higher);
  if (values || more) return twoForms(lower, higher);
  if (textRule(lower) === textRule(higher)) {
    const { values: bounds, sources } = loosened(lower, higher);
    return { ...unbounded(lower), ...bounds, "x-origin": [...sources, ...(lower["x-origin"] ?? [])] };
  }
  if (isPlain(lower) && encloses(lower, higher)) return lower;
  if (isPlain(higher) && encloses(higher, lower)) return higher;
  return twoForms(lower, higher);
}

/** Either form is taken; the lower contract's comes first, as its findings are the ones to be told. */
export function twoForms(lower: SchemaNode, higher: SchemaNode): SchemaNode {
  const { "x-source": source, "x-section": section, "x-origin": origin } = lower;
  return {
    ...(source && { "x-source": source }),
    ...(section !== undefined && { "x-section": section }),
    ...(origin && { "x-origin": origin }),
    anyOf: [lower, higher],
  };
}

function mergedValues(lower: SchemaNode, higher: SchemaNode): SchemaNode {
  const [values, more] = [valuesOf(lower) ?? [], valuesOf(higher) ?? []];
  const added = more.filter((value) => !values.includes(value));
  if (added.length === 0) return lower;
  const { const: fixed, ...node } = lower;
  const keyword = fixed === undefined ? "enum" : "const";
  const origin = (lower["x-origin"] ?? []).map((source) => ({
    ...source,
    keywords: source.keywords.map((name) => (name === keyword ? "enum" : name)),
  }));
  return { ...node, enum: [...values, ...added], "x-origin": origin };
}

function valuesOf(node: SchemaNode): SchemaNode["enum"] {
  return node.const === undefined ? node.enum : [node.const];
}

function isPlain(node: SchemaNode): boolean {
  return textRule(node) === textRule({});
}

/** What a leaf asks of a value apart from type and bounds. */
function textRule({ pattern, format, multipleOf, anyOf }: SchemaNode): string {
  return JSON.stringify([pattern ?? "", format ?? "", multipleOf ?? 0, anyOf ?? []]);
}
