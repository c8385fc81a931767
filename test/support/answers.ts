import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "chai";
import { neutralized } from "../../server/contract/schema/aliases.ts";
import type { Aliases } from "../../server/contract/schema/aliases.ts";
import { passesLuhn, schemeOf } from "../../server/domain/card/card-scheme.ts";
import { isObject, textAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";

export type AnswerKind =
  | "authentication"
  | "balance"
  | "checkout"
  | "deleted"
  | "enrollment"
  | "payment-options"
  | "risk-assessment"
  | "session"
  | "token"
  | "transaction"
  | "order"
  | "error"
  | "information";

const FOLDER = new URL("../../schemas/responses/", import.meta.url);
const VOCABULARY = ["x-source", "x-section", "x-type", "x-characters", "x-operation", "x-version"];

/** The lowest version of each tier of answers, and the suffix of its schema files. */
const TIERS: readonly (readonly [from: number, suffix: string])[] = [
  [62, ""],
  [57, ".v57"],
  [51, ".v51"],
  [1, ".v45"],
];

const ALIASES = JSON.parse(readFileSync(new URL("../aliases.json", FOLDER), "utf8")) as Aliases;

const ajv = createAjv();

/**
 * Fails unless the body is an answer of that kind and version: as its schema says, with sorted members at every
 * level, and without anything that is a full card number.
 */
export function expectValidAnswer(
  body: unknown,
  kind: AnswerKind,
  version: number,
): asserts body is JsonObject {
  const isAuthentication =
    kind === "transaction" && textAt(body as Json, "transaction.type") === "AUTHENTICATION";
  const validate = validatorOf(isAuthentication ? "authentication" : kind, version);
  // Groups may have public names, of which the schemas know none.
  validate(neutralized(body as Json, ALIASES));
  const text = JSON.stringify(body);
  expect(validate.errors ?? [], `${kind} of version ${version}: ${text}`).to.deep.equal([]);
  expect(unsortedIn(body, "$"), "objects with members out of order").to.deep.equal([]);
  expect(cardNumbersIn(text), "full card numbers").to.deep.equal([]);
  if (kind === "order") expectValidTransactions(body, version);
}

/** Each transaction of an order is answered in the shape of the version that the order was asked for in. */
function expectValidTransactions(body: unknown, version: number): void {
  const transactions = isObject(body) ? body["transaction"] : undefined;
  for (const transaction of Array.isArray(transactions) ? (transactions as readonly unknown[]) : []) {
    expectValidAnswer(transaction, "transaction", version);
  }
}

function validatorOf(kind: AnswerKind, version: number): ValidateFunction {
  const isTiered = kind === "transaction" || kind === "order";
  const suffix = isTiered ? TIERS.find(([from]) => from <= version)?.[1] : "";
  const validate = ajv.getSchema(
    `https://gateway-sandbox.example/schemas/responses/${kind}${suffix ?? "?"}.json`,
  );
  if (validate === undefined) throw new Error(`no schema for answers of kind ${kind} in version ${version}`);
  return validate;
}

function createAjv(): Ajv2020 {
  // Each schema is asked too seldom to make up for the time that it takes to make its code shorter.
  const instance = new Ajv2020({ strict: true, allErrors: true, code: { optimize: false } });
  instance.addVocabulary(VOCABULARY);
  instance.addKeyword({
    keyword: "x-maxDecimals",
    type: "number",
    schemaType: "number",
    validate: (most: number, value: number) => Number(value.toFixed(most)) === value,
  });
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
  for (const file of ["../scalars.json", ...files]) {
    instance.addSchema(JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as JsonObject);
  }
  return instance;
}

/** Paths of objects whose members are not in alphabetical order. */
export function unsortedIn(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) {
    return (value as readonly unknown[]).flatMap((item, index) => unsortedIn(item, `${path}[${index}]`));
  }
  if (!isObject(value)) return [];
  // JavaScript puts names that are whole numbers first, whatever order they came in.
  const names = Object.keys(value).filter((name) => !/^\d+$/.test(name));
  const below = Object.entries(value).flatMap(([name, member]) => unsortedIn(member, `${path}.${name}`));
  return names.join() === [...names].sort().join() ? below : [path, ...below];
}

/** Runs of digits that a large scheme could have issued. */
function cardNumbersIn(text: string): readonly string[] {
  const runs = text.match(/(?<!\d)\d{13,19}(?!\d)/g) ?? [];
  return runs.filter((run) => passesLuhn(run) && schemeOf(run) !== "OTHER");
}
