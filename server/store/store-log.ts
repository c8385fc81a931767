/** How the store tells the outside what happened to its data. */
export type StoreLog = (
  level: "info" | "warn" | "error",
  event: string,
  fields: Record<string, string | number>,
) => void;

/** The text of whatever was thrown, for a log line or a sentence. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The system's name of what went wrong (ENOSPC, EEXIST …); undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  // Test runners give a test a world of its own, in which the errors of Node's modules are no Error.
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
