import { originOf } from "./schema-node.ts";
import type { SchemaNode, Source } from "./schema-node.ts";

const LOWER = ["minLength", "minimum", "exclusiveMinimum", "minItems", "minProperties"] as const;
const UPPER = [
  "maxLength",
  "maximum",
  "exclusiveMaximum",
  "maxItems",
  "maxProperties",
  "x-maxDecimals",
] as const;

export const BOUNDS = [...LOWER, ...UPPER] as const;
type Bound = (typeof BOUNDS)[number];

/** Bounds made of those of two nodes, and the places of the ones that came from the second. */
export interface Bounds {
  readonly values: Partial<Record<Bound, number>>;
  readonly sources: readonly Source[];
}

/** The bounds that hold when both nodes hold. */
export function tightened(first: SchemaNode, second: SchemaNode): Bounds {
  const present = BOUNDS.filter((bound) => first[bound] !== undefined || second[bound] !== undefined);
  return chosen(first, second, present, (bound, a, b) => (isUpper(bound) ? b < a : b > a));
}

/** The bounds that hold when either node holds: one that only one of them has is none. */
export function loosened(first: SchemaNode, second: SchemaNode): Bounds {
  const present = BOUNDS.filter((bound) => first[bound] !== undefined && second[bound] !== undefined);
  return chosen(first, second, present, (bound, a, b) => (isUpper(bound) ? b > a : b < a));
}

/** The node's rules except its bounds. */
export function unbounded(node: SchemaNode): SchemaNode {
  return Object.fromEntries(
    Object.entries(node).filter(([keyword]) => !BOUNDS.some((bound) => bound === keyword)),
  );
}

/** Whether every value within the bounds of `inner` is within those of `outer`. */
export function encloses(outer: SchemaNode, inner: SchemaNode): boolean {
  const { values } = loosened(outer, inner);
  return BOUNDS.every((bound) => outer[bound] === values[bound]);
}

function isUpper(bound: Bound): boolean {
  return UPPER.some((upper) => upper === bound);
}

function chosen(
  first: SchemaNode,
  second: SchemaNode,
  bounds: readonly Bound[],
  prefersSecond: (bound: Bound, a: number, b: number) => boolean,
): Bounds {
  const values: Partial<Record<Bound, number>> = {};
  const sources: Source[] = [];
  for (const bound of bounds) {
    const [a, b] = [first[bound], second[bound]];
    const takesSecond = a === undefined || (b !== undefined && prefersSecond(bound, a, b));
    const value = takesSecond ? b : a;
    if (value !== undefined) values[bound] = value;
    if (takesSecond) sources.push(sourceOf(second, bound));
  }
  return { values, sources };
}

function sourceOf(node: SchemaNode, keyword: Bound): Source {
  const { file, pointer } = originOf(node, keyword);
  return { file, pointer: pointer.slice(0, pointer.lastIndexOf("/")), keywords: [keyword] };
}
