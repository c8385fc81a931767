import { merged } from "./schema-merge.ts";
import { isChoiceOfMembers, memberOf, shapeOf } from "./schema-node.ts";
import type { SchemaNode, SchemaNodes } from "./schema-node.ts";

/**
 * A contract that takes every member that one of the others takes and requires none of them: what is put together
 * piece by piece is never complete. What the contract says itself goes before (assumption A150).
 */
export function composed(own: SchemaNode, others: readonly SchemaNode[]): SchemaNode {
  return overlaid(own, unrequired(others.reduce(merged)));
}

function overlaid(own: SchemaNode, others: SchemaNode): SchemaNode {
  if (shapeOf(own) !== "object" || shapeOf(others) !== "object") return own;
  const members = Object.entries(own.properties ?? {}).map(([name, node]): [string, SchemaNode] => {
    const other = memberOf(others, name);
    return [name, other ? overlaid(node, other) : node];
  });
  return { ...own, properties: { ...others.properties, ...Object.fromEntries(members) } };
}

/** Keywords by which a node asks for members; `anyOf` may, or may list the forms of a value. */
const REQUIRING = ["anyOf", "required"];

function unrequired(node: SchemaNode): SchemaNode {
  const { anyOf, properties, items } = node;
  const rules = Object.entries(node).filter(([keyword]) => !REQUIRING.includes(keyword));
  const forms = anyOf === undefined || isChoiceOfMembers(node) ? undefined : anyOf.map(unrequired);
  return {
    ...(Object.fromEntries(rules) as SchemaNode),
    ...(forms && { anyOf: forms }),
    ...(properties && { properties: eachUnrequired(properties) }),
    ...(items && { items: unrequired(items) }),
  };
}

function eachUnrequired(properties: SchemaNodes): SchemaNodes {
  return Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, unrequired(node)]));
}
