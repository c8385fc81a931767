import { parse } from "node:path";
import { maskText } from "../domain/card.ts";
import { isObject } from "../domain/json.ts";
import { inconsistencies } from "./consistency.ts";
import type { FileProblem } from "../document/file-problem.ts";
import type { ActiveScenario, ScenarioFile } from "./scenario-file.ts";
import { createSchemaCheck } from "../document/schema-check.ts";
import { offsetOf, placeAt } from "../document/yaml-place.ts";
import { parseYaml, problemAt } from "../document/yaml-source.ts";
import type { YamlSource } from "../document/yaml-source.ts";
import { scenarioValidator } from "./scenario-validator.ts";

/** What came of one file. */
export interface Reading {
  readonly source: YamlSource;
  /** Its own name, or that of the file. */
  readonly name: string;
  readonly problems: readonly FileProblem[];
  /** The plain value, whatever is wrong with it; undefined when the file is not readable as YAML. */
  readonly data: unknown;
  /** Undefined when there are problems. */
  readonly scenario: ActiveScenario | undefined;
}

export type ReadScenario = (file: string, text: string) => Reading;

/** By the titles of the schema. */
const MESSAGES = {
  anyOf: {
    "a rule (a mapping of id, when and outcome)":
      'a rule needs an "outcome", or "outcomes" for a sequence, or "risk", or "balance", ' +
      'or what it adds: "delay", "hold", "fault" or "extra"',
    "a gateway code, or an answer (a mapping with an outcome)":
      'a step of a sequence needs an "outcome", or a "fault" for an answer that is APPROVED and lost',
  },
};

/** Reads files one by one; the schema is compiled once for all of them. */
export function createScenarioReader(): ReadScenario {
  const check = createSchemaCheck(scenarioValidator, MESSAGES);
  return (file, text) => {
    const { source, problems: unreadable, content } = parseYaml(file, text);
    const found = content ? [...check(source, content.data), ...inconsistencies(source, content.data)] : [];
    const problems = inOrder([...unreadable, ...found]);
    const data = content?.data;
    const name = isObject(data) && typeof data["name"] === "string" ? data["name"] : parse(file).name;
    // The one cast of a file's content: without problems the schema has agreed to it.
    const scenario = problems.length > 0 ? undefined : { name, content: data as ScenarioFile };
    return { source, name, problems, data, scenario };
  };
}

/** Two active files of one name would share the keys of their rules. */
export function doubledNames(readings: readonly Reading[]): readonly FileProblem[] {
  return readings.flatMap(({ source, name }, index) => {
    const first = readings.slice(0, index).find((earlier) => earlier.name === name);
    if (!first) return [];
    const offset = offsetOf(placeAt(source.document, "/name"));
    return [problemAt(source, offset, `the name "${maskText(name)}" is taken by ${first.source.file}`)];
  });
}

/** By line and column, each once: an anchor's mistake is found again at each of its aliases. */
function inOrder(problems: readonly FileProblem[]): readonly FileProblem[] {
  const distinct = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...distinct.values()].sort((one, other) => one.line - other.line || one.column - other.column);
}
