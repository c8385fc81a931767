import { FREE_ATTEMPTS } from "../../http/wrong-passwords.ts";
import { isoTime } from "../../domain/time.ts";
import type { Ending } from "../../domain/record/exchange-row.ts";
import { logLine, masked } from "../../sandbox/log.ts";
import type { EventLine, Log } from "../../sandbox/log.ts";
import type { Terminal } from "../kernel/command.ts";
import { harmless, painted } from "../kernel/exchange-line.ts";
import type { Style } from "./console.ts";

type EventTerminal = Pick<Terminal, "remarks">;

/** How the log tells events: as the lines of requests are told, if somebody says so, else for whoever sees them. */
export function eventLineOf({ remarks }: EventTerminal, asked?: string): EventLine {
  const isText = asked === "text" || (asked !== "json" && remarks.isTerminal);
  return isText ? (...event) => textLine(event, remarks.isColoured) : logLine;
}

const COLOURS: Readonly<Record<Parameters<Log>[0], Ending>> = {
  error: "failed",
  warn: "declined",
  info: "done",
};

function textLine([now, level, event, fields]: Parameters<EventLine>, isColoured: boolean): string {
  const facts = Object.entries(masked(fields)).map(([name, value]) => `${name} ${factWords(String(value))}`);
  const start = [isoTime(now).slice(11, 23), painted(level, COLOURS[level], isColoured), event];
  return `${[...start, ...facts].join("  ")}\n`;
}

/** Stacks have lines of their own; no fact looks like the next event. */
function factWords(value: string): string {
  return value.split("\n").map(harmless).join("\n    ");
}

const OF_CREDENTIALS: readonly string[] = ["wrong-password", "unknown-merchant"];

/** Without what the line of a request says to the same people already; that somebody goes on guessing is news. */
export function beside(
  style: Style,
  { isTerminal, remarks }: EventTerminal & Pick<Terminal, "isTerminal">,
  log: Log,
): Log {
  if (style !== "text" || !isTerminal || !remarks.isTerminal) return log;
  return (level, event, fields) => {
    const isFirst = Number(fields["attempts"]) <= FREE_ATTEMPTS;
    if (!isFirst || !OF_CREDENTIALS.includes(event)) log(level, event, fields);
  };
}
