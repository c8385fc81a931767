import type { Log } from "./log.ts";

/** The stack goes to the log; messages of libraries can quote input, so only the places are kept. */
export function reportBug(log: Log, error: unknown, about: Readonly<Record<string, string>>): void {
  const name = error instanceof Error ? error.name : typeof error;
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const places = stack.split("\n").filter((line) => /^\s+at /.test(line));
  log("error", "bug", { ...about, error: name, stack: places.join("\n") });
}
