/** What pages are told where the gateway itself says nothing. */

export const NO_ANSWER = "The gateway did not answer";

/** An answer without an explanation, by its HTTP status. */
export function failedWith(status: number): string {
  return `The gateway failed (HTTP status ${String(status)})`;
}
