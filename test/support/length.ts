/** Set by `npm run prove`: long proofs take all that they have. `npm test` takes a part, which finds most mistakes. */
export const WHOLE = "TEST_WHOLE";

export const IS_WHOLE = process.env[WHOLE] === "true";

/** How much a long proof takes in this run. */
export function taken<T>({ whole, part }: { readonly whole: T; readonly part: T }): T {
  return IS_WHOLE ? whole : part;
}
