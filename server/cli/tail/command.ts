import { ENDINGS } from "../../domain/record/exchange-row.ts";
import type { Ending } from "../../domain/record/exchange-row.ts";
import { STREAM } from "../../http/control/exchanges/exchange-filters.ts";
import { EXIT, FORMAT_FLAG, flagValue, outputFormat, UsageError } from "../kernel/command.ts";
import type { Command, Invocation } from "../kernel/command.ts";
import { CONTROL_FLAGS, controlClientOf } from "../kernel/control-client.ts";
import { exchangeLine } from "../kernel/exchange-line.ts";
import type { TailOptions } from "./tail.ts";

const LINES = 10;
const LINES_MAX = 10_000;

/** The control API's own filters, in its words. */
const FILTERS = Object.entries(STREAM.properties).map(([name, { description }]) => ({
  name,
  help: description.replace(/^Only/, "only").replace(/\.$/, ""),
}));

export const tailCommand: Command = {
  summary: "Prints a line for each request to a running sandbox: the last ones, and new ones as they come.",
  words: undefined,
  wordsMax: 0,
  flags: [
    { name: "once", help: "only what has been recorded; do not wait for more", isSwitch: true },
    { name: "lines", help: `how many of the last ones (default: ${LINES}; at most ${LINES_MAX})` },
    { name: "ids", help: "put the exchange's id in front, for why", isSwitch: true },
    { name: "ending", help: `only those that ended so: ${ENDINGS.join(", ")}; repeatable` },
    ...FILTERS,
    FORMAT_FLAG,
    ...CONTROL_FLAGS,
  ],
  run: async (invocation, { print, tell, isColoured }) => {
    const { given } = invocation;
    const format = outputFormat(invocation);
    const options = optionsOf(invocation);
    const client = controlClientOf(invocation);
    const { following, lastRows } = await import("./tail.ts");
    const rows = given.has("once") ? await lastRows(client, options) : following(client, options, tell);
    for await (const row of rows) {
      const id = given.has("ids") && format === "text" ? `${row.id}  ` : "";
      print(id + exchangeLine(row, { format, isColoured }));
    }
    return EXIT.fine;
  },
};

function optionsOf(invocation: Invocation): TailOptions {
  const filters = FILTERS.map(({ name }) => [name, flagValue(invocation, name)] as const);
  const { given } = invocation;
  return {
    filters: Object.fromEntries(filters),
    endings: given.get("ending")?.map(endingNamed) ?? ENDINGS,
    lines: linesOf(flagValue(invocation, "lines")),
  };
}

function endingNamed(word: string): Ending {
  const ending = ENDINGS.find((name) => name === word);
  if (ending !== undefined) return ending;
  throw new UsageError(`--ending must be one of ${ENDINGS.join(", ")}, not '${word}'`);
}

function linesOf(text = String(LINES)): number {
  const lines = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (lines <= LINES_MAX) return lines;
  throw new UsageError(`--lines must be a whole number from 0 to ${LINES_MAX}, not '${text}'`);
}
