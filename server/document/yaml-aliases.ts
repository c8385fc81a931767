import { isAlias, isMap, isNode, isSeq } from "yaml";
import type { Alias, Document } from "yaml";
import { maskText } from "../domain/card.ts";
import type { Remark } from "./schema-remark.ts";
import { DEPTH_MAX } from "./yaml-depth.ts";

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

const LEAF: Extent = { values: 1, depth: 0 };

/** Aliases without an anchor before them, aliases inside what they stand for, and those that come to too much. */
export function badAliases({ contents }: Document): readonly Remark[] {
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
    LEAF,
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
  return message === undefined && target !== undefined ? target : LEAF;
}

function lost({ anchors }: Walk, { source }: Alias): string {
  const name = `&${maskText(source)}`;
  return anchors.has(source) ? `${name} would hold itself` : `no anchor ${name} stands before this alias`;
}

/** Undefined: the alias passes no bound, or not as the first one. */
function excess({ aliases, values }: Walk, before: number, depth: number): string | undefined {
  if (aliases === ALIAS_MAX + 1) return `more than ${ALIAS_MAX} aliases`;
  if (values > VALUES_MAX)
    return before > VALUES_MAX
      ? undefined
      : `with this alias, the aliases of the file stand for more than ${VALUES_MAX} values`;
  return depth > DEPTH_MAX ? "nested too deeply: what this alias stands for goes too far down" : undefined;
}

function partsOf(node: unknown): readonly unknown[] {
  if (isSeq(node)) return node.items;
  return isMap(node) ? node.items.flatMap(({ key, value }) => [key, value]) : [];
}
