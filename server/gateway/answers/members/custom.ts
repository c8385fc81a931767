import type { Json, JsonObject } from "../../../domain/json.ts";
import { leafOf } from "./leaf.ts";

const CUSTOM_NAME = /^[0-9A-Za-z]{1,99}$/;

/** order.custom: the merchant's own members, each from the newest of the groups that has it, in alphabetical order. */
export function customOf(groups: readonly JsonObject[]): JsonObject | undefined {
  const names = namesOf(groups);
  if (names.length > 1) names.sort();
  let custom: Record<string, Json> | undefined;
  for (const name of names) {
    const value = CUSTOM_NAME.test(name) ? leafOf("text", name, groups) : undefined;
    if (value !== undefined) (custom ??= {})[name] = value;
  }
  return custom;
}

function namesOf(groups: readonly JsonObject[]): string[] {
  const [group] = groups;
  if (group === undefined) return [];
  return groups.length === 1 ? Object.keys(group) : [...new Set(groups.flatMap(Object.keys))];
}
