/** Where rules of a node stand: a place in a file of schemas/, and the keywords that stand there. */
export interface Source {
  readonly file: string;
  readonly pointer: string;
  readonly keywords: readonly string[];
}

/**
 * One JSON Schema of a contract. In a file it may hold `$ref`; in a contract's tree it never does, and
 * `x-origin` says where its rules came from, so that a finding names the file that a person would open.
 */
export interface SchemaNode {
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: SchemaNodes;
  readonly description?: string;
  readonly type?: string;
  readonly properties?: SchemaNodes;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | SchemaNode;
  readonly propertyNames?: SchemaNode;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: SchemaNode;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly anyOf?: readonly SchemaNode[];
  readonly "x-maxDecimals"?: number;
  readonly "x-type"?: string;
  readonly "x-characters"?: string;
  readonly "x-source"?: "interface" | "assumed";
  readonly "x-section"?: string;
  readonly "x-operation"?: string;
  readonly "x-version"?: number;
  /** Whether the contract is for all versions around its own, too, as the specification names no version for it. */
  readonly "x-every-version"?: boolean;
  /** Operations whose members, of the same version, this contract takes beside its own. */
  readonly "x-takes-members-of"?: readonly string[];
  readonly "x-origin"?: readonly Source[];
}

export type SchemaNodes = Readonly<Record<string, SchemaNode>>;

/** The four shapes that a node of a contract can have; a map has members of any (lawful) name. */
export type Shape = "object" | "map" | "array" | "leaf";

export function shapeOf(node: SchemaNode): Shape {
  if (node.type === "array") return "array";
  if (node.type !== "object") return "leaf";
  return typeof node.additionalProperties === "object" ? "map" : "object";
}

/** The node of a member; undefined when the object has no such member. */
export function memberOf(node: SchemaNode, name: string): SchemaNode | undefined {
  return node.properties && Object.hasOwn(node.properties, name) ? node.properties[name] : undefined;
}

/** Where a keyword of a tree's node stands. */
export function originOf(
  node: SchemaNode,
  keyword: string,
): { readonly file: string; readonly pointer: string } {
  const sources = node["x-origin"] ?? [];
  const source = sources.find(({ keywords }) => keywords.includes(keyword));
  if (source) return { file: source.file, pointer: `${source.pointer}/${keyword}` };
  return { file: sources[0]?.file ?? "", pointer: sources[0]?.pointer ?? "" };
}

/** Whether an `anyOf` lists members of which one must be there, rather than forms that a value may have. */
export function isChoiceOfMembers(node: SchemaNode): boolean {
  return (
    node.anyOf?.every((branch) => branch.required !== undefined && branch["x-origin"] === undefined) ?? false
  );
}

/** Whether the number has at most so many decimals. It is not divided: in floating point 0.3 is no multiple of 0.001. */
export function hasDecimals(decimals: number, value: number): boolean {
  return Number(value.toFixed(decimals)) === value;
}
