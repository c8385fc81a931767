import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { Json } from "../domain/json.ts";
import { addParts, inParts, ofWhole } from "./schema-parts.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Everything that Ajv has against a body; nothing when the body fits the contract. */
export type Validate = (body: Json) => readonly ErrorObject[];

/** Keywords of ours that say something about a rule and judge nothing. */
const REMARKS = [
  ...["x-characters", "x-operation", "x-origin", "x-section", "x-source", "x-takes-members-of", "x-type"],
  "x-version",
];
const NONE: readonly ErrorObject[] = [];

/** The one Ajv of all contracts, set so that a mistake in a schema throws and every fault of a body is found. */
export function newAjv(): Ajv2020 {
  const ajv = new Ajv2020({
    strict: true,
    // A choice of members ("one of the two must be given") requires what its parent declares.
    strictRequired: false,
    allErrors: true,
    verbose: true,
    inlineRefs: false,
    messages: false,
    // Makes shorter code that is no faster, and takes half the time of compiling for it.
    code: { optimize: false },
  });
  formats.default(ajv);
  for (const remark of REMARKS) ajv.addKeyword(remark);
  ajv.addKeyword({
    keyword: "x-maxDecimals",
    type: "number",
    schemaType: "number",
    errors: false,
    // multipleOf divides in floating point, where 0.3 is no multiple of 0.001.
    validate: (decimals: number, value: number) => Number(value.toFixed(decimals)) === value,
  });
  addParts(ajv);
  return ajv;
}

/** The validator of a contract's tree, compiled when it is first asked: compiling takes far longer than judging. */
export function lazyValidator(ajv: Ajv2020, tree: () => SchemaNode): Validate {
  let validate: ReturnType<Ajv2020["compile"]> | undefined;
  return (body) => {
    validate ??= ajv.compile(inParts(ajv, tree()));
    return validate(body) ? NONE : ofWhole(ajv, validate.errors ?? NONE);
  };
}
