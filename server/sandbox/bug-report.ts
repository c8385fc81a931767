import type { Log } from "./log.ts";
import { StoreUnavailable } from "../store/store.ts";

/**
 * A store that cannot write is no bug of ours, and has said so once, when it began.
 *
 * The stack goes to the log; messages of libraries can quote input, so only the places are kept. */
export function reportBug(log: Log, error: unknown, about: Readonly<Record<string, string>>): void {
  if (error instanceof StoreUnavailable) return;
  const name = error instanceof Error ? error.name : typeof error;
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const places = stack.split("\n").filter((line) => /^\s+at /.test(line));
  log("error", "bug", { ...about, error: name, stack: places.join("\n") });
}
