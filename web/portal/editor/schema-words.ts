/** As much of JSON Schema as completion reads. */
export interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly description?: string;
  readonly title?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** Something that may stand at a place, and what it means. */
export interface Word {
  readonly text: string;
  readonly meaning: string | undefined;
}

/** A step down: the name of a member, or ITEM for an element of a list. */
export const ITEM = "[]";

/** Names of the members that may stand below a path. */
export function namesBelow(schema: Schema, path: readonly string[]): readonly Word[] {
  const all = schemasAt(schema, path).flatMap(({ properties = {} }) => Object.entries(properties));
  return [...new Map(all)].map(([text, member]) => ({ text, meaning: meaningOf(schema, member) }));
}

/** Values that a member may have, as far as they can be counted. */
export function valuesAt(schema: Schema, path: readonly string[]): readonly Word[] {
  const here = schemasAt(schema, path);
  const all = [...here, ...here.flatMap(({ items }) => (items === undefined ? [] : expanded(schema, items)))];
  const values = all.flatMap((it) => [
    ...(it.enum ?? []),
    ...(it.const === undefined ? [] : [it.const]),
    ...(it.type === "boolean" ? [true, false] : []),
  ]);
  return [...new Set(values.map(String))].map((text) => ({ text, meaning: undefined }));
}

function schemasAt(root: Schema, path: readonly string[]): readonly Schema[] {
  return path.reduce<readonly Schema[]>(
    (schemas, step) => schemas.flatMap((schema) => below(root, schema, step)),
    expanded(root, root),
  );
}

function below(
  root: Schema,
  { items, properties, additionalProperties }: Schema,
  step: string,
): readonly Schema[] {
  const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
  const next = step === ITEM ? items : (properties?.[step] ?? others);
  return next === undefined ? [] : expanded(root, next);
}

/** The schema with everything that it refers to or may be. */
function expanded(root: Schema, schema: Schema): readonly Schema[] {
  const referred = schema.$ref === undefined ? undefined : root.$defs?.[schema.$ref.replace("#/$defs/", "")];
  const parts = [referred, schema.then, schema.else, ...(schema.allOf ?? []), ...(schema.anyOf ?? [])];
  const inner = [...parts, ...(schema.oneOf ?? [])].flatMap((it) => it ?? []);
  return [schema, ...inner.flatMap((it) => expanded(root, it))];
}

function meaningOf(root: Schema, member: Schema): string | undefined {
  const all = expanded(root, member);
  return (
    all.find(({ description }) => description !== undefined)?.description ??
    all.find(({ title }) => title !== undefined)?.title
  );
}
