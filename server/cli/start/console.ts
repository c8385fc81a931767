import { rowOf } from "../../domain/record/exchange-row.ts";
import { hintOf } from "../../domain/record/explanation.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { UsageError } from "../kernel/command.ts";
import type { Terminal } from "../kernel/command.ts";
import { exchangeLine } from "../kernel/exchange-line.ts";

/** How exchanges are told while the sandbox runs. */
const STYLES = ["text", "json", "off"] as const;
type Style = (typeof STYLES)[number];

export const CONSOLE_FLAGS = [
  {
    name: "log",
    help: "a line for each request: text, json or off (default: text in a terminal, otherwise off)",
  },
  { name: "quiet", help: "no line for each request, as --log off", isSwitch: true },
] as const;

/** The style that the flags ask for. */
export function consoleStyle(
  log: string | undefined,
  isQuiet: boolean,
  { isTerminal }: Pick<Terminal, "isTerminal">,
): Style {
  const asked = STYLES.find((style) => style === log);
  if (log !== undefined && asked === undefined)
    throw new UsageError(`--log must be one of ${STYLES.join(", ")}`);
  if (isQuiet) return "off";
  return asked ?? (isTerminal ? "text" : "off");
}

/** The line for an exchange; never a body, a header or a card number. */
export function consoleLine(
  exchange: Exchange,
  style: Exclude<Style, "off">,
  { isColoured }: Pick<Terminal, "isColoured">,
): string {
  const { authentication, notes } = exchange;
  const isUnknown = authentication === "missing" || authentication === "wrong";
  // What is wrong with credentials is said last of all.
  const hint = isUnknown ? notes.at(-1) : hintOf(exchange)[0];
  return exchangeLine(rowOf(exchange), { format: style, hint, isColoured });
}
