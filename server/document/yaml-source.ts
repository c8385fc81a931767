import { Composer, Document, LineCounter, Parser } from "yaml";
import type { FileProblem } from "./file-problem.ts";
import type { Remark } from "./schema-remark.ts";
import { badAliases } from "./yaml-aliases.ts";
import { DEPTH_MAX, tooDeepAt } from "./yaml-depth.ts";
import { badKeys, doubledKey } from "./yaml-keys.ts";

/** A file as YAML understood it (JSON is YAML), with what it takes to find a value's line. */
export interface YamlSource {
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

export interface ParsedYaml {
  readonly source: YamlSource;
  readonly problems: readonly FileProblem[];
  /** The plain value, to be checked further; undefined when the problems leave none. */
  readonly content: { readonly data: unknown } | undefined;
}

export function parseYaml(file: string, text: string): ParsedYaml {
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const deep = tooDeepAt(tokens);
  if (deep !== undefined) return tooDeep({ file, document: new Document(), lines }, deep);
  const documents = new Composer({ logLevel: "error" }).compose(tokens, true, text.length);
  const [document = new Document(), second] = documents;
  const source = { file, document, lines };
  const faults = [...document.errors, ...document.warnings];
  const problems = [
    ...faults.map(({ pos: [at], ...fault }) => problemAt(source, at, explain(source, at, fault))),
    ...(second ? [problemAt(source, second.range[0], SECOND)] : []),
  ];
  // After a fault of syntax the tree is a guess; only doubled keys leave it whole.
  if (second || faults.some(({ code }) => code !== "DUPLICATE_KEY"))
    return { source, problems, content: undefined };
  const told = ({ offset, message }: Remark): FileProblem => problemAt(source, offset, message);
  const lost = badAliases(document).map(told);
  if (lost.length > 0) return { source, problems: [...problems, ...lost], content: undefined };
  const found = [...problems, ...badKeys(document).map(told)];
  return { source, problems: found, content: { data: plain(document) } };
}

export function problemAt({ file, lines }: YamlSource, offset: number, message: string): FileProblem {
  const { line, col } = lines.linePos(offset);
  return { file, line, column: col, message };
}

const SECOND = "a second document begins here: a file has one, take out this line or make two files of it";

function tooDeep(source: YamlSource, offset: number): ParsedYaml {
  const message = `nested too deeply: more than ${DEPTH_MAX} mappings and lists in each other`;
  return { source, problems: [problemAt(source, offset, message)], content: undefined };
}

interface Fault {
  readonly code: string;
  readonly message: string;
}

function explain(source: YamlSource, at: number, { code, message }: Fault): string {
  return code === "DUPLICATE_KEY" ? doubledKey(source, at) : `not readable as YAML: ${message}`;
}

/** The bounds on aliases are those of yaml-aliases.ts. */
function plain(document: Document): unknown {
  return document.toJS({ maxAliasCount: -1 });
}
