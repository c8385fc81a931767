import { isObject } from "../../../server/domain/json.ts";
import type { Json } from "../../../server/domain/json.ts";
import { pointerBelow } from "../../../server/domain/json-pointer.ts";
import type { Change } from "../../../server/domain/record/correction.ts";

/** The members of two bodies that differ, as marks on each. */
export interface Differences {
  readonly left: readonly Change[];
  readonly right: readonly Change[];
}

export function differencesOf(left: Json | undefined, right: Json | undefined, pointer = ""): Differences {
  if (left === undefined && right === undefined) return { left: [], right: [] };
  if (right === undefined) return { left: [{ pointer, kind: "removed", message: "only here" }], right: [] };
  if (left === undefined) return { left: [], right: [{ pointer, kind: "added", message: "only here" }] };
  const [one, other] = [membersOf(left), membersOf(right)];
  if (one === undefined || other === undefined || Array.isArray(left) !== Array.isArray(right)) {
    if (JSON.stringify(left) === JSON.stringify(right)) return { left: [], right: [] };
    const change = { pointer, kind: "replaced", message: "differs" } as const;
    return { left: [change], right: [change] };
  }
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const inner = names.map((name) => differencesOf(one[name], other[name], pointerBelow(pointer, name)));
  return { left: inner.flatMap((it) => it.left), right: inner.flatMap((it) => it.right) };
}

function membersOf(value: Json): Readonly<Record<string, Json | undefined>> | undefined {
  if (Array.isArray(value)) return Object.fromEntries((value as readonly Json[]).entries());
  return isObject(value) ? value : undefined;
}
