import type { Json } from "../domain/json.ts";
import { isObject } from "../domain/json.ts";
import { pointerTo, valueOf } from "./body-path.ts";
import type { BodyPath } from "./body-path.ts";
import type { Fault } from "./fault.ts";
import type { IsMasked } from "./masked-members.ts";
import { isChoiceOfMembers, memberOf } from "./schema-node.ts";
import type { SchemaNode } from "./schema-node.ts";

/** What a contract has against a body: of each value and each missing member the first fault, by JSON pointer. */
export type Objections = ReadonlyMap<string, Fault>;

/** Every leaf of an unknown group and of a missing one counts for itself; findings name only the first. */
export function objectionsOf(body: Json, faults: readonly Fault[], isMasked: IsMasked): Objections {
  const objections = new Map<string, Fault>();
  for (const fault of faults.flatMap((one) => spread(body, one))) {
    const pointer = pointerTo(fault.path);
    const isOfValue = fault.code !== "unknown" && fault.code !== "missing";
    if (!objections.has(pointer) && !(isOfValue && isMasked(pointer))) objections.set(pointer, fault);
  }
  return objections;
}

function spread(body: Json, fault: Fault): readonly Fault[] {
  const { code, at, path, member, rule } = fault;
  if (code === "unknown" && member !== undefined) {
    const top = [...at, member];
    return leavesOf(valueOf(body, top), top).map((leaf) => ({
      ...fault,
      path: leaf,
      value: valueOf(body, leaf),
    }));
  }
  const name = path[at.length];
  if (code !== "missing" || typeof name !== "string") return [fault];
  return neededLeaves(rule, name, at).map((needed) => ({ ...fault, ...needed }));
}

/** The way to every value that holds no other; an empty object or list is one. */
export function leavesOf(value: Json | undefined, path: BodyPath): readonly BodyPath[] {
  const steps = Array.isArray(value)
    ? [...(value as readonly Json[]).keys()]
    : isObject(value)
      ? Object.keys(value)
      : [];
  if (steps.length === 0) return [path];
  return steps.flatMap((step) => leavesOf(valueOf(value ?? null, [step]), [...path, step]));
}

type Needed = Pick<Fault, "path" | "rule" | "subject">;

/** A missing group misses all that it requires itself. */
function neededLeaves(rule: SchemaNode, name: string, at: BodyPath): readonly Needed[] {
  const path = [...at, name];
  const subject = memberOf(rule, name) ?? {};
  const inner = subject.required ?? [];
  if (inner.length === 0) return [{ path, rule, subject }];
  const choice = isChoiceOfMembers(subject) ? (subject.anyOf?.[0]?.required ?? []) : [];
  return [...new Set([...inner, ...choice])].flatMap((member) => neededLeaves(subject, member, path));
}
