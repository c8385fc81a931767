import type { ErrorObject } from "ajv/dist/2020.js";
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

/** A body and the JSON text that it came as. */
export interface SentBody {
  readonly body: Json;
  readonly text: string;
}

/** Without empties and with neutral names; the same body when there is nothing to change. */
export function normalized(body: Json, aliases: Aliases): Json {
  return neutralized(withoutEmpties(body), aliases);
}

/** What the letter has against the body as it was sent. */
export interface Strictly {
  readonly errors: readonly ErrorObject[];
  readonly faults: readonly Fault[];
}

/**
 * Judges as mode gateway does: a number where text is asked counts by what was written, and the rules of
 * the text then hold for that (assumption A13); members of later versions are known.
 */
export function readLeniently(
  { body, text }: SentBody,
  contract: Contract,
  aliases: Aliases,
  strictly?: Strictly,
): Reading {
  const usual = normalized(body, aliases);
  // Of the newest version the letter is all that there is to know.
  const isSame = usual === body && contract.validateExtended === contract.validate;
  const same = isSame ? strictly : undefined;
  const errors = same?.errors ?? contract.validateExtended(usual);
  const numbers = errors.filter(({ keyword, params, data }) => {
    return (
      keyword === "type" &&
      (params as { readonly type?: unknown }).type === "string" &&
      typeof data === "number"
    );
  });
  if (numbers.length === 0) {
    return { body: usual, faults: same?.faults ?? faultsOf(usual, errors, contract.tree()) };
  }
  const pointers = new Set(numbers.map(({ instancePath }) => instancePath));
  const read = numbersAsText(usual, normalized(lexemesOf(text), aliases), pointers);
  return { body: read, faults: faultsOf(read, contract.validateExtended(read), contract.tree()) };
}
