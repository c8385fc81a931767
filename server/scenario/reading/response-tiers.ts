import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import type { JsonObject } from "../../domain/json.ts";

/** Versions whose answers have one contract. */
export interface ResponseTier {
  readonly first: number;
  readonly last: number;
  /** What is wrong with an answer, also what is missing in it. */
  readonly faultsOf: (answer: JsonObject) => readonly ErrorObject[];
}

const FOLDER = new URL("../../../schemas/", import.meta.url);
const SHARED = ["scalars.json", "responses/members.json"];
const TIERS: readonly (readonly [first: number, file: string])[] = [
  [62, "transaction.json"],
  [57, "transaction.v57.json"],
  [51, "transaction.v51.json"],
  [VERSION_MIN, "transaction.v45.json"],
];

/** Keywords of ours that say something about a rule and judge nothing. */
const REMARKS = ["x-source", "x-section", "x-type", "x-characters", "x-operation", "x-version"];

/** What transactions are answered with, newest first; compiled when it is first asked, as few files add to answers. */
export function responseTiers(): readonly ResponseTier[] {
  const ajv = newAjv();
  return TIERS.map(([first, file], index) => {
    let validate: ValidateFunction | undefined;
    return {
      first,
      last: (TIERS[index - 1]?.[0] ?? VERSION_MAX + 1) - 1,
      faultsOf: (answer) => {
        validate ??= ajv().compile(read(`responses/${file}`));
        return validate(answer) ? [] : (validate.errors ?? []);
      },
    };
  });
}

function newAjv(): () => Ajv2020 {
  let made: Ajv2020 | undefined;
  return () => {
    if (made !== undefined) return made;
    made = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, verbose: true });
    made.addVocabulary(REMARKS);
    made.addKeyword({
      keyword: "x-maxDecimals",
      type: "number",
      schemaType: "number",
      validate: (most: number, value: number) => Number(value.toFixed(most)) === value,
    });
    for (const file of SHARED) made.addSchema(read(file));
    return made;
  };
}

function read(file: string): JsonObject {
  return JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as JsonObject;
}
