import {
  Composer,
  Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  Parser,
  visit,
} from "yaml";
import type { Alias, CST, Pair, YAMLMap } from "yaml";
import { maskText } from "../domain/card/card.ts";
import type { FileProblem } from "./file-problem.ts";
import type { Remark } from "./schema-remark.ts";
import { describe } from "./yaml-place.ts";

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
  const problemOf = ({ offset, message }: Remark): FileProblem => problemAt(source, offset, message);
  const lost = badAliases(document).map(problemOf);
  if (lost.length > 0) return { source, problems: [...problems, ...lost], content: undefined };
  const found = [...problems, ...badKeys(document).map(problemOf)];
  return { source, problems: found, content: { data: plain(document) } };
}

export function problemAt({ file, lines }: YamlSource, offset: number, message: string): FileProblem {
  const { line, col } = lines.linePos(offset);
  return { file, line, column: col, message };
}

const SECOND =
  "a second YAML document starts here, but a file may have only one: remove this line or split the file";

function tooDeep(source: YamlSource, offset: number): ParsedYaml {
  const message = `nested too deeply: more than ${DEPTH_MAX} levels of mappings and lists`;
  return { source, problems: [problemAt(source, offset, message)], content: undefined };
}

interface Fault {
  readonly code: string;
  readonly message: string;
}

function explain(source: YamlSource, at: number, { code, message }: Fault): string {
  if (code === "DUPLICATE_KEY") return doubledKey(source, at);
  // Behind a word's colon the parser quotes the file, which may be anybody's.
  return `not readable as YAML: ${message.replace(/(?<! ): (?!!\w{1,20}$).*/s, "")}`;
}

/** The bounds on aliases are those of yaml-aliases.ts. */
function plain(document: Document): unknown {
  return document.toJS({ maxAliasCount: -1 });
}

/** How often a file may use its anchors. */
const ALIAS_MAX = 1_000;

/** How many values the aliases of a file may stand for: some lines of aliases of aliases come to millions. */
const VALUES_MAX = 100_000;

/** What a value comes to when each alias in it is replaced by what it stands for. */
interface Extent {
  readonly values: number;
  readonly depth: number;
}

interface Walk {
  /** Undefined: what the anchor stands at is not over yet. */
  readonly anchors: Map<string, Extent | undefined>;
  readonly remarks: Remark[];
  aliases: number;
  values: number;
}

const SINGLE: Extent = { values: 1, depth: 0 };

/** Aliases without an anchor before them, aliases inside what they stand for, and those that come to too much. */
function badAliases({ contents }: Document): readonly Remark[] {
  const walk: Walk = { anchors: new Map(), remarks: [], aliases: 0, values: 0 };
  extentOf(walk, contents, 0);
  return walk.remarks;
}

function extentOf(walk: Walk, node: unknown, above: number): Extent {
  if (isAlias(node)) return extentOfAlias(walk, node, above);
  const anchor = isNode(node) ? node.anchor : undefined;
  if (anchor !== undefined) walk.anchors.set(anchor, undefined);
  const inside = partsOf(node).map((part) => extentOf(walk, part, above + 1));
  const extent = inside.reduce(
    (sum, { values, depth }) => ({
      values: sum.values + values,
      depth: Math.max(sum.depth, depth + 1),
    }),
    SINGLE,
  );
  if (anchor !== undefined) walk.anchors.set(anchor, extent);
  return extent;
}

function extentOfAlias(walk: Walk, alias: Alias, above: number): Extent {
  const target = walk.anchors.get(alias.source);
  walk.aliases += 1;
  const before = walk.values;
  walk.values += target?.values ?? 0;
  const message = target === undefined ? lost(walk, alias) : excess(walk, before, above + target.depth);
  if (message !== undefined) walk.remarks.push({ offset: alias.range?.[0] ?? 0, message });
  // What is told of once stands for nothing any more: others that hold it are no further mistakes.
  return message === undefined && target !== undefined ? target : SINGLE;
}

function lost({ anchors }: Walk, { source }: Alias): string {
  const name = `&${maskText(source)}`;
  return anchors.has(source)
    ? `${name} would contain itself`
    : `there is no anchor ${name} before this alias`;
}

/** Undefined: the alias passes no bound, or not as the first one. */
function excess({ aliases, values }: Walk, before: number, depth: number): string | undefined {
  if (aliases === ALIAS_MAX + 1) return `more than ${ALIAS_MAX} aliases`;
  if (values > VALUES_MAX)
    return before > VALUES_MAX
      ? undefined
      : `with this alias, the file's aliases expand to more than ${VALUES_MAX} values`;
  return depth > DEPTH_MAX ? "nested too deeply: this alias expands beyond the maximum depth" : undefined;
}

function partsOf(node: unknown): readonly unknown[] {
  if (isSeq(node)) return node.items;
  return isMap(node) ? node.items.flatMap(({ key, value }) => [key, value]) : [];
}

/** Keys that YAML reads as something else than text: 010 would silently become 10. */
function badKeys(document: Document): readonly Remark[] {
  const remarks: Remark[] = [];
  visit(document, {
    Pair(_, { key }) {
      if (!isNode(key) || (isScalar(key) && typeof key.value === "string")) return;
      const message = `a key must be text, but this is ${describe(key)}: put it in quotes`;
      remarks.push({ offset: key.range?.[0] ?? 0, message });
    },
  });
  return remarks;
}

/** Of a key that its mapping has already: which one it is, and where the other one stands. */
function doubledKey({ document, lines }: YamlSource, offset: number): string {
  const found: YAMLMap[] = [];
  visit(document, {
    Map(_, map) {
      if (!map.items.some((pair) => offsetOfKey(pair) === offset)) return undefined;
      found.push(map);
      return visit.BREAK;
    },
  });
  const pairs = found[0]?.items ?? [];
  const key = pairs.find((pair) => offsetOfKey(pair) === offset)?.key;
  const first = pairs.find((pair) => isScalar(pair.key) && isScalar(key) && pair.key.value === key.value);
  const { line } = lines.linePos(first === undefined ? offset : offsetOfKey(first));
  return `the key ${describe(isNode(key) ? key : undefined)} is already given on line ${line}: keep one of them`;
}

function offsetOfKey({ key }: Pair): number {
  return isNode(key) ? (key.range?.[0] ?? -1) : -1;
}

/** How many mappings and lists may stand in each other: what reads them goes down one call for each. */
const DEPTH_MAX = 100;

/** Where the first mapping or list begins that is nested too deeply; looked for before anything goes down into it. */
function tooDeepAt(tokens: readonly CST.Token[]): number | undefined {
  let level: readonly CST.Token[] = tokens;
  for (let depth = 0; depth <= DEPTH_MAX && level.length > 0; depth += 1)
    level = level.flatMap(within).filter((token) => "items" in token);
  return level[0]?.offset;
}

function within(token: CST.Token): readonly CST.Token[] {
  if (token.type === "document") return token.value ? [token.value] : [];
  if (!("items" in token)) return [];
  return token.items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat());
}
