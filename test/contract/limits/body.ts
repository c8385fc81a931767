import type { Json, JsonObject } from "../../../server/domain/json.ts";

/** A JSON value that may still be changed. */
type Open = string | number | boolean | null | Open[] | OpenObject;
interface OpenObject {
  [member: string]: Open | undefined;
}
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

function isOpenObject(value: Open | undefined): value is OpenObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function child(value: Open | undefined, step: Step): Open | undefined {
  if (typeof step === "number") return Array.isArray(value) ? value[step] : undefined;
  return isOpenObject(value) ? value[step] : undefined;
}

function put(value: Open | undefined, [step, ...rest]: readonly Step[], leaf: Open): Open {
  if (step === undefined) return leaf;
  const next = put(child(value, step), rest, leaf);
  if (typeof step === "number") {
    const list = Array.isArray(value) ? [...value] : [];
    list[step] = next;
    return list;
  }
  return { ...(isOpenObject(value) ? value : {}), [step]: next };
}

/** The body with one value set; groups and lists on the way are made. */
export function withValue(body: JsonObject, path: string, value: Json): JsonObject {
  return put(body as Open, stepsOf(path), value as Open) as JsonObject;
}

export function valueIn(body: Json, path: string): Json | undefined {
  let value: Open | undefined = body as Open;
  for (const step of stepsOf(path)) value = child(value, step);
  return value as Json | undefined;
}

/** The body without one member; the group that held it stays, even empty. */
export function without(body: JsonObject, path: string): JsonObject {
  const group = groupOf(path);
  const member = path.slice(group === "" ? 0 : group.length + 1);
  const parent = group === "" ? body : valueIn(body, group);
  const kept = Object.entries(parent as JsonObject).filter(([name]) => name !== member);
  const rest = Object.fromEntries(kept) as JsonObject;
  return group === "" ? rest : withValue(body, group, rest);
}

/** The path of the group that holds the member; "" for the body itself. */
export function groupOf(path: string): string {
  return path.includes(".") ? path.slice(0, path.lastIndexOf(".")) : "";
}

/** Every path of an object inside the body, "" first. */
export function objectPaths(value: Json, path = ""): string[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: Json, index) => objectPaths(item, `${path}[${String(index)}]`));
  }
  if (typeof value !== "object" || value === null) return [];
  const members = Object.entries(value as JsonObject);
  return [
    path,
    ...members.flatMap(([name, item]) => objectPaths(item ?? null, path === "" ? name : `${path}.${name}`)),
  ];
}
