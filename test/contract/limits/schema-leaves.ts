import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { isObject, type Json, type JsonObject } from "../../../server/domain/json.ts";
import { schemaFolder } from "./judging.ts";

/** A place of a schema that a body can fill with a value of its own. */
export interface SchemaLeaf {
  /** As a body's path: lists at their first item, a map at one name. */
  readonly path: string;
  readonly node: JsonObject;
}
/** Every leaf, and the members that each object on the way requires. */
export interface SchemaLeaves {
  readonly leaves: readonly SchemaLeaf[];
  /** Paths of leaves and groups that their group requires. */
  readonly required: readonly string[];
}

interface Place {
  readonly file: string;
  readonly node: JsonObject;
}

/** Reads a request file with all that it refers to; a reader of its own, so that the engine is not its own judge. */
export function schemaLeaves(file: string): SchemaLeaves {
  const leaves: SchemaLeaf[] = [];
  const required: string[] = [];
  const visit = (place: Place, path: string): void => {
    const { file: home, node } = dereferenced(place);
    // The values of a map have the source of the map.
    const source = node["x-source"] ?? "assumed";
    const below = (name: string): string => (path === "" ? name : `${path}.${name}`);
    const members = Object.entries(objectAt(node, "properties"));
    const items = node["items"];
    const rest = node["additionalProperties"];
    for (const name of (node["required"] ?? []) as readonly string[]) required.push(below(name));
    for (const [name, member] of members) visit({ file: home, node: member as JsonObject }, below(name));
    if (isObject(items)) visit({ file: home, node: items }, `${path}[0]`);
    if (isObject(rest)) visit({ file: home, node: { "x-source": source, ...rest } }, below("campaign7"));
    if (members.length === 0 && !isObject(items) && !isObject(rest)) leaves.push({ path, node });
  };
  visit({ file, node: read(file) }, "");
  return { leaves, required };
}

function objectAt(node: JsonObject, member: string): JsonObject {
  const value = node[member];
  return isObject(value) ? value : {};
}

/** The node with the rules of its references; the neighbours of a `$ref` are stronger. */
function dereferenced({ file, node }: Place): Place {
  const { $ref: reference, ...own } = node;
  if (typeof reference !== "string") return { file, node };
  const [name = "", pointer = ""] = reference.split("#");
  const home = name === "" ? file : posix.join(posix.dirname(file), name);
  let target: Json | undefined = read(home);
  for (const step of pointer.split("/").slice(1)) target = isObject(target) ? target[step] : undefined;
  if (!isObject(target)) throw new Error(`${file} refers to ${reference}, which is nothing`);
  const found = dereferenced({ file: home, node: target });
  return { file: found.file, node: { ...found.node, ...own } };
}

const contents = new Map<string, JsonObject>();

function read(file: string): JsonObject {
  const known = contents.get(file);
  if (known !== undefined) return known;
  const content = JSON.parse(readFileSync(join(schemaFolder, file), "utf8")) as JsonObject;
  contents.set(file, content);
  return content;
}
