import { rowOf } from "../../domain/record/exchange-row.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { isoTime } from "../../domain/time.ts";
import type { Log } from "../../sandbox/log.ts";
import { UsageError } from "../kernel/command.ts";
import type { Terminal } from "../kernel/command.ts";
import { exchangeLine } from "../kernel/exchange-line.ts";

/** How exchanges are told while the sandbox runs. */
const STYLES = ["text", "json", "off"] as const;
export type Style = (typeof STYLES)[number];

interface ConsoleFlags extends Pick<Terminal, "isTerminal"> {
  readonly log: string | undefined;
  readonly isQuiet: boolean;
  /** Whether the process logs nothing at all. */
  readonly isSilent: boolean;
}

export const CONSOLE_FLAGS = [
  {
    name: "log",
    help: "a line for each request: text, json or off (default: text in a terminal, otherwise json; off if --log-level is silent);\ntext and json are for the events on standard error too",
  },
  { name: "quiet", help: "no line for each request, as --log off", isSwitch: true },
] as const;

/** The style that the flags ask for. */
export function consoleStyle({ log, isQuiet, isSilent, isTerminal }: ConsoleFlags): Style {
  const asked = STYLES.find((style) => style === log);
  if (log !== undefined && asked === undefined)
    throw new UsageError(`--log must be one of ${STYLES.join(", ")}`);
  if (isQuiet || (isSilent && asked === undefined)) return "off";
  return asked ?? (isTerminal ? "text" : "json");
}

/** Tells of each exchange from now on; undefined: of none. */
export function openConsole(
  style: Style,
  { openLines, isColoured, now }: Pick<Terminal, "isColoured" | "now" | "openLines">,
  log: Log,
): Console | undefined {
  if (style === "off") return undefined;
  const { write } = openLines({
    leftOut: (count) => leftOutLine(count, style, now()),
    onEnd: (reason) => {
      log("warn", "console-ended", { reason });
    },
  });
  return {
    tell: (exchange) => {
      write(() => consoleLine(exchange, style, { isColoured }));
    },
  };
}

interface Console {
  readonly tell: (exchange: Exchange) => void;
}

function leftOutLine(count: number, style: Style, now: number): string {
  if (style === "json") return `${JSON.stringify({ at: isoTime(now), event: "lines-left-out", count })}\n`;
  return `${count} requests are not shown, as nobody read the lines before\n`;
}

/** The line for an exchange; never a body, a header or a card number. */
export function consoleLine(
  exchange: Exchange,
  style: Exclude<Style, "off">,
  { isColoured }: Pick<Terminal, "isColoured">,
): string {
  return exchangeLine(rowOf(exchange), { format: style, isColoured });
}
