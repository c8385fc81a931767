import { maskText } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { pointerBelow, stepsOf } from "../../domain/json-pointer.ts";

/** The members and array indexes from the body down to a value, as they were sent. */
export type BodyPath = readonly (string | number)[];

/** Longest part of a member's name that a finding repeats. */
const NAME_MAX = 100;

export function parsePointer(body: Json, pointer: string): BodyPath {
  const path: (string | number)[] = [];
  let value: Json | undefined = body;
  for (const name of stepsOf(pointer)) {
    path.push(Array.isArray(value) ? Number(name) : name);
    value = below(value, name);
  }
  return path;
}

export function valueOf(body: Json, path: BodyPath): Json | undefined {
  return path.reduce<Json | undefined>((value, step) => below(value, String(step)), body);
}

function below(value: Json | undefined, step: string): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[Number(step)];
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** RFC 6901. Not masked: for looking things up, never for showing. */
export function pointerTo(path: BodyPath): string {
  return path.reduce<string>(pointerBelow, "");
}

/** The path as it is shown in a pointer: names can hold card numbers, too. */
export function shownPointer(path: BodyPath): string {
  return pointerTo(path.map(shownStep));
}

/** The dotted form that the specification uses: order.item[0].name. */
export function fieldOf(path: BodyPath): string {
  return path.reduce<string>((field, step) => {
    if (typeof step === "number") return `${field}[${step}]`;
    return field === "" ? String(shownStep(step)) : `${field}.${shownStep(step)}`;
  }, "");
}

function shownStep(step: string | number): string | number {
  return typeof step === "number" ? step : maskText(step.slice(0, 4 * NAME_MAX)).slice(0, NAME_MAX);
}

/** The way on from a value to its first leaf: unknown members are named by it, as the live gateway does. */
export function firstLeaf(value: Json | undefined): BodyPath {
  const path: (string | number)[] = [];
  let [step, next] = firstStep(value);
  while (step !== undefined) {
    path.push(step);
    [step, next] = firstStep(next);
  }
  return path;
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

function firstStep(value: Json | undefined): readonly [string | number | undefined, Json | undefined] {
  if (Array.isArray(value))
    return value.length > 0 ? [0, (value as readonly Json[])[0]] : [undefined, undefined];
  if (!isObject(value)) return [undefined, undefined];
  return Object.entries(value)[0] ?? [undefined, undefined];
}

/** The place of every value in the order in which the body was written, by its pointer. */
export function documentOrder(body: Json): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const visit = (value: Json | undefined, pointer: string): void => {
    places.set(pointer, places.size);
    if (!isObject(value) && !Array.isArray(value)) return;
    for (const [step, member] of Object.entries<Json | undefined>(value))
      visit(member, pointerBelow(pointer, step));
  };
  visit(body, "");
  return places;
}
