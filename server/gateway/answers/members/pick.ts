import { isObject } from "../../../domain/json.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { joinStreet } from "./address.ts";
import { customOf } from "./custom.ts";
import { inOrder, nothingFound } from "./found.ts";
import type { Found } from "./found.ts";
import { asWritten, leafOf } from "./leaf.ts";
import type { Group, Kind, Leaf, List, Member } from "./shape.ts";

const NOTHING: JsonObject = {};

/**
 * The members that the shape names, each from the first of the sources that has it, in alphabetical order.
 * `own` holds the gateway's values: of `own` members, and for others when no source has one (defaults).
 * Undefined when nothing is left.
 */
export function pick(
  shape: Group,
  sources: readonly JsonObject[],
  own: JsonObject = NOTHING,
): JsonObject | undefined {
  const isAddress = shape.kind === "address";
  // Two addresses mixed line by line would be an address that does not exist (assumption A86).
  const from = isAddress && sources.length > 1 ? sources.slice(0, 1) : sources;
  const found = nothingFound(shape);
  const search = { shape, sources: from, own };
  for (const source of from) findIn(found, source, search);
  if (own !== NOTHING) addOwn(shape, own, found);
  if (isAddress) joinStreet(shape, found);
  return inOrder(shape.names, found);
}

/** The group of what the gateway has filled, and of what the sources have besides. */
export function completed(
  shape: Group,
  found: Found,
  sources: readonly JsonObject[],
): JsonObject | undefined {
  const search = { shape, sources, own: NOTHING };
  for (const source of sources) findIn(found, source, search);
  return inOrder(shape.names, found);
}

/** What members are looked for in. */
interface Search {
  readonly shape: Group;
  readonly sources: readonly JsonObject[];
  readonly own: JsonObject;
}

/** Requests have few of the members that they may have: what they have is looked at, not what they may. */
function findIn(found: Found, source: JsonObject, search: Search): void {
  for (const name in source) {
    const member = search.shape.byName.get(name);
    if (member === undefined || found[member.rank] !== undefined) continue;
    found[member.rank] = foundIn(source[name], member, search);
  }
}

/** Undefined when a weaker source may still have it, null when none has. */
function foundIn(
  value: Json | undefined,
  { kind, name }: Member,
  { sources, own }: Search,
): Json | undefined {
  if (value === undefined) return undefined;
  if (isLeaf(kind)) return asWritten(kind, value);
  return valueOf(kind, name, sources, own === NOTHING ? undefined : own[name]) ?? null;
}

/** What no source has. */
function addOwn({ byName }: Group, own: JsonObject, found: Found): void {
  for (const name in own) {
    const member = byName.get(name);
    const value = own[name];
    if (member === undefined || value === undefined || found[member.rank] !== undefined) continue;
    found[member.rank] = isLeaf(member.kind) ? value : valueOf(member.kind, name, NONE, value);
  }
}

function isLeaf(kind: Kind): kind is Exclude<Leaf, "custom"> {
  return typeof kind === "string" && kind !== "custom";
}

/** One member, from the first of the sources that has it. */
export function valueOf(
  kind: Kind,
  name: string,
  sources: readonly JsonObject[],
  own: Json | undefined,
): Json | undefined {
  if (kind === "own") return own;
  if (kind === "custom") return customOf(groupsAt(name, sources));
  if (typeof kind === "string") return leafOf(kind, name, sources) ?? own;
  if (kind.kind === "list") return listOf(kind, name, sources);
  const groups = groupsAt(name, sources);
  if (groups.length === 0 && (kind.kind !== "computed" || own === undefined)) return undefined;
  return pick(kind, groups, isObject(own) ? own : NOTHING);
}

const NONE: readonly JsonObject[] = [];

/** The groups of the name that sources have, the newest first. */
export function groupsAt(name: string, sources: readonly JsonObject[]): readonly JsonObject[] {
  let groups: JsonObject[] | undefined;
  for (const source of sources) {
    const value = source[name];
    if (!isObject(value)) continue;
    // Mostly there is one, and an array that begins empty makes room for many.
    if (groups === undefined) groups = [value];
    else groups.push(value);
  }
  return groups ?? NONE;
}

/** A list is taken whole from the newest request that has it: its items have no names to be matched by. */
function listOf(kind: List, name: string, sources: readonly JsonObject[]): Json | undefined {
  for (const source of sources) {
    const value = source[name];
    if (!Array.isArray(value)) continue;
    const items = (value as readonly Json[]).map((item) =>
      isObject(item) ? (pick(kind.item, [item]) ?? {}) : {},
    );
    if (items.length > 0) return items;
  }
  return undefined;
}
