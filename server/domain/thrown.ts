/** The system's name of what went wrong (ENOSPC, EEXIST …); undefined for other errors. */
export function codeOf(thrown: unknown): string | undefined {
  // Some test runners run tests in a realm of their own, where the errors of Node's modules are no instances of Error.
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}

/** The text of whatever was thrown, for a log line or a sentence. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
