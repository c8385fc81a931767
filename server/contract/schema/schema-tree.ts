import type { ContractPlace } from "../../domain/record/difference.ts";
import { fieldOf } from "./body-path.ts";
import type { BodyPath } from "./body-path.ts";
import { tightened } from "./bounds.ts";
import { isChoiceOfMembers, memberOf, originOf, shapeOf } from "./schema-node.ts";
import type { SchemaNode, SchemaNodes } from "./schema-node.ts";
import { pointerBelow, stepsOf } from "../../domain/json-pointer.ts";

type Files = ReadonlyMap<string, SchemaNode>;

/** A node of a file of schemas/, by the file's path and a JSON pointer. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
}

/** What a node has from its ancestors when it does not say so itself. */
interface Inherited {
  readonly section: string | undefined;
  readonly source: "interface" | "assumed";
  readonly depth: number;
}

/** Keywords that describe a file and not the values it accepts. */
const OF_FILES = [
  "$schema",
  "$id",
  "$defs",
  "$ref",
  "title",
  "x-operation",
  "x-version",
  "x-every-version",
  "x-takes-members-of",
];
const DEEPEST = 60;

/** The contract of a file, or of a place in it, with every `$ref` replaced by what it refers to. */
export function treeOf(files: Files, file: string, pointer = ""): SchemaNode {
  const place = { file, pointer };
  const node = nodeAt(files, place);
  const members = Object.values(node.properties ?? {});
  const source = members.some((member) => member["x-source"] === "interface") ? "interface" : "assumed";
  return grown(files, place, { section: undefined, source, depth: 0 });
}

function grown(files: Files, place: Place, inherited: Inherited): SchemaNode {
  if (inherited.depth > DEEPEST) throw new Error(`${place.file}#${place.pointer} refers to itself`);
  const { node, place: home } = resolved(files, place);
  const below: Inherited = {
    section: node["x-section"] ?? inherited.section,
    source: node["x-source"] ?? inherited.source,
    depth: inherited.depth + 1,
  };
  const grow = (...steps: readonly string[]) =>
    grown(files, { file: home.file, pointer: steps.reduce(pointerBelow, home.pointer) }, below);
  return {
    ...node,
    ...(node.properties && { properties: growAll(node.properties, grow) }),
    ...(node.items && { items: grow("items") }),
    ...(node.propertyNames && { propertyNames: grow("propertyNames") }),
    ...(typeof node.additionalProperties === "object" && {
      additionalProperties: grow("additionalProperties"),
    }),
    ...(below.section !== undefined && { "x-section": below.section }),
    "x-source": below.source,
  };
}

function growAll(properties: SchemaNodes, grow: (...steps: readonly string[]) => SchemaNode): SchemaNodes {
  const names = Object.keys(properties);
  return Object.fromEntries(names.map((name) => [name, grow("properties", name)]));
}

/** The node at a place together with all that its chain of references adds, and the place of its members. */
function resolved(files: Files, place: Place): { readonly node: SchemaNode; readonly place: Place } {
  let node = ownRules(nodeAt(files, place), place);
  let home = place;
  for (let step = 0, ref = nodeAt(files, place).$ref; ref !== undefined; step += 1) {
    if (step > DEEPEST) throw new Error(`${place.file}#${place.pointer} refers to itself`);
    home = target(ref, home);
    node = combined(node, ownRules(nodeAt(files, home), home), place);
    ref = nodeAt(files, home).$ref;
  }
  return { node, place: home };
}

function ownRules(node: SchemaNode, { file, pointer }: Place): SchemaNode {
  const rules = Object.entries(node).filter(([keyword]) => !OF_FILES.includes(keyword));
  const source = { file, pointer, keywords: rules.map(([keyword]) => keyword) };
  return { ...(Object.fromEntries(rules) as SchemaNode), "x-origin": [source] };
}

/** Both rules hold, as JSON Schema has it for the neighbours of `$ref`; remarks are the user's. */
function combined(user: SchemaNode, used: SchemaNode, place: Place): SchemaNode {
  const bounds = tightened(user, used);
  const all = { ...used, ...user, ...bounds.values };
  for (const [keyword, value] of Object.entries(used)) {
    if (keyword.startsWith("x-") || keyword === "description" || keyword in bounds.values) continue;
    if (JSON.stringify(all[keyword as keyof SchemaNode]) === JSON.stringify(value)) continue;
    throw new Error(`${place.file}#${place.pointer} and what it refers to disagree on ${keyword}`);
  }
  return {
    ...all,
    "x-origin": [...bounds.sources, ...(user["x-origin"] ?? []), ...(used["x-origin"] ?? [])],
  };
}

export function target(ref: string, from: Place): Place {
  const url = new URL(ref, `schemas:///${from.file}`);
  return { file: url.pathname.slice(1), pointer: decodeURIComponent(url.hash.slice(1)) };
}

export function nodeAt(files: Files, { file, pointer }: Place): SchemaNode {
  let node: unknown = files.get(file);
  for (const name of stepsOf(pointer)) {
    node =
      typeof node === "object" && node !== null && Object.hasOwn(node, name)
        ? Reflect.get(node, name)
        : undefined;
  }
  if (typeof node !== "object" || node === null) throw new Error(`there is no schema ${file}#${pointer}`);
  return node;
}

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
