import { memberOf, shapeOf } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";

/**
 * The contract with every member that only the newest one knows added to it; nothing else changes. The
 * live gateway takes such members in older versions, and so does mode gateway (assumption A10).
 */
export function extended(node: SchemaNode, newest: SchemaNode): SchemaNode {
  const shape = shapeOf(node);
  if (shape !== shapeOf(newest)) return node;
  if (shape === "array" && node.items && newest.items) {
    return { ...node, items: extended(node.items, newest.items) };
  }
  if (shape !== "object") return node;
  const own = Object.entries(node.properties ?? {}).map(([name, member]) => {
    const other = memberOf(newest, name);
    return [name, other ? extended(member, other) : member] as const;
  });
  const added = Object.entries(newest.properties ?? {}).filter(
    ([name]) => memberOf(node, name) === undefined,
  );
  return { ...node, properties: Object.fromEntries([...own, ...added]) };
}
