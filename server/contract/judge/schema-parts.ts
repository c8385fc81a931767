import type { Ajv2020 } from "ajv/dist/2020.js";
import type { DataValidateFunction, DataValidationCxt, ErrorObject } from "ajv/dist/types/index.js";
import type { SchemaNode, SchemaNodes } from "../schema/schema-node.ts";

/** Stands in the place of a part, and names it. */
const PART = "x-part";

/** The parts of all contracts that one Ajv has compiled. */
interface Parts {
  /** The name of each part, by its content: contracts share what they have in common. */
  readonly names: Map<string, string>;
  /** The nodes that nodes with parts in them were made of. */
  readonly originals: WeakMap<object, SchemaNode>;
}

const partsOf = new WeakMap<Ajv2020, Parts>();

/**
 * Lets the Ajv compile contracts in parts: every object of a contract is one, and is compiled when a body first has a
 * value in its place. So the first request of an operation compiles what it has instead of everything that it could
 * have, and V8 optimises small functions, which it never does with a function for all of a contract
 * (docs/decisions/0009-speed.md).
 */
export function addParts(ajv: Ajv2020): void {
  partsOf.set(ajv, { names: new Map(), originals: new WeakMap() });
  const compiled = new Map<string, DataValidateFunction>();
  const validate = (name: string, value: unknown, _node?: unknown, place?: DataValidationCxt): boolean => {
    const part = compiled.get(name) ?? (ajv.getSchema(name) as DataValidateFunction);
    compiled.set(name, part);
    const isValid = part(value, place) as boolean;
    if (!isValid) {
      (validate as DataValidateFunction).errors = ((part.errors ?? []) as WrappedError[]).map(wrapped);
    }
    return isValid;
  };
  ajv.addKeyword({ keyword: PART, schemaType: "string", errors: "full", validate });
}

/** The tree with the name of a part in the place of each object, to be compiled by the Ajv. */
export function inParts(ajv: Ajv2020, tree: SchemaNode): SchemaNode {
  const parts = partsOf.get(ajv);
  return parts === undefined ? tree : parted(ajv, parts, tree);
}

/** An error of a part. Ajv writes into it what it would say of the part's name; the error itself is kept within. */
interface WrappedError extends ErrorObject {
  readonly within?: ErrorObject;
}

function wrapped(error: WrappedError): WrappedError {
  return { within: error.within ?? error, ...error };
}

/** The errors as if the tree had been compiled as a whole. */
export function ofWhole(ajv: Ajv2020, errors: readonly WrappedError[]): readonly ErrorObject[] {
  const originals = partsOf.get(ajv)?.originals;
  return errors.map((reported) => {
    const error = reported.within ?? reported;
    const node = error.parentSchema;
    return { ...error, parentSchema: (node && originals?.get(node)) ?? node } as ErrorObject;
  });
}

/** Choices between schemas stay as they are: what fails there is told by its place among them. */
function parted(ajv: Ajv2020, parts: Parts, node: SchemaNode): SchemaNode {
  const { properties, additionalProperties, items } = node;
  const made = {
    ...node,
    ...(properties && { properties: partedAll(ajv, parts, properties) }),
    ...(items && { items: partOf(ajv, parts, items) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: partOf(ajv, parts, additionalProperties),
    }),
  };
  parts.originals.set(made, node);
  return made;
}

function partedAll(ajv: Ajv2020, parts: Parts, nodes: SchemaNodes): SchemaNodes {
  return Object.fromEntries(Object.entries(nodes).map(([name, node]) => [name, partOf(ajv, parts, node)]));
}

function partOf(ajv: Ajv2020, parts: Parts, node: SchemaNode): SchemaNode {
  const made = parted(ajv, parts, node);
  if (node.properties === undefined) return made;
  const content = JSON.stringify(made);
  const known = parts.names.get(content);
  const name = known ?? `part:${parts.names.size}`;
  if (known === undefined) {
    parts.names.set(content, name);
    ajv.addSchema(made, name);
  }
  return { [PART]: name } as SchemaNode;
}
