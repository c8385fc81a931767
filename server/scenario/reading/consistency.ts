import { parse } from "node:path";
import { isScalar } from "yaml";
import { holdsCardNumber, maskText } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import { brokenAnswers } from "./broken-answers.ts";
import { badCombinations } from "./combinations.ts";
import { mistakesIn } from "../conditions.ts";
import type { FileProblem } from "../../document/file-problem.ts";
import { offsetOf, placeAt } from "../../document/yaml-place.ts";
import { problemAt } from "../../document/yaml-source.ts";
import type { YamlSource } from "../../document/yaml-source.ts";
import { SPECIFICATION } from "./set-names.ts";

/** What a schema cannot say. Looks also into files that the schema refuses, so that all is told at once. */
export function inconsistencies(source: YamlSource, data: unknown): readonly FileProblem[] {
  const rules: readonly unknown[] = isObject(data) && Array.isArray(data["rules"]) ? data["rules"] : [];
  return [
    ...cardNumbersInNames(source, rules),
    ...takenName(source, data),
    ...cardNumbersInAnswers(source, rules),
    ...doubledIds(source, rules),
    ...mistakesInConditions(source, rules),
    ...badCombinations(source, data),
    ...brokenAnswers(source, data),
  ];
}

/** Its rules would have the keys of those that every set asks last. */
function takenName(source: YamlSource, data: unknown): readonly FileProblem[] {
  const isOwn = parse(source.file).name === SPECIFICATION;
  if (isOwn || !isObject(data) || data["name"] !== SPECIFICATION) return [];
  return [
    at(
      source,
      "/name",
      `the name "${SPECIFICATION}" is reserved for the file that is tried last in every set`,
    ),
  ];
}

/** These names are kept with every decision, and what is kept holds no card data. */
function cardNumbersInNames(source: YamlSource, rules: readonly unknown[]): readonly FileProblem[] {
  const pointers = ["/name", ...rules.flatMap((_, index) => [`/rules/${index}/id`, `/rules/${index}/case`])];
  const fileName = source.file.split("/").at(-1) ?? "";
  const ofFile = holdsCardNumber(fileName)
    ? [problemAt(source, 0, "the name of a file is recorded in the journal and must not be a card number")]
    : [];
  const message = "this name is recorded in the journal and must not be a card number";
  return [...ofFile, ...cardNumbersAt(source, pointers, message)];
}

const ACQUIRER_TEXTS = ["acquirerCode", "acquirerMessage"];

function cardNumbersInAnswers(source: YamlSource, rules: readonly unknown[]): readonly FileProblem[] {
  const pointers = rules.flatMap((rule, index) => {
    const steps = isObject(rule) && Array.isArray(rule["outcomes"]) ? rule["outcomes"] : [];
    return ["", ...steps.map((_, step) => `/outcomes/${step}`)].flatMap((place) =>
      ACQUIRER_TEXTS.map((name) => `/rules/${index}${place}/${name}`),
    );
  });
  return cardNumbersAt(source, pointers, "answers never contain a card number: mask it");
}

function cardNumbersAt(
  source: YamlSource,
  pointers: readonly string[],
  message: string,
): readonly FileProblem[] {
  return pointers
    .filter((pointer) => {
      const { value } = placeAt(source.document, pointer);
      return isScalar(value) && typeof value.value === "string" && holdsCardNumber(value.value);
    })
    .map((pointer) => at(source, pointer, message));
}

function doubledIds(source: YamlSource, rules: readonly unknown[]): readonly FileProblem[] {
  const lines = new Map<string, number>();
  return rules.flatMap((rule, index) => {
    const id = isObject(rule) ? rule["id"] : undefined;
    if (typeof id !== "string") return [];
    const { line } = at(source, `/rules/${index}/id`, "");
    const first = lines.get(id);
    if (first !== undefined)
      return [
        at(
          source,
          `/rules/${index}/id`,
          `the id "${maskText(id)}" is already used by the rule on line ${first}`,
        ),
      ];
    lines.set(id, line);
    return [];
  });
}

function mistakesInConditions(source: YamlSource, rules: readonly unknown[]): readonly FileProblem[] {
  return rules.flatMap((rule, index) =>
    mistakesIn(isObject(rule) ? rule["when"] : undefined).map(({ pointer, message }) =>
      at(source, `/rules/${index}/when${pointer}`, message),
    ),
  );
}

function at(source: YamlSource, pointer: string, message: string): FileProblem {
  return problemAt(source, offsetOf(placeAt(source.document, pointer)), message);
}
