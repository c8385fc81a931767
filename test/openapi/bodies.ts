import fc from "fast-check";
import { isObject } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";

type Path = readonly string[];

interface Leaf {
  readonly path: Path;
  readonly node: JsonObject;
}

/** Every member below a schema that has no references left; the first item stands for a list. */
export function leavesOf(schema: Json | undefined, path: Path = []): readonly Leaf[] {
  if (!isObject(schema)) return [];
  const { properties, items, anyOf } = schema;
  if (isObject(properties)) {
    return Object.entries(properties).flatMap(([name, node]) => leavesOf(node, [...path, name]));
  }
  if (isObject(items)) return leavesOf(items, [...path, "0"]);
  if (Array.isArray(anyOf)) return (anyOf as readonly Json[]).flatMap((form) => leavesOf(form, path));
  return path.length === 0 ? [] : [{ path, node: schema }];
}

/** One of each kind of text that contracts know. */
const TEXTS = [
  ...["1", "12", "0012", "12.34", "-1", "A1", "USD", "AB", "a b", "é", "", "x".repeat(300), "2026-01-31"],
  ...["2026-01-31T10:15:30.123Z", "10:20Z", "payer@example.com", "https://shop.example.com/back", "AQID"],
  ...["ftp://a.example/b", "+61 412345678", "127.0.0.1", "1".repeat(14), "SESSION0002776555072F1187121H61"],
];

/** Values for a member: what its own rules name, and what may or may not fit. */
function valueFor(node: JsonObject): fc.Arbitrary<Json> {
  const { minLength, maxLength, minimum, maximum } = node;
  const named = [node["const"], ...listOf(node["enum"])].filter((value) => value !== undefined);
  const lengths = [minLength, maxLength].filter((length) => typeof length === "number");
  const numbers = [minimum, maximum].filter((limit) => typeof limit === "number");
  const edges = [
    ...lengths.flatMap((length) => ["1".repeat(length), "A".repeat(length), "1".repeat(length + 1)]),
    ...numbers.flatMap((limit) => [limit, limit - 1, limit + 1]),
  ];
  const fitting = [...named, ...edges];
  const any = fc.constantFrom<Json>(...TEXTS, true, 0, 1, 0.125, 0.12345, null);
  return fitting.length === 0 ? any : fc.oneof(fc.constantFrom<Json>(...fitting), any);
}

/** The body with the values of some more members. */
export function bodiesWith(body: JsonObject, leaves: readonly Leaf[]): fc.Arbitrary<Json> {
  const member = fc
    .constantFrom(...leaves)
    .chain(({ path, node }) => valueFor(node).map((value) => ({ path, value })));
  return fc
    .array(member, { maxLength: 3 })
    .map((members) => members.reduce<Json>((made, { path, value }) => withMember(made, path, value), body));
}

/** A body with at most one member dropped, renamed or retyped. */
export function mutationsOf(bodies: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const change = fc.constantFrom("none", "drop", "rename", "retype");
  return fc
    .tuple(bodies, change, fc.nat(), fc.constantFrom<Json>(1, "1", true, null, {}, []))
    .map(([body, kind, index, other]) => {
      const paths = pathsOf(body);
      const path = paths[index % Math.max(1, paths.length)] ?? [];
      if (kind === "none" || path.length === 0) return body;
      if (kind === "retype") return withMember(body, path, other);
      const dropped = withMember(body, path, undefined);
      return kind === "drop" ? dropped : withMember(dropped, [...path.slice(0, -1), "renamed"], "1");
    });
}

function pathsOf(value: Json, path: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as JsonObject).flatMap(([name, inner]) => [
    [...path, name],
    ...pathsOf(inner ?? null, [...path, name]),
  ]);
}

function withMember(value: Json, [name, ...rest]: Path, member: Json | undefined): Json {
  if (name === undefined) return member ?? null;
  if (Array.isArray(value) || (name === "0" && !isObject(value))) {
    const [first = {}, ...others] = Array.isArray(value) ? (value as readonly Json[]) : [];
    return member === undefined && rest.length === 0 ? others : [withMember(first, rest, member), ...others];
  }
  const object = isObject(value) ? value : {};
  const { [name]: inner, ...others } = object;
  if (member === undefined && rest.length === 0) return others;
  return { ...object, [name]: rest.length === 0 ? member : withMember(inner ?? {}, rest, member) };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
