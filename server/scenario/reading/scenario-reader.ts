import { parse } from "node:path";
import type { FileProblem } from "../../document/file-problem.ts";
import { createSchemaCheck } from "../../document/schema-check.ts";
import type { KeywordMessages } from "../../document/schema-remark.ts";
import { offsetOf, placeAt } from "../../document/yaml-place.ts";
import { parseYaml, problemAt } from "../../document/yaml-source.ts";
import type { YamlSource } from "../../document/yaml-source.ts";
import { maskText } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { ARMED } from "../../domain/record/deliberation.ts";
import { activeRules } from "../decide/rules.ts";
import type { ActiveRule } from "../decide/rules.ts";
import type { ActiveScenario, RuleEntry, ScenarioFile } from "../scenario-file.ts";
import { inconsistencies } from "./consistency.ts";
import { scenarioValidator } from "./scenario-validator.ts";
import { SPECIFICATION } from "./set-names.ts";

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
const MESSAGES: KeywordMessages = {
  anyOf: {
    "a rule (a mapping of id, when and outcome)":
      'a rule needs an "outcome", or "outcomes" for a sequence, or "risk", or "balance", or "authentication", ' +
      'or what it adds: "delay", "hold", "fault", "extra" or "notification"',
    "a gateway code, or an answer (a mapping with an outcome)":
      'a step of a sequence needs an "outcome", or a "fault" for an answer that is APPROVED and lost',
  },
  forms: {
    'an amount such as "66.66"': rangeFor,
    "a fault (a mapping of at and kind)": faultFor,
    "a gateway code": sequenceFor,
    "a list of 1 to 100 gateway codes or answers": outcomeFor,
  },
};

const COMPARED = /^\s*([<>])(=?)\s*(\d{1,12}(?:\.\d{1,3})?)\s*$/;
const FROM_TO = /^\s*(\d{1,12}(?:\.\d{1,3})?)\s*(?:-|\.\.+)\s*(\d{1,12}(?:\.\d{1,3})?)\s*$/;

function rangeFor(written: unknown): string | undefined {
  const text = typeof written === "string" ? written : "";
  const [, from, to] = FROM_TO.exec(text) ?? [];
  if (from !== undefined && to !== undefined) return `write a range, { min: "${from}", max: "${to}" }`;
  const [, sign, equal, end] = COMPARED.exec(text) ?? [];
  if (end === undefined) return undefined;
  const included = equal === "=" ? "" : `, which takes ${end} too`;
  return `write a range, { ${sign === ">" ? "min" : "max"}: "${end}" }${included}`;
}

const PLACES: readonly unknown[] = ["before-commit", "after-commit", "mid-body"];
/** One of those that it can have. */
const PLACE_OF_KIND = new Map<unknown, string>([
  ...["reset", "close", "stall", "garbage", "status"].map((kind) => [kind, "after-commit"] as const),
  ...["server-busy", "server-failed"].map((kind) => [kind, "before-commit"] as const),
  ["truncate", "mid-body"],
]);

function faultFor(written: unknown): string {
  const place = PLACE_OF_KIND.get(written);
  if (place !== undefined) return `write { at: ${place}, kind: ${String(written)} }`;
  return `write { at: ${PLACES.includes(written) ? String(written) : "after-commit"}, kind: reset }`;
}

/** Also where one of several codes is asked for, which is no sequence. */
function sequenceFor(written: unknown, pointer: string): string | undefined {
  if (!Array.isArray(written) || !/^\/rules\/\d+\/outcome$/.test(pointer)) return undefined;
  const codes = written.filter((code) => typeof code === "string" && /^[A-Z_]{1,40}$/.test(code));
  const shown = codes.length === written.length && codes.length > 0 ? codes : ["REFERRED", "APPROVED"];
  return `for a sequence write outcomes: [${shown.join(", ")}]`;
}

function outcomeFor(written: unknown): string | undefined {
  if (typeof written !== "string" || !/^[A-Z_]{1,40}$/.test(written)) return undefined;
  return `write outcome: ${written}, or for a sequence a list, outcomes: [${written}]`;
}

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

/** A name that is no longer to be had. */
export interface TakenName {
  readonly name: string;
  readonly by: string;
}

/** Two active files of one name would share the keys of their rules. */
export function doubledNames(
  readings: readonly Reading[],
  taken: readonly TakenName[] = [],
): readonly FileProblem[] {
  const all = [...taken, ...readings.map(({ name, source }) => ({ name, by: source.file }))];
  return readings.flatMap(({ source, name }, index) => {
    // That name has a rule of its own (consistency.ts).
    if (name === SPECIFICATION) return [];
    const first = all.slice(0, taken.length + index).find((earlier) => earlier.name === name);
    if (!first) return [];
    const offset = offsetOf(placeAt(source.document, "/name"));
    return [problemAt(source, offset, `the name "${maskText(name)}" is already used by ${first.by}`)];
  });
}

/** By line and column, each once: an anchor's mistake is found again at each of its aliases. */
function inOrder(problems: readonly FileProblem[]): readonly FileProblem[] {
  const distinct = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...distinct.values()].sort((one, other) => one.line - other.line || one.column - other.column);
}

/** What is wrong with a member of the rule, dotted, or with all of it: "rule". */
interface MemberFault {
  readonly member: string;
  readonly message: string;
}

/** A rule as the control API gets it, or what is wrong with it. */
type ArmedReading = { readonly rule: ActiveRule } | { readonly problems: readonly MemberFault[] };

const RULE = "rules[0]";

/**
 * Reads a rule by the same schema and checks as those of files. The id is the caller's or the one that is made for it;
 * the place is behind the ones armed before.
 */
export function readArmedRule(
  read: ReadScenario,
  entry: Json,
  made: { readonly id: string; readonly place: number },
): ArmedReading {
  const named = isObject(entry) ? { id: made.id, ...entry } : entry;
  const { text, members } = jsonLines({ version: 1, name: "armed", rules: [named] });
  const { problems, scenario } = read("rule", text);
  const entries: readonly RuleEntry[] = scenario?.content.rules ?? [];
  const [rule] = activeRules(
    entries.map((it) => ({ scenario: ARMED, entry: it })),
    made.place,
  );
  if (rule !== undefined) return { rule };
  return {
    problems: problems.map(({ line, message }) => ({ member: memberOf(members[line - 1] ?? ""), message })),
  };
}

/** As the caller calls it, who sent the rule alone. */
function memberOf(name: string): string {
  return name.startsWith(`${RULE}.`) ? maskText(name.slice(RULE.length + 1)) : "rule";
}

/** JSON with every member on a line of its own, and whose line each is. */
interface JsonLines {
  readonly text: string;
  /** Of each line the member that stands there, dotted; "" for the whole. */
  readonly members: readonly string[];
}

function jsonLines(value: Json): JsonLines {
  return { text: JSON.stringify(value, undefined, 1), members: membersOf(value, "") };
}

function membersOf(value: Json, name: string): readonly string[] {
  const parts = partsOf(value, name);
  return parts.length === 0 ? [name] : [name, ...parts.flat(), name];
}

function partsOf(value: Json, name: string): readonly (readonly string[])[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).map((part, index) => membersOf(part, `${name}[${index}]`));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    part === undefined ? [] : [membersOf(part, name === "" ? key : `${name}.${key}`)],
  );
}
