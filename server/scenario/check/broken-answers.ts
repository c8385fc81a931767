import type { ErrorObject } from "ajv/dist/2020.js";
import { isObject } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { problemAt } from "../../document/yaml-source.ts";
import type { YamlSource } from "../../document/yaml-source.ts";
import { offsetOf, placeAt } from "../../document/yaml-place.ts";
import { isAskedIn } from "./asked-versions.ts";
import { cardNumbersIn, ownMembersIn } from "./own-members.ts";
import type { CheckedProblem } from "./remark.ts";
import { pointerOf, responseFault } from "./response-fault.ts";
import type { PlaceOf, ResponseFault } from "./response-fault.ts";
import { responseTiers } from "./response-tiers.ts";
import type { ResponseTier } from "./response-tiers.ts";

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
      told(source, fault, placeOf),
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
      .map((fault) => told(source, fault, placeOf));
  });
}

/** What is wrong with members that a rule adds, when no contract of these answers takes them. */
export function extraProblems(
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
  const asked = tiers.filter((tier) => isAskedIn(tier, version));
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
  const message = `an answer that has no "${group}" of its own would lack "${name}" in it: say it here as well`;
  return { pointer: instancePath, isOfName: true, message };
}

function told(source: YamlSource, fault: ResponseFault, placeOf: PlaceOf): CheckedProblem {
  const place = placeOf(fault.pointer);
  const offset = (fault.isOfName ? place.key?.range?.[0] : undefined) ?? offsetOf(place);
  return { ...problemAt(source, offset, fault.message), check: "broken-answer" };
}
