import { isObject } from "../../../domain/json.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { inOrder, isThere, nothingFound } from "./found.ts";
import type { Found } from "./found.ts";
import { asWritten, scalarOf } from "./scalar.ts";
import type { Group, Kind, Scalar, List, Member } from "./shape.ts";

const NOTHING: JsonObject = {};

/**
 * The members that the shape names, each from the first of the sources that has it, in alphabetical order.
 * `own` holds the gateway's values: of `own` members, and for others when no source has one (defaults).
 * Undefined when nothing is left.
 */
export function collectMembers(
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
  if (isScalar(kind)) return asWritten(kind, value);
  return valueOf(kind, name, sources, own === NOTHING ? undefined : own[name]) ?? null;
}

/** What no source has. */
function addOwn({ byName }: Group, own: JsonObject, found: Found): void {
  for (const name in own) {
    const member = byName.get(name);
    const value = own[name];
    if (member === undefined || value === undefined || found[member.rank] !== undefined) continue;
    found[member.rank] = isScalar(member.kind) ? value : valueOf(member.kind, name, NONE, value);
  }
}

function isScalar(kind: Kind): kind is Exclude<Scalar, "custom"> {
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
  if (typeof kind === "string") return scalarOf(kind, name, sources) ?? own;
  if (kind.kind === "list") return listOf(kind, name, sources);
  const groups = groupsAt(name, sources);
  if (groups.length === 0 && (kind.kind !== "computed" || own === undefined)) return undefined;
  return collectMembers(kind, groups, isObject(own) ? own : NOTHING);
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
      isObject(item) ? (collectMembers(kind.item, [item]) ?? {}) : {},
    );
    if (items.length > 0) return items;
  }
  return undefined;
}

const STREET_MAX = 100;

/** Interface section 2.5: street2 comes back empty, and both lines in street, cut at its maximum length. */
export function joinStreet({ byName }: Group, found: Found): void {
  const [first, second] = [byName.get("street"), byName.get("street2")];
  if (first === undefined || second === undefined || !found.some(isThere)) return;
  const [street, street2] = [found[first.rank], found[second.rank]];
  const line = isText(street) && isText(street2) ? `${street}, ${street2}` : (street ?? street2);
  if (isText(line)) found[first.rank] = cut(line, STREET_MAX);
  found[second.rank] = "";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** Cut between characters, never within a pair of surrogates. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join("");
}

const CUSTOM_NAME = /^[0-9A-Za-z]{1,99}$/;

/** order.custom: the merchant's own members, each from the newest of the groups that has it, in alphabetical order. */
function customOf(groups: readonly JsonObject[]): JsonObject | undefined {
  const names = namesOf(groups);
  if (names.length > 1) names.sort();
  let custom: Record<string, Json> | undefined;
  for (const name of names) {
    const value = CUSTOM_NAME.test(name) ? scalarOf("text", name, groups) : undefined;
    if (value !== undefined) (custom ??= {})[name] = value;
  }
  return custom;
}

function namesOf(groups: readonly JsonObject[]): string[] {
  const [group] = groups;
  if (group === undefined) return [];
  return groups.length === 1 ? Object.keys(group) : [...new Set(groups.flatMap(Object.keys))];
}
