import { maskText } from "../../domain/card/card.ts";
import { controlOf } from "../../embedding/control.ts";
import type { Control } from "../../embedding/control.ts";
import type { MerchantControl } from "../../embedding/merchant-control.ts";
import { USUAL } from "../../embedding/merchant-access.ts";
import type { SeenMerchant } from "../../http/control/stored/seen-merchants.ts";
import { EXIT, FORMAT_FLAG, flagValue, jsonText, outputFormat, UsageError } from "../kernel/command.ts";
import type { Command, Invocation } from "../kernel/command.ts";
import { CONTROL_FLAGS, controlClientOf } from "../kernel/control-client.ts";
import type { ControlClient } from "../kernel/control-client.ts";

/** A command that asks a running sandbox for one thing, or does one thing there. */
export interface Verb extends Pick<Command, "flags" | "summary"> {
  /** What stands behind the command, for the help; left out: nothing. */
  readonly words?: string;
  /** 1 unless it says otherwise. */
  readonly wordsMax?: number;
  /** Whether it is about one merchant, which `--merchant` names. */
  readonly isOfMerchant: boolean;
  readonly act: (asked: AskedVerb) => Promise<Told>;
}

export interface AskedVerb {
  readonly invocation: Invocation;
  readonly words: readonly string[];
  readonly client: ControlClient;
  readonly control: Control;
  /** "" for a verb that is not about one. */
  readonly merchant: string;
  readonly shop: MerchantControl;
  readonly flag: (name: string) => string | undefined;
  readonly has: (name: string) => boolean;
}

/** What came of it: for programs, and in lines for people, which are written when somebody reads them. */
export interface Told {
  readonly value: unknown;
  readonly lines: () => readonly string[] | Promise<readonly string[]>;
  /** Whether it found what a script should stop at. */
  readonly isBad?: boolean;
}

const MERCHANT_FLAG = {
  name: "merchant",
  help: `id of the merchant (default: the only one that the sandbox knows; ${USUAL} if it knows none yet)`,
};

export function commandOf({ summary, flags, words, wordsMax = 1, isOfMerchant, act }: Verb): Command {
  return {
    summary,
    words,
    wordsMax: words === undefined ? 0 : wordsMax,
    flags: [...(isOfMerchant ? [MERCHANT_FLAG] : []), ...flags, FORMAT_FLAG, ...CONTROL_FLAGS],
    run: async (invocation, { print }) => {
      const format = outputFormat(invocation);
      const client = controlClientOf(invocation);
      const control = controlOf(client.call);
      const merchant = isOfMerchant ? await merchantOf(invocation, client) : "";
      const { value, lines, isBad } = await act({
        ...{ invocation, client, control, merchant, words: invocation.words },
        shop: control.merchant(merchant),
        flag: (name) => flagValue(invocation, name),
        has: (name) => invocation.given.has(name),
      });
      print(maskText(format === "json" ? jsonText(value) : await textOf(lines)));
      return isBad === true ? EXIT.found : EXIT.fine;
    },
  };
}

/** Ids and notes may hold anything, and a terminal obeys control characters. */
async function textOf(lines: Told["lines"]): Promise<string> {
  const { printable } = await import("../../report/displayed-text.ts");
  return (await lines()).map((line) => `${printable(line)}\n`).join("");
}

/** Rows in columns, never broken into more lines, so that ids can be copied and searched for. */
export async function tableOf(
  columns: readonly string[],
  rows: readonly (readonly (number | string)[])[],
): Promise<readonly string[]> {
  const { textTable } = await import("../../report/text.ts");
  return textTable({ columns, rows }, Infinity);
}

/** The word at a place, or a UsageError that says what it should be. */
export function wordAt(words: readonly string[], place: number, what: string): string {
  const word = words[place];
  if (word === undefined) throw new UsageError(`specify ${what}`);
  return word;
}

async function merchantOf(invocation: Invocation, client: ControlClient): Promise<string> {
  const named = flagValue(invocation, MERCHANT_FLAG.name);
  if (named !== undefined) return named;
  const seen = (await client.get("/v1/merchants")) as { readonly merchants: readonly SeenMerchant[] };
  const [only = USUAL, ...others] = seen.merchants.map(({ merchant }) => merchant);
  if (others.length === 0) return only;
  throw new UsageError(`specify one of the merchants with --merchant: ${[only, ...others].join(", ")}`);
}
