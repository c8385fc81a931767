import type { Operation } from "../../domain/request/operation.ts";
import { twoForms } from "./schema-merge.ts";
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

/** A value at a dotted path of the bodies of some operations. */
interface Place {
  readonly operations: readonly Operation[];
  readonly member: string;
  readonly schema: SchemaNode;
}

/** What mode gateway takes of some operations and no contract lists (schemas/extensions.json). */
export interface Extensions {
  /** Members that are taken too. */
  readonly members: readonly Place[];
  /** Other forms that the values of members may have. */
  readonly forms: readonly Place[];
  /** Required members that another one beside them may stand in for. */
  readonly choices: readonly {
    readonly operations: readonly Operation[];
    /** The lowest version of whose contract this holds. */
    readonly from: number;
    readonly member: string;
    readonly or: string;
  }[];
}

export const NO_EXTENSIONS: Extensions = { members: [], forms: [], choices: [] };

/** The contract that has the member, too. On the way to it groups are made where there are none. */
export function withMember(
  node: SchemaNode,
  [name = "", ...rest]: readonly string[],
  added: SchemaNode,
): SchemaNode {
  const own = memberOf(node, name);
  if (rest.length === 0) return own === undefined ? withNode(node, name, added) : node;
  const group = own ?? { type: "object", additionalProperties: false, "x-source": "assumed" };
  return withNode(node, name, withMember(group, rest, added));
}

/** The contract in which the value of the member, if there is one, may also have the other form. */
export function withForm(
  node: SchemaNode,
  [name = "", ...rest]: readonly string[],
  form: SchemaNode,
): SchemaNode {
  const own = memberOf(node, name);
  if (own === undefined) return node;
  return withNode(node, name, rest.length === 0 ? twoForms(own, form) : withForm(own, rest, form));
}

function withNode(node: SchemaNode, name: string, member: SchemaNode): SchemaNode {
  return { ...node, properties: { ...node.properties, [name]: member } };
}

/** The contract in which the other member beside it may stand in for a required one. */
export function withChoice(
  node: SchemaNode,
  [name = "", ...rest]: readonly string[],
  other: string,
): SchemaNode {
  const { required = [], anyOf } = node;
  const group = memberOf(node, name);
  if (rest.length > 0) return group ? withNode(node, name, withChoice(group, rest, other)) : node;
  if (anyOf !== undefined || !required.includes(name)) return node;
  const choice = [{ required: [name] }, { required: [other] }];
  return { ...node, required: required.filter((it) => it !== name), anyOf: choice };
}
