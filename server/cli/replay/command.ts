import { maskText } from "../../domain/card/card.ts";
import type { Json } from "../../domain/json.ts";
import { EXIT, UsageError } from "../kernel/command.ts";
import type { Command } from "../kernel/command.ts";
import type { Replayed } from "./replay.ts";

export const replayCommand: Command = {
  summary: "Replays an exchange from its bundle and compares the answers.",
  words: "bundle.json",
  wordsMax: 1,
  flags: [],
  run: async ({ words: [file] }, { print, version }) => {
    if (file === undefined) throw new UsageError("specify the bundle, for example bundle.json");
    const { readBundle } = await import("./replay.ts");
    const { replay } = await import("./replay.ts");
    const bundle = readBundle(file);
    const replayed = await replay(bundle);
    // Somebody may have edited the bundle.
    print(maskText(wordsOf(replayed, bundle.exchange.id)));
    if (replayed.differences.length === 0) return EXIT.fine;
    if (bundle.sandbox !== version)
      print(`The bundle is of version ${bundle.sandbox}, this is ${version}.\n`);
    return EXIT.found;
  },
};

function wordsOf({ expected, differences, passedOver, decisionTaken }: Replayed, id: string): string {
  const lines = [
    differences.length === 0
      ? `Identical: ${expected.status}, as in exchange ${id}.`
      : `Different from the answer of exchange ${id}:`,
    ...differences.map(({ path, expected: was, got }) => `  ${path}: was ${shown(was)}, is ${shown(got)}`),
    ...(decisionTaken === undefined
      ? []
      : [`The recorded decision was used, because ${lower(decisionTaken)}.`]),
    ...(passedOver.length === 0
      ? []
      : [`Not compared, because they always differ: ${passedOver.join(", ")}.`]),
  ];
  return `${lines.join("\n")}\n`;
}

function shown(value: Json | undefined): string {
  return value === undefined ? "not there" : JSON.stringify(value);
}

function lower(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1).replace(/\.$/, "");
}
