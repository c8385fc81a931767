import type { ContractPlace } from "../../domain/record/difference.ts";
import type { Operation } from "../../domain/request/operation.ts";
import type { Contract } from "../judge/contract.ts";
import { expectationOf } from "../judge/explanation.ts";
import { fieldOf } from "../schema/body-path.ts";
import type { BodyPath } from "../schema/body-path.ts";
import { BOUNDS } from "../schema/bounds.ts";
import { otherNames } from "../schema/renames.ts";
import { isChoiceOfMembers, originOf, shapeOf } from "../schema/schema-node.ts";
import type { SchemaNode } from "../schema/schema-node.ts";
import { nodesAt } from "../schema/schema-tree.ts";
import type { Side } from "./difference.ts";
import type { Names } from "./upgrade.ts";

/** One member that a contract knows. */
export interface ContractField {
  /** Dotted; an element of a list is `leg[n]`, a member of any name `order.custom.*`. */
  readonly field: string;
  /** Whether its group must have it. */
  readonly isRequired: boolean;
  /** JSON types that it may have; `map` is an object whose members have any name. */
  readonly types: readonly string[];
  /** What is asked of its value, in words. */
  readonly expected: string;
  /** The bounds, by the names that JSON Schema has for them. */
  readonly limits: Readonly<Record<string, number>>;
  readonly pattern: string | undefined;
  /** The only values that it may have. */
  readonly values: readonly string[] | undefined;
  /** Of a group: members of which one must be there. */
  readonly oneOf: readonly string[] | undefined;
  /** Whether the specification lists it, or it was completed from public facts. */
  readonly source: "interface" | "assumed";
  readonly section: string | undefined;
  /** The schema file, and its place in it. */
  readonly place: ContractPlace;
}

/** One member of which two contracts say something else. */
export interface FieldDifference {
  readonly kind: "added" | "removed" | "renamed" | "changed";
  /** As the older side calls it; of what was added, as the newer one does. */
  readonly field: string;
  /** Of what is renamed or moved. */
  readonly newName: string | undefined;
  readonly from: FieldSide | undefined;
  readonly to: FieldSide | undefined;
}

/** What one contract says of it. */
export type FieldSide = Pick<
  ContractField,
  "expected" | "isRequired" | "oneOf" | "pattern" | "place" | "values"
>;

interface FieldAt {
  readonly path: BodyPath;
  readonly field: ContractField;
}

/** A contract as a list. */
export interface ContractFields extends Pick<Contract, "resolution" | "used"> {
  /** What it is called in this version. */
  readonly operation: Operation;
  readonly version: number;
  readonly fields: readonly ContractField[];
}

/** Every member that a contract knows, each group before its members, in the order of the schema. */
export function fieldsOf({ operation, version, contract }: Side): ContractFields {
  const { used, resolution, tree } = contract;
  const fields = fieldsBelow(tree(), []).map(({ field }) => field);
  return { operation, version, used, resolution, fields };
}

function fieldsBelow(node: SchemaNode, path: BodyPath): readonly FieldAt[] {
  const { properties = {}, items, additionalProperties, required = [] } = node;
  const forms = node.anyOf === undefined || isChoiceOfMembers(node) ? [] : node.anyOf;
  const rest = typeof additionalProperties === "object" ? additionalProperties : undefined;
  return [
    ...Object.entries(properties).flatMap(([name, member]) =>
      fieldAt(member, [...path, name], required.includes(name)),
    ),
    ...(rest ? fieldAt(rest, [...path, "*"], false) : []),
    ...(items ? fieldAt(items, [...path, 0], false) : []),
    ...forms.flatMap((form) => fieldsBelow(form, path)),
  ];
}

function fieldAt(node: SchemaNode, path: BodyPath, isRequired: boolean): readonly FieldAt[] {
  const isChoice = isChoiceOfMembers(node);
  const forms = node.anyOf === undefined || isChoice ? [node] : node.anyOf;
  const values = forms.flatMap(({ enum: known, const: only }) => known ?? only ?? []);
  const field: ContractField = {
    field: fieldOf(path).replaceAll(/\[0\]/g, "[n]"),
    isRequired,
    types: [...new Set(forms.map(typeOf))],
    expected: expectationOf(node),
    limits: Object.fromEntries(
      BOUNDS.flatMap((bound) => (node[bound] === undefined ? [] : [[bound, node[bound]] as const])),
    ),
    pattern: node.pattern,
    values: values.length === 0 ? undefined : values,
    oneOf: isChoice ? node.anyOf?.map(({ required = [] }) => required.join(" and ")) : undefined,
    source: node["x-source"] ?? "assumed",
    section: node["x-section"],
    place: originOf(node, ""),
  };
  return [{ path, field }, ...fieldsBelow(node, path)];
}

function typeOf(node: SchemaNode): string {
  const shape = shapeOf(node);
  return shape === "leaf" ? (node.type ?? "any") : shape;
}

/** What a client has to know that moves from one contract to another: each member once, groups by their members. */
export function fieldDifferences(
  { contract: from }: Side,
  { contract: to }: Side,
  { otherNames: names }: Pick<Names, "otherNames">,
): readonly FieldDifference[] {
  if (from.tree === to.tree) return [];
  const [before, after] = [byName(from.tree()), byName(to.tree())];
  const renamed = new Set<string>();
  const gone = [...before].flatMap(([name, { path, field }]): readonly FieldDifference[] => {
    const twin = after.get(name)?.field;
    if (twin !== undefined) return differs(field, twin) ? [differenceOf("changed", field, twin)] : [];
    const newPath = otherNames(path, names).find((other) => nodesAt(to.tree(), other).length > 0);
    const other = newPath && after.get(fieldOf(newPath).replaceAll(/\[0\]/g, "[n]"))?.field;
    if (other === undefined) return isGroup(field) ? [] : [differenceOf("removed", field, undefined)];
    renamed.add(other.field);
    return isGroup(field) ? [] : [differenceOf("renamed", field, other)];
  });
  const come = [...after.values()].filter(
    ({ field }) => !before.has(field.field) && !renamed.has(field.field) && !isGroup(field),
  );
  return [...gone, ...come.map(({ field }) => differenceOf("added", undefined, field))];
}

function byName(tree: SchemaNode): ReadonlyMap<string, FieldAt> {
  return new Map(fieldsBelow(tree, []).map((at) => [at.field.field, at]));
}

/** An object with members of its own has nothing to say that they do not. */
function isGroup({ types }: ContractField): boolean {
  return types.every((type) => type === "object" || type === "array" || type === "map");
}

function differs(one: ContractField, other: ContractField): boolean {
  const rules = ({ isRequired, types, expected, limits, pattern, values, oneOf }: ContractField): string =>
    JSON.stringify([isRequired, types, expected, limits, pattern, values, oneOf]);
  return rules(one) !== rules(other);
}

function differenceOf(
  kind: FieldDifference["kind"],
  from: ContractField | undefined,
  to: ContractField | undefined,
): FieldDifference {
  return {
    kind,
    field: from?.field ?? to?.field ?? "",
    newName: kind === "renamed" ? to?.field : undefined,
    from: from && sideOf(from),
    to: to && sideOf(to),
  };
}

function sideOf({ expected, isRequired, oneOf, pattern, values, place }: ContractField): FieldSide {
  return { expected, isRequired, oneOf, pattern, values, place };
}
