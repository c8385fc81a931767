import { tightened } from "./bounds.ts";
import type { SchemaNode, SchemaNodes } from "./schema-node.ts";

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
  const grow = (at: string) => grown(files, { file: home.file, pointer: `${home.pointer}/${at}` }, below);
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

function growAll(properties: SchemaNodes, grow: (at: string) => SchemaNode): SchemaNodes {
  const names = Object.keys(properties);
  return Object.fromEntries(names.map((name) => [name, grow(`properties/${escaped(name)}`)]));
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
  for (const part of pointer.split("/").slice(1)) {
    const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
    node =
      typeof node === "object" && node !== null && Object.hasOwn(node, name)
        ? Reflect.get(node, name)
        : undefined;
  }
  if (typeof node !== "object" || node === null) throw new Error(`there is no schema ${file}#${pointer}`);
  return node;
}

function escaped(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
