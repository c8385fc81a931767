import { maskText } from "../domain/card.ts";
import { LineCounter, isNode, isScalar, parseDocument, visit } from "yaml";
import type { Document } from "yaml";
import type { FileProblem } from "./file-problem.ts";
import { describe } from "./yaml-place.ts";

/** How often a file may use its anchors; each use is looked up through the whole file. */
const ALIAS_MAX = 1_000;

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
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: "error" });
  const source = { file, document, lines };
  const faults = [...document.errors, ...document.warnings];
  const problems = faults.map((fault) => problemAt(source, fault.pos[0], explain(fault.code, fault.message)));
  // After a fault of syntax the tree is a guess; only doubled keys leave it whole.
  if (faults.some(({ code }) => code !== "DUPLICATE_KEY")) return { source, problems, content: undefined };
  const aliasProblems = badAliases(source);
  if (aliasProblems.length > 0)
    return { source, problems: [...problems, ...aliasProblems], content: undefined };
  return { source, problems: [...problems, ...badKeys(source)], content: { data: plain(document) } };
}

export function problemAt({ file, lines }: YamlSource, offset: number, message: string): FileProblem {
  const { line, col } = lines.linePos(offset);
  return { file, line, column: col, message };
}

function explain(code: string, message: string): string {
  return code === "DUPLICATE_KEY" ? "this key is already given above" : `not readable as YAML: ${message}`;
}

function plain(document: Document): unknown {
  return document.toJS({ maxAliasCount: -1 });
}

/** Aliases without an anchor before them, aliases inside what they stand for, and too many of them. */
function badAliases(source: YamlSource): readonly FileProblem[] {
  const problems: FileProblem[] = [];
  let count = 0;
  visit(source.document, {
    Alias(_, alias, path) {
      count += 1;
      const target = alias.resolve(source.document);
      const offset = alias.range?.[0] ?? 0;
      if (!target)
        problems.push(
          problemAt(source, offset, `no anchor &${maskText(alias.source)} stands before this alias`),
        );
      else if (path.includes(target))
        problems.push(problemAt(source, offset, `&${maskText(alias.source)} would hold itself`));
      else if (count === ALIAS_MAX + 1)
        problems.push(problemAt(source, offset, `more than ${ALIAS_MAX} aliases`));
    },
  });
  return problems;
}

/** Keys that YAML reads as something else than text: 010 would silently become 10. */
function badKeys(source: YamlSource): readonly FileProblem[] {
  const problems: FileProblem[] = [];
  visit(source.document, {
    Pair(_, { key }) {
      if (!isNode(key) || (isScalar(key) && typeof key.value === "string")) return;
      problems.push(
        problemAt(
          source,
          key.range?.[0] ?? 0,
          `a key must be text, this is ${describe(key)}: put it in quotes`,
        ),
      );
    },
  });
  return problems;
}
