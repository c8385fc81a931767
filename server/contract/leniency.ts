import type { Json } from "../domain/json.ts";
import { neutralized } from "./aliases.ts";
import type { Aliases } from "./aliases.ts";
import type { Contract } from "./contract.ts";
import { withoutEmpties } from "./empties.ts";
import { faultsOf } from "./faults.ts";
import type { Fault } from "./fault.ts";
import { lexemesOf, numbersAsText } from "./number-lexemes.ts";

/** The body as the live gateway reads it, and what even the gateway would not take. */
export interface Reading {
  readonly body: Json;
  readonly faults: readonly Fault[];
}

/** Without empties and with neutral names; the same body when there is nothing to change. */
export function normalized(body: Json, aliases: Aliases): Json {
  return neutralized(withoutEmpties(body), aliases);
}

/**
 * Judges as mode gateway does: a number where text is asked counts by what was written, and the rules of
 * the text then hold for that (assumption A13); members of later versions are known.
 */
export function readLeniently(body: Json, text: string, contract: Contract, aliases: Aliases): Reading {
  const usual = normalized(body, aliases);
  const errors = contract.validateExtended(usual);
  const numbers = errors.filter(({ keyword, params, data }) => {
    return (
      keyword === "type" &&
      (params as { readonly type?: unknown }).type === "string" &&
      typeof data === "number"
    );
  });
  if (numbers.length === 0) return { body: usual, faults: faultsOf(usual, errors, contract.tree()) };
  const pointers = new Set(numbers.map(({ instancePath }) => instancePath));
  const read = numbersAsText(usual, normalized(lexemesOf(text), aliases), pointers);
  return { body: read, faults: faultsOf(read, contract.validateExtended(read), contract.tree()) };
}
