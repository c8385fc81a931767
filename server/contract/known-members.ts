import { isObject } from "../domain/json.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { memberOf, shapeOf } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";

/** The members of a body that the contract's tree has; groups of which nothing is left are left out, too. */
export function known(body: JsonObject, tree: SchemaNode): JsonObject {
  const members = Object.entries(body).flatMap(([name, value]): [string, Json][] => {
    const node = memberOf(tree, name);
    const part = node === undefined || value === undefined ? undefined : knownPart(value, node);
    return part === undefined ? [] : [[name, part]];
  });
  return Object.fromEntries(members);
}

function knownPart(value: Json, node: SchemaNode): Json | undefined {
  if (isObject(value) && shapeOf(node) === "object") {
    const part = known(value, node);
    return Object.keys(part).length > 0 ? part : undefined;
  }
  const { items } = node;
  if (!Array.isArray(value) || items === undefined) return value;
  return (value as readonly Json[]).flatMap((item) => knownPart(item, items) ?? []);
}
