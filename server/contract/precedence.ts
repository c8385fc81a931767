import { FINDING_CODES } from "../domain/finding.ts";
import type { Json } from "../domain/json.ts";
import { documentOrder, pointerTo } from "./body-path.ts";
import type { BodyPath } from "./body-path.ts";
import type { Fault } from "./fault.ts";
import { memberOf } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";

/** Where a fault stands among those of its kind: one number, or one for each step of its path. */
type Place = readonly number[];

/**
 * Faults by kind, and within one kind in the order in which the body was written. Missing members have no
 * place in a body; they keep the order of the contract.
 */
export function byPrecedence(faults: readonly Fault[], body: Json, tree: SchemaNode): readonly Fault[] {
  // Most bodies with a fault have one.
  if (faults.length < 2) return faults;
  const written = documentOrder(body);
  const placed = faults.map((fault) => ({
    fault,
    place: [
      FINDING_CODES.indexOf(fault.code),
      ...(fault.code === "missing"
        ? placeInTree(tree, fault.path)
        : [written.get(pointerTo(fault.path)) ?? 0]),
    ],
  }));
  return placed.toSorted((a, b) => compared(a.place, b.place)).map(({ fault }) => fault);
}

function placeInTree(tree: SchemaNode, path: BodyPath): Place {
  let node: SchemaNode | undefined = tree;
  const place: number[] = [];
  for (const step of path) {
    const name = String(step);
    const index = Object.keys(node?.properties ?? {}).indexOf(name);
    // What the contract itself does not know, a later version requires: after all that it does know.
    place.push(typeof step === "number" ? step : index < 0 ? Infinity : index);
    node = typeof step === "number" ? node?.items : node && memberOf(node, name);
  }
  return place;
}

function compared(one: Place, other: Place): number {
  const index = one.findIndex((place, at) => place !== other[at]);
  return (one[index] ?? 0) < (other[index] ?? 0) ? -1 : index < 0 ? 0 : 1;
}
