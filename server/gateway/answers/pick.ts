import { maskNumber } from "../../domain/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Group, Kind, Leaf, List } from "./shape.ts";

type Draft = Record<string, Json>;

const NOTHING: JsonObject = {};
const STREET_MAX = 100;
const CUSTOM_NAME = /^[0-9A-Za-z]{1,99}$/;
const DECIMAL = /^-?(\d+\.?\d*|\.\d+)$/;

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
  // Two addresses mixed line by line would be an address that does not exist (assumption A86).
  const from = shape.kind === "address" ? sources.slice(0, 1) : sources;
  const picked: Draft = {};
  let isEmpty = true;
  for (const [name, kind] of shape.members) {
    const value = valueOf(kind, name, from, own[name]);
    if (value === undefined) continue;
    picked[name] = value;
    isEmpty = false;
  }
  if (isEmpty) return undefined;
  return shape.kind === "address" ? withOneStreet(picked) : picked;
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
  if (groups.length === 0 && kind.kind !== "computed") return undefined;
  return pick(kind, groups, isObject(own) ? own : NOTHING);
}

function groupsAt(name: string, sources: readonly JsonObject[]): readonly JsonObject[] {
  const groups: JsonObject[] = [];
  for (const source of sources) {
    const value = source[name];
    if (isObject(value)) groups.push(value);
  }
  return groups;
}

function leafOf(leaf: Leaf, name: string, sources: readonly JsonObject[]): Json | undefined {
  for (const source of sources) {
    const value = source[name];
    const written = value === undefined ? undefined : asWritten(leaf, value);
    if (written !== undefined) return written;
  }
  return undefined;
}

/** Undefined when the value is none of this kind, which only mode observe lets through. */
function asWritten(leaf: Leaf, value: Json): Json | undefined {
  if (leaf === "flag") return typeof value === "boolean" ? value : undefined;
  if (leaf === "number") return numberOf(value);
  if (typeof value !== "string" || value === "") return undefined;
  if (leaf === "masked") return maskNumber(value);
  return leaf === "month" ? value.replace(/^0(?=\d)/, "") : value;
}

function numberOf(value: Json): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && DECIMAL.test(value) ? Number(value) : undefined;
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

function customOf(groups: readonly JsonObject[]): JsonObject | undefined {
  const names = [...new Set(groups.flatMap((group) => Object.keys(group)))].filter((name) =>
    CUSTOM_NAME.test(name),
  );
  const custom: Draft = {};
  for (const name of names.sort()) {
    const value = leafOf("text", name, groups);
    if (value !== undefined) custom[name] = value;
  }
  return Object.keys(custom).length === 0 ? undefined : custom;
}

/** Interface section 2.5: street2 comes back empty, and both lines in street, cut at its maximum length. */
function withOneStreet(address: Draft): JsonObject {
  const lines = [address["street"], address["street2"]].filter((line) => typeof line === "string");
  // So that both stand where the alphabet has them.
  if (address["street"] === undefined) Reflect.deleteProperty(address, "street2");
  if (lines.length > 0) address["street"] = cut(lines.join(", "), STREET_MAX);
  address["street2"] = "";
  return address;
}

/** Cut between characters, never within a pair of surrogates. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join("");
}
