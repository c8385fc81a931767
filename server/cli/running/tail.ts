import { ENDINGS } from "../../domain/record/exchange-row.ts";
import type { Ending, ExchangeRow } from "../../domain/record/exchange-row.ts";
import { STREAM } from "../../http/control/exchanges/exchange-filters.ts";
import { EXIT, FORMAT_FLAG, flagValue, outputFormat, UsageError } from "../kernel/command.ts";
import type { Command, Invocation, Terminal } from "../kernel/command.ts";
import { CONTROL_FLAGS, controlClientOf, refuseControlFlags } from "../kernel/control-client.ts";
import { exchangeLine } from "../kernel/exchange-line.ts";
import type { TailOptions } from "./rows.ts";

const LINES = 10;
const LINES_MAX = 10_000;

/** The control API's own filters, in its words. */
const FILTERS = Object.entries(STREAM.properties).map(([name, { description }]) => ({
  name,
  help: description.replace(/^Only/, "only").replace(/\.$/, ""),
}));

export const tailCommand: Command = {
  summary:
    "Prints a line for each request to a running sandbox or in a journal file: the last ones, and new ones as they come.",
  words: "[journal.ndjson]",
  wordsMax: 1,
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
    const rows = await rowsOf(invocation, options, tell);
    for await (const row of rows) {
      const id = given.has("ids") && format === "text" ? `${row.id}  ` : "";
      print(id + exchangeLine(row, { format, isColoured }));
    }
    return EXIT.fine;
  },
};

/** From the file that is named, else from the running sandbox. */
async function rowsOf(
  invocation: Invocation,
  options: TailOptions,
  tell: Terminal["tell"],
): Promise<AsyncIterable<ExchangeRow> | Iterable<ExchangeRow>> {
  const [file] = invocation.words;
  const isOnce = invocation.given.has("once");
  const { following, lastRows, rowsOfFile } = await import("./rows.ts");
  if (file === undefined) {
    const client = controlClientOf(invocation);
    return isOnce ? lastRows(client, options) : following(client, options, tell);
  }
  refuseControlFlags(invocation, `${file} is a file`);
  return rowsOfFile(file, options, !isOnce);
}

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
