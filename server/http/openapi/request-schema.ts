import type { Json, JsonObject } from "../../domain/json.ts";
import { isChoiceOfMembers, originOf } from "../../contract/schema/schema-node.ts";
import type { SchemaNode, SchemaNodes } from "../../contract/schema/schema-node.ts";
import type { Components } from "./components.ts";
import { pascalCase } from "./components.ts";

/** Our keywords that say something to who writes a client; the others are about the files of the contracts. */
const SHOWN_REMARKS = ["x-maxDecimals", "x-type"];
const OF_FILES = ["$comment", "$id", "$schema"];
/** Keywords that hold schemas, which are shaped in turn. */
const NESTED = ["additionalProperties", "anyOf", "items", "properties", "propertyNames"];

/** Shapes what an operation accepts into a schema of the document; `owner` is the operation's name there. */
export function requestSchema(tree: SchemaNode, components: Components, owner: string): JsonObject {
  const shape = (node: SchemaNode): JsonObject => {
    const name = sharedName(node);
    const schema = ownSchema(node, shape);
    return name === undefined ? schema : components.share({ name, owner }, schema);
  };
  return ownSchema(tree, shape);
}

function ownSchema(node: SchemaNode, shape: (node: SchemaNode) => JsonObject): JsonObject {
  const { properties, items, anyOf, propertyNames, additionalProperties } = node;
  return {
    ...rulesOf(node),
    ...(anyOf && (isChoiceOfMembers(node) ? oneIsThere(anyOf) : formsOf(anyOf.map(shape)))),
    ...(properties && { properties: eachShaped(properties, shape) }),
    ...(items && { items: shape(items) }),
    ...(propertyNames && { propertyNames: shape(propertyNames) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: additionalProperties === false ? false : shape(additionalProperties),
    }),
  };
}

/**
 * One of these members has to be there. Generators of clients take an `anyOf` for the forms of a value and make
 * useless types of it; conditions they leave alone.
 */
function oneIsThere([first, ...others]: readonly SchemaNode[]): JsonObject {
  const asked = first?.required ?? [];
  // The members stand a level above, where tools that look for a required one's schema do not find it.
  const rule = { properties: Object.fromEntries(asked.map((name) => [name, {}])), required: asked };
  return others.length === 0 ? rule : { if: rule, else: oneIsThere(others) };
}

/** Forms of a value, each once: a version between two contracts can have a choice within a choice. */
function formsOf(forms: readonly JsonObject[]): JsonObject {
  const flat = forms.flatMap((form): readonly JsonObject[] => {
    const { anyOf, ...others } = form;
    const isOnlyChoice = Object.keys(others).length === 0 && Array.isArray(anyOf);
    return isOnlyChoice ? (anyOf as readonly JsonObject[]) : [form];
  });
  const each = new Map(flat.map((form) => [JSON.stringify(form), form]));
  const [only, another] = each.values();
  return only !== undefined && another === undefined ? only : { anyOf: [...each.values()] };
}

function rulesOf(node: SchemaNode): JsonObject {
  const rules = Object.entries(node as JsonObject).filter(
    ([keyword]) =>
      !NESTED.includes(keyword) &&
      !OF_FILES.includes(keyword) &&
      (!keyword.startsWith("x-") || SHOWN_REMARKS.includes(keyword)),
  );
  return inOneOrder(rules);
}

/** Contracts that were merged have the same rules in another order. */
function inOneOrder(rules: readonly (readonly [string, Json | undefined])[]): JsonObject {
  const sorted = [...rules].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([keyword, value]) => [
      keyword,
      keyword === "required" && Array.isArray(value) ? [...(value as readonly string[])].sort() : value,
    ]),
  );
}

function eachShaped(properties: SchemaNodes, shape: (node: SchemaNode) => JsonObject): JsonObject {
  const names = Object.keys(properties).sort();
  return Object.fromEntries(
    names.flatMap((name) => {
      const node = properties[name];
      return node ? [[name, shape(node)] as const] : [];
    }),
  );
}

/** The name of a group or of an enumeration that has a file or a definition of its own. */
function sharedName(node: SchemaNode): string | undefined {
  const origins = node["x-origin"] ?? [];
  if (node.type === "object" && node.properties !== undefined) {
    const group = origins.find(({ file, pointer }) => file.startsWith("groups/") && pointer === "");
    return group && pascalCase(group.file.replace(/^groups\/|(\.v\d+)?\.json$/g, ""));
  }
  const { file, pointer } = originOf(node, "enum");
  const definition = /^\/\$defs\/([^/]+)\/enum$/.exec(pointer)?.[1];
  return node.enum && file === "scalars.json" && definition !== undefined
    ? pascalCase(definition)
    : undefined;
}
