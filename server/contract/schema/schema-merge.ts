import { loosened, unbounded } from "./bounds.ts";
import { mergedLeaf, twoForms } from "./leaf-merge.ts";
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
