import { isObject } from "../json.ts";
import type { Json } from "../json.ts";

/** A step into a body: to a member, to one element of a list (counted from 0), or to each of them (`n`). */
export type PathStep = { readonly member: string } | { readonly element: number | "n" };

/** The steps of a path such as `order.item[0].name`; `item[n]` is every item. */
export function parseMemberPath(text: string): readonly PathStep[] {
  return text.split(".").flatMap((part) => {
    const [member = "", ...elements] = part.split(/[[\]]+/).filter((piece) => piece !== "");
    return [{ member }, ...elements.map(elementStep)];
  });
}

function elementStep(at: string): PathStep {
  return { element: at === "n" ? at : Number(at) };
}

/** The names of the members on the way. */
export function membersOf(steps: readonly PathStep[]): readonly string[] {
  return steps.flatMap((step) => ("member" in step ? [step.member] : []));
}

/** Everything that stands at a path: at most one value, unless the path goes to each element of a list. */
export function valuesAt(body: Json, steps: readonly PathStep[]): readonly Json[] {
  return steps.reduce<readonly Json[]>(
    (values, step) => values.flatMap((value) => stepInto(value, step)),
    [body],
  );
}

/** Wrapped, as a value can be a list itself. */
function stepInto(value: Json, step: PathStep): readonly Json[] {
  if ("member" in step) {
    const part = isObject(value) && Object.hasOwn(value, step.member) ? value[step.member] : undefined;
    return part === undefined ? [] : [part];
  }
  if (!Array.isArray(value)) return [];
  const list = value as readonly Json[];
  return step.element === "n" ? list : list.slice(step.element, step.element + 1);
}
