import { textAt } from "../domain/json.ts";
import type { JsonObject } from "../domain/json.ts";
import { invalid } from "../domain/rule.ts";

/**
 * Combines the request with the session and token it names: request over session over token (interface
 * section 2.10). The sandbox keeps no sessions and tokens yet, so each that is named is an unknown one.
 */
export function resolve(body: JsonObject): JsonObject {
  for (const [field, what] of REFERENCES) {
    const id = textAt(body, field);
    if (id !== undefined) throw invalid(field, shortened(id), `${what} not found`);
  }
  return body;
}

const REFERENCES = [
  ["session.id", "Session"],
  ["sourceOfFunds.token", "Token"],
] as const;

/** A token may keep the first and last digits of a card number, so only its end is shown. */
function shortened(id: string): string {
  return `…${id.slice(-4)}`;
}
