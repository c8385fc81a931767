import type { ContractPlace } from "../../domain/record/difference.ts";
import { fieldOf } from "../schema/body-path.ts";
import type { BodyPath } from "../schema/body-path.ts";
import { isChoiceOfMembers, memberOf, originOf, shapeOf } from "../schema/schema-node.ts";
import type { SchemaNode } from "../schema/schema-node.ts";

/** The nodes that a path leads to: two where a value has two forms, none where the tree does not know it. */
export function nodesAt(tree: SchemaNode, path: BodyPath): readonly SchemaNode[] {
  let nodes = formsOf(tree);
  for (const step of path) nodes = nodes.flatMap((node) => below(node, step));
  return nodes;
}

function formsOf(node: SchemaNode): readonly SchemaNode[] {
  return node.anyOf && !isChoiceOfMembers(node) ? node.anyOf.flatMap(formsOf) : [node];
}

function below(node: SchemaNode, step: string | number): readonly SchemaNode[] {
  const { items, additionalProperties } = node;
  const rest = typeof additionalProperties === "object" ? additionalProperties : undefined;
  const next = typeof step === "number" ? items : (memberOf(node, step) ?? rest);
  return next ? formsOf(next) : [];
}

/** Where the tree says something of a member: its own rule, or that of the last object on the way that has no such member. */
export function placeOf(tree: SchemaNode, path: BodyPath, keyword: string): ContractPlace {
  const [node] = nodesAt(tree, path);
  if (node) return originOf(node, keyword);
  return path.length === 0
    ? originOf(tree, keyword)
    : placeOf(tree, path.slice(0, -1), "additionalProperties");
}

/**
 * The path as contracts have it, for counting over many bodies: any element is `[n]`, any member of a map `*`.
 * It is the first tree that knows the path that says what is a map.
 */
export function memberName(trees: readonly SchemaNode[], path: BodyPath): string {
  let nodes = formsOf(trees.find((one) => nodesAt(one, path).length > 0) ?? {});
  const steps = path.map((step) => {
    const isOfMap = typeof step === "string" && nodes.some((node) => shapeOf(node) === "map");
    nodes = nodes.flatMap((node) => below(node, step));
    return isOfMap ? "*" : step;
  });
  return fieldOf(steps).replaceAll(/\[\d+\]/g, "[n]");
}
