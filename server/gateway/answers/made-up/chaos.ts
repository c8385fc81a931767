import { isObject } from "../../../domain/json.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { random } from "./random-data.ts";

/** Begins the name of every member that chaos adds; no member of any version begins so. */
export const CHAOS_PREFIX = "chaos";

/** The merchant's own members (interface section 2.3): no later version adds to them. */
const MERCHANTS_OWN = "custom";

/**
 * The body as a compatible later version might answer it: more members in every group, and members in any order. What
 * was there keeps its value, and lists keep their order. The same for the same body and seed.
 */
export function chaotic(body: JsonObject, seed: number): JsonObject {
  random.seed(seed);
  return disturbed(body);
}

function disturbed(group: JsonObject): JsonObject {
  const added = Array.from({ length: random.number.int({ min: 1, max: 2 }) }, newMember);
  const fresh = added.filter(([name]) => !Object.hasOwn(group, name));
  const kept = Object.entries(group).map(([name, value]) => [name, within(name, value)] as const);
  return Object.fromEntries(random.helpers.shuffle([...kept, ...fresh]));
}

function within(name: string, value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => within(name, item) ?? null);
  if (!isObject(value)) return value;
  return name === MERCHANTS_OWN
    ? Object.fromEntries(random.helpers.shuffle(Object.entries(value)))
    : disturbed(value);
}

/**
 * Of any type but null: what has no value is left out of every answer, and would be in a later version
 * (assumption A198).
 */
const VALUES: Readonly<Record<string, () => Json>> = {
  Flag: () => random.datatype.boolean(),
  Group: () => ({ amount: number(), note: text(), parts: [{ flag: true }] }),
  EmptyGroup: () => ({}),
  Groups: () => [{ note: text() }, { amount: number() }],
  List: () => [text(), number(), true],
  EmptyList: () => [],
  Number: () => number(),
  Text: () => text(),
};

function newMember(): readonly [string, Json] {
  const kind = random.helpers.arrayElement(Object.keys(VALUES));
  const value = VALUES[kind]?.() ?? "";
  return [`${CHAOS_PREFIX}${kind}${random.number.int({ min: 1, max: 999 })}`, value];
}

function number(): number {
  return random.number.int({ min: -100_000, max: 10_000_000 }) / 100;
}

function text(): string {
  return random.lorem.words(3);
}
