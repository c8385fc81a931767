import { maskText } from "../domain/card/card.ts";
import { isoTime } from "../domain/time.ts";
import { StoreUnavailable } from "../store/store.ts";

/** How much the process says; `silent` says nothing. */
export const LOG_LEVELS = ["error", "warn", "info", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/**
 * One event with its fields, as one line of JSON. An allow list by construction: there is no way to hand over a
 * header, a body or a URL, only short words and numbers that the caller names one by one.
 */
export type Log = (
  level: Exclude<LogLevel, "silent">,
  event: string,
  fields: Readonly<Record<string, string | number>>,
) => void;

const RANK: Readonly<Record<LogLevel, number>> = { silent: 0, error: 1, warn: 2, info: 3 };

/** An event of a time in milliseconds, as it stands in the log. */
export type EventLine = (now: number, ...event: Parameters<Log>) => string;

export function createLog(
  level: LogLevel,
  clock: () => number,
  write: (line: string) => void,
  lineOf: EventLine = logLine,
): Log {
  return (eventLevel, event, fields) => {
    if (RANK[eventLevel] > RANK[level]) return;
    write(lineOf(clock(), eventLevel, event, fields));
  };
}

/** One event as programs read it. */
export function logLine(now: number, ...[level, event, fields]: Parameters<Log>): string {
  return `${JSON.stringify({ time: isoTime(now), level, event, ...masked(fields) })}\n`;
}

/** Names of files and ids are chosen by people. */
export function masked(fields: Parameters<Log>[2]): Parameters<Log>[2] {
  const entries = Object.entries(fields);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "string" ? maskText(value) : value]),
  );
}

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
