import { createRequire } from "node:module";
import type * as Library from "ajv/dist/2020.js";
import type { Ajv2020, ErrorObject } from "ajv/dist/2020.js";
import type addFormats from "ajv-formats";
import type { Json } from "../../domain/json.ts";
import { hasDecimals } from "../schema/schema-node.ts";
import { addParts, inParts, ofWhole } from "./schema-parts.ts";
import type { SchemaNode } from "../schema/schema-node.ts";

/** Everything that Ajv has against a body; nothing when the body fits the contract. */
export type Validate = (body: Json) => readonly ErrorObject[];

/** Keywords of ours that say something about a rule and judge nothing. */
const REMARKS = [
  ...[
    "x-characters",
    "x-every-version",
    "x-operation",
    "x-origin",
    "x-section",
    "x-source",
    "x-takes-members-of",
    "x-type",
  ],
  "x-version",
];
const NONE: readonly ErrorObject[] = [];

/**
 * Required and not imported: most bodies surely have nothing wrong (fitting.ts), and loading Ajv would be a tenth of a
 * start; a body that needs it is judged in one piece, in which nothing can be awaited.
 */
const load = createRequire(import.meta.url);

/** The one Ajv of all contracts, set so that a mistake in a schema throws and every fault of a body is found. */
export function newAjv(): Ajv2020 {
  const { Ajv2020: Ajv } = load("ajv/dist/2020.js") as typeof Library;
  const formats = load("ajv-formats") as typeof addFormats;
  const ajv = new Ajv({
    strict: true,
    // Tests hold our own schemas against the schema of schemas; compiling that would take a third of a first request.
    validateSchema: false,
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
    validate: hasDecimals,
  });
  addParts(ajv);
  return ajv;
}

/** The validator of a contract's tree, compiled when it is first asked: compiling takes far longer than judging. */
export function lazyValidator(ajvOf: () => Ajv2020, tree: () => SchemaNode): Validate {
  let validate: ReturnType<Ajv2020["compile"]> | undefined;
  return (body) => {
    const ajv = ajvOf();
    validate ??= ajv.compile(inParts(ajv, tree()));
    return validate(body) ? NONE : ofWhole(ajv, validate.errors ?? NONE);
  };
}
