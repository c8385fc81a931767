/** How the store tells the outside what happened to its data. */
export type StoreLog = (
  level: "info" | "warn" | "error",
  event: string,
  fields: Record<string, string | number>,
) => void;
