import type { JsonObject } from "../../domain/json.ts";

export const text = { type: "string" };
export const flag = { type: "boolean" };
export const number = { type: "integer", minimum: 0 };
export const open = { type: "object", additionalProperties: true };
export const texts = { type: "array", items: text };

/** A list of what has a schema of its own. */
export function listOf(name: string): JsonObject {
  return { type: "array", items: { $ref: `#/components/schemas/${name}` } };
}
