import type { FileProblem } from "../../document/file-problem.ts";
import { createSchemaCheck } from "../../document/schema-check.ts";
import { offsetOf, placeAt, stepInto } from "../../document/yaml-place.ts";
import { parseYaml, problemAt } from "../../document/yaml-source.ts";
import type { Expectations } from "./expectations.ts";
import { maskText } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { YamlSource } from "../../document/yaml-source.ts";
import { MOVEMENTS } from "./expectations.ts";
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
    several: 'an expectation can have only one of "order", "reference", "exchanges" and "never"',
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

/** What an expectation is about, and what can be said of it. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  order: ["exists", "status", "currency", "totals", ...MOVEMENTS],
  reference: ["exists", "status", "currency", "totals", ...MOVEMENTS],
  exchanges: ["exactly", "atLeast", "atMost"],
  never: ["where", "withinMinutes"],
};

const NAMES = ["id", "case", "note"];

/** What the schema cannot say. Looks also into what the schema refuses, so that all is told at once. */
function inconsistenciesOf(source: YamlSource, data: unknown): readonly FileProblem[] {
  const list: readonly unknown[] =
    isObject(data) && Array.isArray(data["expectations"]) ? data["expectations"] : [];
  const at = (pointer: string, message: string): FileProblem =>
    problemAt(source, offsetOf(placeAt(source.document, pointer)), message);
  return list.flatMap((entry, index) => {
    if (!isObject(entry)) return [];
    const pointer = `/expectations/${index}`;
    return [
      ...misfits(entry).map(({ key, message }) =>
        problemAt(source, keyOffset(source, pointer, key), message),
      ),
      ...unsaid(entry).map((message) => at(pointer, message)),
      ...doubledId(entry, list.slice(0, index)).map((message) => at(`${pointer}/id`, message)),
    ];
  });
}

function keyOffset({ document }: YamlSource, pointer: string, key: string): number {
  return stepInto(placeAt(document, pointer).value, key, document).key?.range?.[0] ?? 0;
}

function kindsOf(entry: JsonObject): readonly string[] {
  return Object.keys(KINDS).filter((kind) => entry[kind] !== undefined);
}

interface Misfit {
  readonly key: string;
  readonly message: string;
}

/** Keys that say nothing of what the expectation is about. */
function misfits(entry: JsonObject): readonly Misfit[] {
  const kinds = kindsOf(entry);
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) return [];
  const known = Object.values(KINDS).flat();
  const strangers = Object.keys(entry).filter(
    (key) => known.includes(key) && ![kind, ...NAMES, ...(KINDS[kind] ?? [])].includes(key),
  );
  return [
    ...strangers.map((key) => ({ key, message: `"${key}" is allowed only with ${ownersOf(key)}` })),
    ...idle(entry),
  ];
}

function ownersOf(key: string): string {
  return Object.entries(KINDS)
    .flatMap(([kind, keys]) => (keys.includes(key) ? [`"${kind}"`] : []))
    .join(" or ");
}

function idle(entry: JsonObject): readonly Misfit[] {
  const { exists, exactly, atLeast, atMost, never, withinMinutes } = entry;
  const claims = ["status", "currency", "totals", ...MOVEMENTS].filter((key) => entry[key] !== undefined);
  const bounds = ["atLeast", "atMost"].filter((key) => entry[key] !== undefined);
  const isNarrow = typeof atLeast === "number" && typeof atMost === "number" && atLeast > atMost;
  return [
    ...(exists === false
      ? claims.map((key) => ({ key, message: `"${key}" is not allowed for an order that must not exist` }))
      : []),
    ...(exactly === undefined
      ? []
      : bounds.map((key) => ({ key, message: `"${key}" is not allowed with "exactly"` }))),
    ...(isNarrow ? [{ key: "atMost", message: `"atMost" is less than "atLeast"` }] : []),
    ...(withinMinutes !== undefined && typeof never === "string" && never !== "double-payment"
      ? [{ key: "withinMinutes", message: `"withinMinutes" is allowed only with never: double-payment` }]
      : []),
  ];
}

/** An expectation that nothing can fail. */
function unsaid(entry: JsonObject): readonly string[] {
  const [kind, ...others] = kindsOf(entry);
  if (kind === undefined || kind === "never" || others.length > 0) return [];
  const wanted = KINDS[kind] ?? [];
  if (wanted.some((key) => entry[key] !== undefined)) return [];
  return [`the expectation is missing: use ${wanted.map((key) => `"${key}"`).join(", ")}`];
}

function doubledId(entry: JsonObject, before: readonly unknown[]): readonly string[] {
  const { id } = entry;
  if (typeof id !== "string") return [];
  const first = before.findIndex((other) => isObject(other) && other["id"] === id);
  return first < 0 ? [] : [`the id "${maskText(id)}" is already used by expectation ${first + 1}`];
}
