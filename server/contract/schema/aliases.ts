import { isObject, valueAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import type { PublicNames } from "../../domain/request/public-names.ts";

/** The public names that the live gateway uses for what the contracts call by neutral names. */
export interface Aliases {
  readonly values: readonly { readonly path: string; readonly public: string; readonly neutral: string }[];
  /** `parent` is the dotted path of the object that has the member; "" is the body itself. */
  readonly members: readonly { readonly parent: string; readonly public: string; readonly neutral: string }[];
}

type Change = (value: Json) => Json;

/** The body with neutral names in the place of public ones; the same body when it has none. */
export function neutralized(body: Json, aliases: Aliases): Json {
  return holdsPublic(body, aliases) ? renamedIn(body, aliases) : body;
}

/** The public names of a body that have neutral ones in their place when it is read; undefined when it has none. */
export function publicNamesIn(body: Json, { members, values }: Aliases): PublicNames | undefined {
  const ofMembers = members
    .filter(({ parent, public: name }) => valueAt(body, [...steps(parent), name].join(".")) !== undefined)
    .map(({ parent, public: name, neutral }) => [[...steps(parent), neutral].join("."), name] as const);
  const ofValues = values
    .filter(({ path, public: name }) => valueAt(body, path) === name)
    .map(({ path, public: name }) => [path, name] as const);
  const names = [...ofMembers, ...ofValues];
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

/** Few bodies have a public name, or a value that may be one, and looking makes nothing. */
function holdsPublic(body: Json, { members, values }: Aliases): boolean {
  for (const { parent, public: name } of members) if (holdsAt(body, steps(parent), name)) return true;
  for (const { path, public: name } of values) if (holdsAt(body, steps(path), name)) return true;
  return false;
}

/** Whether the value at the path is the text, or has that member; or may have, as lists on the way are not entered. */
function holdsAt(body: Json, path: readonly string[], name: string): boolean {
  let value: Json | undefined = body;
  for (const step of path) {
    if (Array.isArray(value)) return true;
    if (!isObject(value) || !Object.hasOwn(value, step)) return false;
    value = value[step];
  }
  return value === name || (isObject(value) && Object.hasOwn(value, name));
}

function renamedIn(body: Json, aliases: Aliases): Json {
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

/** Paths in their parts. All of them stand in the file of aliases, so there are few. */
const parted = new Map<string, readonly string[]>();

function steps(path: string): readonly string[] {
  const known = parted.get(path);
  if (known !== undefined) return known;
  const made = path === "" ? [] : path.split(".");
  parted.set(path, made);
  return made;
}

/** The value with the change made at the end of the path; the same value when there is nothing to change. */
function changed(value: Json, path: readonly string[], change: Change, at = 0): Json {
  const step = path[at];
  if (step === undefined) return change(value);
  if (Array.isArray(value))
    return sameOr(
      value,
      value.map((element: Json) => changed(element, path, change, at)),
    );
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  const member = value[step];
  if (member === undefined) return value;
  const next = changed(member, path, change, at + 1);
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
