import { isObject, type Json, type JsonObject } from "../../../server/domain/json.ts";

type Step = string | number;

/** `airline.itinerary.leg[0].fare` as the steps to walk. */
function stepsOf(path: string): readonly Step[] {
  const known = stepsByPath.get(path);
  if (known !== undefined) return known;
  const steps = path.split(".").flatMap((part) => {
    const index = /^(.+)\[(\d+)\]$/u.exec(part);
    return index === null ? [part] : [index[1] ?? "", Number(index[2])];
  });
  stepsByPath.set(path, steps);
  return steps;
}

const stepsByPath = new Map<string, readonly Step[]>();

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function child(value: Json | undefined, step: Step): Json | undefined {
  if (typeof step === "number") return isList(value) ? value[step] : undefined;
  return isObject(value) ? value[step] : undefined;
}

function put(value: Json | undefined, [step, ...rest]: readonly Step[], leaf: Json): Json {
  if (step === undefined) return leaf;
  const next = put(child(value, step), rest, leaf);
  if (typeof step === "number") {
    const list = isList(value) ? [...value] : [];
    list[step] = next;
    return list;
  }
  return { ...(isObject(value) ? value : {}), [step]: next };
}

/** The body with one value set; groups and lists on the way are made. */
export function withValue(body: JsonObject, path: string, value: Json): JsonObject {
  const changed = put(body, stepsOf(path), value);
  return isObject(changed) ? changed : body;
}

export function valueIn(body: Json, path: string): Json | undefined {
  return stepsOf(path).reduce<Json | undefined>(child, body);
}

/** The body without one member; the group that held it stays, even empty. */
export function without(body: JsonObject, path: string): JsonObject {
  const group = groupOf(path);
  const parent = group === "" ? body : valueIn(body, group);
  if (!isObject(parent)) throw new Error(`there is no group ${group}`);
  const member = path.slice(group === "" ? 0 : group.length + 1);
  const rest = Object.fromEntries(Object.entries(parent).filter(([name]) => name !== member));
  return group === "" ? rest : withValue(body, group, rest);
}

/** The path of the group that holds the member; "" for the body itself. */
export function groupOf(path: string): string {
  return path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : "";
}

/** Every path of an object inside the body, "" first. */
export function objectPaths(value: Json, path = ""): string[] {
  if (isList(value)) return value.flatMap((item, index) => objectPaths(item, `${path}[${index}]`));
  if (!isObject(value)) return [];
  const below = (name: string) => (path === "" ? name : `${path}.${name}`);
  return [path, ...Object.entries(value).flatMap(([name, item]) => objectPaths(item ?? null, below(name)))];
}
