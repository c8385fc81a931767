/** What pages are told where the gateway itself says nothing. */

export const NO_ANSWER = "The gateway did not answer";

/** An answer without an explanation, by its HTTP status. */
export function failedWith(status: number): string {
  const what = status < 400 ? "The gateway's answer cannot be read" : "The gateway failed";
  return `${what} (HTTP status ${String(status)})`;
}
