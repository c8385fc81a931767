import { isNode, isScalar, visit } from "yaml";
import type { Document, Pair, YAMLMap } from "yaml";
import type { Remark } from "./schema-remark.ts";
import { describe } from "./yaml-place.ts";
import type { YamlSource } from "./yaml-source.ts";

/** Keys that YAML reads as something else than text: 010 would silently become 10. */
export function badKeys(document: Document): readonly Remark[] {
  const remarks: Remark[] = [];
  visit(document, {
    Pair(_, { key }) {
      if (!isNode(key) || (isScalar(key) && typeof key.value === "string")) return;
      const message = `a key must be text, this is ${describe(key)}: put it in quotes`;
      remarks.push({ offset: key.range?.[0] ?? 0, message });
    },
  });
  return remarks;
}

/** Of a key that its mapping has already: which one it is, and where the other one stands. */
export function doubledKey({ document, lines }: YamlSource, offset: number): string {
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
  return `the key ${describe(isNode(key) ? key : undefined)} is already given in line ${line}: keep one of them`;
}

function offsetOfKey({ key }: Pair): number {
  return isNode(key) ? (key.range?.[0] ?? -1) : -1;
}
