import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";

/** The public names that the live gateway uses for what the contracts call by neutral names. */
export interface Aliases {
  readonly values: readonly { readonly path: string; readonly public: string; readonly neutral: string }[];
  /** `parent` is the dotted path of the object that has the member; "" is the body itself. */
  readonly members: readonly { readonly parent: string; readonly public: string; readonly neutral: string }[];
}

type Change = (value: Json) => Json;

/** The body with neutral names in the place of public ones; the same body when it has none. */
export function neutralized(body: Json, aliases: Aliases): Json {
  const renamed = aliases.members.reduce(
    (value, { parent, public: from, neutral }) =>
      changed(value, steps(parent), (object) => renaming(object, from, neutral)),
    body,
  );
  return aliases.values.reduce(
    (value, { path, public: from, neutral }) =>
      changed(value, steps(path), (leaf) => (leaf === from ? neutral : leaf)),
    renamed,
  );
}

function steps(path: string): readonly string[] {
  return path === "" ? [] : path.split(".");
}

/** The value with the change made at the end of the path; the same value when there is nothing to change. */
function changed(value: Json, path: readonly string[], change: Change): Json {
  const [step, ...rest] = path;
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return sameOr(
      value,
      value.map((element: Json) => changed(element, path, change)),
    );
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  const member = value[step];
  if (member === undefined) return value;
  const next = changed(member, rest, change);
  if (next === member) return value;
  return Object.fromEntries(Object.entries(value).map(([name, old]) => [name, name === step ? next : old]));
}

function sameOr(before: readonly Json[], after: readonly Json[]): readonly Json[] {
  return after.every((element, index) => element === before[index]) ? before : after;
}

/** A public name beside the neutral one stays what it is: a member that the contract does not know. */
function renaming(value: Json, from: string, to: string): Json {
  if (!isObject(value) || !Object.hasOwn(value, from) || Object.hasOwn(value, to)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name === from ? to : name, member]),
  );
}
