import { isObject, valueAt } from "../json.ts";
import type { Json, JsonObject } from "../json.ts";

/**
 * Public names that a request was sent with, by the dotted path of what bodies have in their place since: of a value its
 * public value, of a group its public name (schemas/aliases.json).
 */
export type PublicNames = Readonly<Record<string, string>>;

/** The names that count after a newer body: of what it brings its own, which may be none, and of the rest those before. */
export function namesAfter(
  before: PublicNames | undefined,
  body: JsonObject,
  own: PublicNames | undefined,
): PublicNames | undefined {
  if (before === undefined) return own;
  const left = Object.entries(before).filter(([path]) => valueAt(body, path) === undefined);
  const names = { ...Object.fromEntries(left), ...own };
  return Object.keys(names).length === 0 ? undefined : names;
}

/** The answer with public names, its members in alphabetical order still. */
export function withPublicNames(answer: JsonObject, names: PublicNames): JsonObject {
  return Object.entries(names).reduce((named, [path, name]) => renamed(named, path.split("."), name), answer);
}

function renamed(object: JsonObject, [step = "", ...rest]: readonly string[], name: string): JsonObject {
  const value = Object.hasOwn(object, step) ? object[step] : undefined;
  if (value === undefined) return object;
  if (rest.length > 0) return isObject(value) ? { ...object, [step]: renamed(value, rest, name) } : object;
  if (!isObject(value)) return { ...object, [step]: name };
  const members = Object.entries(object).map(([member, its]): readonly [string, Json | undefined] => [
    member === step ? name : member,
    its,
  ]);
  return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}
