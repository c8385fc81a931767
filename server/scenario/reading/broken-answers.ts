import { readFileSync } from "node:fs";
import type { Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { schemaAjv } from "../../document/schema-validator.ts";
import { offsetOf, placeAt } from "../../document/yaml-place.ts";
import { problemAt } from "../../document/yaml-source.ts";
import type { YamlSource } from "../../document/yaml-source.ts";
import { holdsCardNumber } from "../../domain/card/card.ts";
import { isObject, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import { pointerBelow } from "../../domain/json-pointer.ts";
import { versionIn } from "../conditions/version.ts";
import type { CheckedProblem } from "./remark.ts";
import { pointerOf, responseFault } from "./response-fault.ts";
import type { PlaceOf, ResponseFault } from "./response-fault.ts";

/** Versions whose answers have one contract. */
interface ResponseTier {
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
function responseTiers(): readonly ResponseTier[] {
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
    made = schemaAjv();
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

/** Members that a rule adds to answers, with their place. */
interface Added {
  readonly pointer: string;
  readonly response: JsonObject;
  /** The rule's condition on the version. */
  readonly version: unknown;
}

/** Groups that every answer has, so that nothing is missing in them whatever a rule adds. */
const ALWAYS_THERE = ["", "/order", "/response", "/transaction", "/transaction/acquirer"];

const tiers = responseTiers();

/** Answers that would break the response contract. Looks also into files that the schema refuses. */
export function brokenAnswers(source: YamlSource, data: unknown): readonly CheckedProblem[] {
  return addedBy(data).flatMap((added) => {
    const placeOf: PlaceOf = (pointer) => placeAt(source.document, `${added.pointer}${pointer}`);
    return extraProblems(added.response, tiersOf(added), placeOf).map((fault) =>
      problemOf(source, fault, placeOf),
    );
  });
}

/** Answers that break it when neither request nor order has the rest of a group. */
export function incompleteAnswers(source: YamlSource, data: unknown): readonly CheckedProblem[] {
  return addedBy(data).flatMap((added) => {
    const placeOf: PlaceOf = (pointer) => placeAt(source.document, `${added.pointer}${pointer}`);
    const faults = tiersOf(added)
      .map(({ faultsOf }) => faultsOf(added.response))
      .find((errors) => errors.every(isAbsence));
    return (faults ?? [])
      .slice(0, TOLD_MAX)
      .flatMap((error) => lackIn(error) ?? [])
      .map((fault) => problemOf(source, fault, placeOf));
  });
}

/** What is wrong with members that a rule adds, when no contract of these answers takes them. */
function extraProblems(
  response: JsonObject,
  contracts: readonly ResponseTier[],
  placeOf: PlaceOf,
): readonly ResponseFault[] {
  const own = [...ownMembersIn(response), ...cardNumbersIn(response).slice(0, TOLD_MAX)];
  const judged = contracts.map(({ faultsOf }) =>
    faultsOf(response).filter((error) => !isAbsence(error) && !isUnder(own, error)),
  );
  const refused = judged.every((errors) => errors.length > 0) ? (judged[0] ?? []) : [];
  const faults = refused.slice(0, TOLD_MAX).flatMap((error) => responseFault(error, placeOf) ?? []);
  const unknown = unknownInNewest(response, faults.length);
  // The newest answers have what those that the rule is asked for have not.
  const isOfLater = ({ pointer, isOfName }: ResponseFault): boolean => isOfName && !unknown.has(pointer);
  return [...own, ...faults.map((fault) => (isOfLater(fault) ? laterFault(fault) : fault))];
}

/** How many mistakes of one response are told: aliases can make thousands of one. */
const TOLD_MAX = 100;

/** Places that the newest answers do not take either; nobody asks for them when nothing is wrong. */
function unknownInNewest(response: JsonObject, asked: number): ReadonlySet<string> {
  const newest = asked === 0 ? [] : (tiers[0]?.faultsOf(response) ?? []);
  return new Set(newest.filter((error) => !isAbsence(error)).map(pointerOf));
}

function laterFault(fault: ResponseFault): ResponseFault {
  return { ...fault, message: "only answers of later versions have this" };
}

function addedBy(data: unknown): readonly Added[] {
  const rules: readonly unknown[] = isObject(data) && Array.isArray(data["rules"]) ? data["rules"] : [];
  return rules.flatMap((rule, index) => {
    if (!isObject(rule)) return [];
    const { when, outcomes, response } = rule;
    const version = isObject(when) ? when["version"] : undefined;
    const steps: readonly unknown[] = Array.isArray(outcomes) ? outcomes : [];
    return [
      ...addedAt(response, `/rules/${index}/response`, version),
      ...steps.flatMap((step, place) =>
        isObject(step)
          ? addedAt(step["response"], `/rules/${index}/outcomes/${place}/response`, version)
          : [],
      ),
    ];
  });
}

function addedAt(response: unknown, pointer: string, version: unknown): readonly Added[] {
  return isObject(response) ? [{ pointer, response, version }] : [];
}

/** Newest first. A condition that is none is told elsewhere, and then all versions count. */
function tiersOf({ version }: Added): readonly ResponseTier[] {
  const asked = tiers.filter((tier) => versionIn(tier, version) !== undefined);
  return asked.length > 0 ? asked : tiers;
}

function isAbsence({ keyword }: ErrorObject): boolean {
  return keyword === "required" || keyword === "dependentRequired";
}

function isUnder(own: readonly ResponseFault[], { instancePath }: ErrorObject): boolean {
  return own.some(({ pointer }) => instancePath === pointer || instancePath.startsWith(`${pointer}/`));
}

function lackIn({ instancePath, params }: ErrorObject): ResponseFault | undefined {
  if (ALWAYS_THERE.includes(instancePath)) return undefined;
  const { missingProperty: name } = params as { readonly missingProperty: string };
  const group = instancePath.slice(1).replaceAll("/", ".");
  const message = `an answer without "${group}" would lack its required "${name}": set it here too`;
  return { pointer: instancePath, isOfName: true, message };
}

function problemOf(source: YamlSource, fault: ResponseFault, placeOf: PlaceOf): CheckedProblem {
  const place = placeOf(fault.pointer);
  const offset = (fault.isOfName ? place.key?.range?.[0] : undefined) ?? offsetOf(place);
  return { ...problemAt(source, offset, fault.message), check: "broken-answer" };
}

/** Why a scenario has no say in a member. */
const BY_OUTCOME = 'it follows from "outcome" of the rule';
const OF_REQUEST = "it comes from the request";
const OF_TIME = "it comes from the clock";
const OF_HISTORY = "it is computed from the order's transactions";

/** Members of an answer that say what happened: a scenario cannot say anything else (assumption A207). */
const OWN: Readonly<Record<string, string>> = {
  correlationId: OF_REQUEST,
  gatewayEntryPoint: OF_REQUEST,
  merchant: OF_REQUEST,
  result: BY_OUTCOME,
  timeOfLastUpdate: OF_TIME,
  timeOfRecord: OF_TIME,
  version: OF_REQUEST,
  "order.amount": OF_REQUEST,
  "order.creationTime": OF_TIME,
  "order.currency": OF_REQUEST,
  "order.id": OF_REQUEST,
  "order.lastUpdatedTime": OF_TIME,
  "order.merchantAmount": OF_REQUEST,
  "order.merchantCurrency": OF_REQUEST,
  "order.status": BY_OUTCOME,
  "order.totalAuthorizedAmount": `${OF_HISTORY}; "approvedAmount" of the rule reduces it`,
  "order.totalCapturedAmount": OF_HISTORY,
  "order.totalDisbursedAmount": OF_HISTORY,
  "order.totalRefundedAmount": OF_HISTORY,
  "transaction.amount": OF_REQUEST,
  "transaction.currency": OF_REQUEST,
  "transaction.id": OF_REQUEST,
  "transaction.type": OF_REQUEST,
  "response.gatewayCode": BY_OUTCOME,
  "response.acquirerCode": 'use "acquirerCode" of the rule',
  "response.acquirerMessage": 'use "acquirerMessage" of the rule',
  "response.cardSecurityCode.gatewayCode": 'use "securityCodeResult" of the rule',
  "response.cardholderVerification.avs.gatewayCode": 'use "addressResult" of the rule',
  "risk.response.gatewayCode": 'use "risk" of the rule',
};

/** What a rule's response must leave to the sandbox, or say elsewhere. */
function ownMembersIn(response: JsonObject): readonly ResponseFault[] {
  return Object.entries(OWN)
    .filter(([path]) => valueAt(response, path) !== undefined)
    .map(([path, instead]) => ({
      pointer: `/${path.replaceAll(".", "/")}`,
      isOfName: true,
      message: `the sandbox sets "${path}" itself: remove it, ${instead}`,
    }));
}

/** Nothing ever shows a card number, test number or not. */
function cardNumbersIn(value: Json | undefined, pointer = ""): readonly ResponseFault[] {
  if (typeof value === "string" && holdsCardNumber(value))
    return [{ pointer, isOfName: false, message: "answers never contain a card number: mask it" }];
  if (!isObject(value) && !Array.isArray(value)) return [];
  return Object.entries<Json | undefined>(value).flatMap(([name, member]) =>
    cardNumbersIn(member, pointerBelow(pointer, name)),
  );
}
