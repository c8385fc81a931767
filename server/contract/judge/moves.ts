import type { ErrorObject } from "ajv/dist/2020.js";
import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { fieldOf, pointerTo, valueOf } from "../schema/body-path.ts";
import type { Renames } from "../schema/renames.ts";
import { memberOf } from "../schema/schema-node.ts";
import type { SchemaNode } from "../schema/schema-node.ts";

type Path = readonly string[];

/** What a value is called at its new place; undefined: what it was called before. */
type Values = Readonly<Partial<Record<string, string>>> | undefined;

/**
 * A member that stands in one place in the lower of two contracts and in another in the higher. Where both judge a
 * request it is taken at either place (assumption A244).
 */
export interface Move {
  readonly from: Path;
  readonly to: Path;
  readonly values: Values;
  /** The lower contract requires it beside its neighbours; then it has to be at one of the two places. */
  readonly isRequired: boolean;
  /** The higher contract requires it at its new place. */
  readonly isRequiredThere: boolean;
  /** Neither contract has both places, so that what stands at both has to say the same. */
  readonly isSame: boolean;
}

/** What moved between two neighbouring contracts, as far as it can make a difference to a request. */
export function movesBetween(lower: SchemaNode, higher: SchemaNode, { members }: Renames): readonly Move[] {
  return members.flatMap(({ from, to: places, values }) =>
    places.flatMap((place): Move[] => {
      const [old, to] = [from.split("."), place.split(".")];
      if (!knows(lower, old) || knows(lower, to) || !knows(higher, to)) return [];
      const isRequired = requires(lower, old) && !requires(higher, old);
      const isSame = !knows(higher, old) && Object.keys(values ?? { any: "" }).length > 0;
      const isRequiredThere = requires(higher, to);
      return isRequired || isSame ? [{ from: old, to, values, isRequired, isRequiredThere, isSame }] : [];
    }),
  );
}

/** The tree without the demand for what moved: it may stand where it stands now. */
export function withoutMoved(tree: SchemaNode, moves: readonly Move[]): SchemaNode {
  return moves
    .filter(({ isRequired }) => isRequired)
    .reduce((node, { from }) => notRequired(node, from), tree);
}

function notRequired(node: SchemaNode, [name = "", ...rest]: Path): SchemaNode {
  if (rest.length === 0)
    return { ...node, required: (node.required ?? []).filter((other) => other !== name) };
  const member = memberOf(node, name);
  return member === undefined
    ? node
    : { ...node, properties: { ...node.properties, [name]: notRequired(member, rest) } };
}

/** What is against a body for the members that moved, in Ajv's words; nothing is what nearly every body has. */
export function movedFaults(
  body: Json,
  tree: () => SchemaNode,
  moves: readonly Move[],
): readonly ErrorObject[] {
  let faults: ErrorObject[] | undefined;
  for (const move of moves) {
    const fault = faultOf(body, tree, move);
    if (fault !== undefined) faults = [...(faults ?? []), fault];
  }
  return faults ?? NONE;
}

const NONE: readonly ErrorObject[] = [];

function faultOf(body: Json, tree: () => SchemaNode, move: Move): ErrorObject | undefined {
  const [old, now] = [valueOf(body, move.from), valueOf(body, move.to)];
  if (old === undefined && now === undefined) return missingFault(body, tree, move);
  const clash = old === undefined || now === undefined ? undefined : clashOf(old, now, move);
  if (clash === undefined) return undefined;
  const path = [...move.to, ...clash];
  const parentSchema = nodeAt(tree(), path) ?? {};
  const params = { other: fieldOf([...move.from, ...clash]) };
  const at = { instancePath: pointerTo(path), schemaPath: "", data: valueOf(body, path) };
  return { keyword: CONTRADICTION, params, parentSchema, ...at };
}

/** The keyword of what stands at two places and says two things. */
export const CONTRADICTION = "x-moved";

/** Told of the new place if the higher contract asks for it there, as its group is there to hold it. */
function missingFault(
  body: Json,
  tree: () => SchemaNode,
  { from, to, isRequired, isRequiredThere }: Move,
): ErrorObject | undefined {
  if (!isRequired || !isObject(valueOf(body, from.slice(0, -1)))) return undefined;
  const isThere = isRequiredThere && isObject(valueOf(body, to.slice(0, -1)));
  const path = isThere ? to : from;
  const group = path.slice(0, -1);
  const params = { missingProperty: path.at(-1) ?? "" };
  const parentSchema = nodeAt(tree(), group) ?? {};
  return { keyword: "required", instancePath: pointerTo(group), schemaPath: "", params, parentSchema };
}

/** The way to the first leaf that says something else at the new place; undefined when there is none. */
function clashOf(old: Json, now: Json, { isSame, values }: Move): Path | undefined {
  if (!isSame) return undefined;
  const moved = values === undefined ? old : typeof old === "string" ? values[old] : undefined;
  return moved === undefined ? undefined : differing(moved, now);
}

function differing(old: Json, now: Json): Path | undefined {
  if (!isObject(old) || !isObject(now)) return isAlike(old, now) ? undefined : [];
  for (const [name, value] of Object.entries(old)) {
    const other = Object.hasOwn(now, name) ? now[name] : undefined;
    const way = value === undefined || other === undefined ? undefined : differing(value, other);
    if (way !== undefined) return [name, ...way];
  }
  return undefined;
}

/** Amounts are text in one version and numbers in another: 10 is "10.00". Lists are compared as they are written. */
function isAlike(old: Json, now: Json): boolean {
  if (typeof old === "object" || typeof now === "object") return JSON.stringify(old) === JSON.stringify(now);
  return old === now || (isDecimal(old) && isDecimal(now) && Number(old) === Number(now));
}

function isDecimal(value: Json): boolean {
  return typeof value === "number" || (typeof value === "string" && /^\d+(?:\.\d*)?$/.test(value));
}

function nodeAt(tree: SchemaNode, path: Path): SchemaNode | undefined {
  return path.reduce<SchemaNode | undefined>((node, name) => node && memberOf(node, name), tree);
}

function knows(tree: SchemaNode, path: Path): boolean {
  return nodeAt(tree, path) !== undefined;
}

function requires(tree: SchemaNode, path: Path): boolean {
  return nodeAt(tree, path.slice(0, -1))?.required?.includes(path.at(-1) ?? "") === true;
}
