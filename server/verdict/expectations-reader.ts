import type { FileProblem } from "../document/file-problem.ts";
import { createSchemaCheck } from "../document/schema-check.ts";
import { offsetOf, placeAt } from "../document/yaml-place.ts";
import { parseYaml, problemAt } from "../document/yaml-source.ts";
import type { Expectations } from "./expectations.ts";
import { inconsistenciesOf } from "./expectations-consistency.ts";
import { expectationsValidator } from "./expectations-validator.ts";

/** Where an expectation stands; lines and columns count from 1. */
export type ExpectationPlace = Pick<FileProblem, "file" | "line" | "column">;

/** What came of a file, or of a body. */
export type ExpectationsReading =
  | { readonly problems: readonly FileProblem[] }
  | { readonly expectations: Expectations; readonly places: readonly ExpectationPlace[] };

const MESSAGES = {
  oneOf: {
    none: 'an expectation needs "order", "reference", "exchanges" or "never"',
    several: 'an expectation has one of "order", "reference", "exchanges" and "never"',
    keys: ["order", "reference", "exchanges", "never"],
  },
};

/** Reads YAML or JSON; the schema is compiled once for all of them. */
export function createExpectationsReader(): (file: string, text: string) => ExpectationsReading {
  const check = createSchemaCheck(expectationsValidator, MESSAGES);
  return (file, text) => {
    const { source, problems: unreadable, content } = parseYaml(file, text);
    const found = content ? [...check(source, content.data), ...inconsistenciesOf(source, content.data)] : [];
    const problems = [...unreadable, ...found].sort(
      (one, other) => one.line - other.line || one.column - other.column,
    );
    if (content === undefined || problems.length > 0) return { problems };
    // The one cast of what people write: without problems the schema has agreed to it.
    const expectations = content.data as Expectations;
    const places = (expectations.expectations ?? []).map((_, index) => {
      const place = placeAt(source.document, `/expectations/${index}`);
      const { line, column } = problemAt(source, offsetOf(place), "");
      return { file, line, column };
    });
    return { expectations, places };
  };
}
