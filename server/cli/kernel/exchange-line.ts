import { maskText } from "../../domain/card/card.ts";
import { ARMED } from "../../domain/record/deliberation.ts";
import { pathOf } from "../../domain/record/exchange-row.ts";
import type { Ending, ExchangeRow } from "../../domain/record/exchange-row.ts";
import type { OutputFormat, Terminal } from "./command.ts";

interface LineStyle extends Pick<Terminal, "isColoured"> {
  readonly format: OutputFormat;
}

/** The line for an exchange; never a body, a header or a card number. */
export function exchangeLine(row: ExchangeRow, { format, isColoured }: LineStyle): string {
  const line = format === "json" ? JSON.stringify(row) : textLine(row, isColoured);
  return `${maskText(line)}\n`;
}

function textLine(row: ExchangeRow, isColoured: boolean): string {
  const { at, merchant = "-", operation, method, order, transaction } = row;
  const { status, words = "", hint, rule, durationMs, ending } = row;
  const place = [order, transaction].filter((it) => it !== undefined).join("/");
  const parts = [
    at.slice(11, 23),
    harmless(merchant),
    operation ?? `${method} ${harmless(pathOf(row))}`,
    harmless(place),
    painted(`${status === 0 ? "no answer" : status} ${words}`.trim(), ending, isColoured),
    hint === undefined ? "" : `(${harmless(hint)})`,
    rule === undefined ? "" : `[${harmless(rule.replace(`${ARMED}#`, "armed rule "))}]`,
    `${Math.round(durationMs)} ms`,
  ];
  return parts.filter((part) => part !== "").join("  ");
}

const ESCAPE = "\u001b";

/** Green, yellow, blue, red, and white on red: as reports colour what they tell. */
const COLOURS: Readonly<Record<Ending, string>> = {
  approved: "32",
  declined: "33",
  pending: "34",
  refused: "31",
  failed: "41;97",
  done: "0",
};

/** The text in the colour of an ending, where there are colours; it cannot steer the terminal. */
export function painted(text: string, ending: Ending, isColoured: boolean): string {
  const plain = harmless(text);
  return isColoured ? `${ESCAPE}[${COLOURS[ending]}m${plain}${ESCAPE}[0m` : plain;
}

const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Ids are chosen by callers, and a terminal obeys control characters and turns. */
export function harmless(text: string): string {
  return text.replace(STEERING, "?");
}
