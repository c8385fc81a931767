import type { Command } from "./command.ts";
import { reportFlags } from "./report-flags.ts";
import { SETTING_FLAGS } from "./start.ts";

export const runCommand: Command = {
  summary:
    "Runs a command against a sandbox of its own, says how the client behaved, and fails when one of both does.",
  words: "-- command [arguments]",
  wordsMax: Infinity,
  flags: [
    ...reportFlags(
      "text (default), json, junit, sarif, github, markdown, html or har; with =FILE into a file; given again",
    ),
    { name: "expect", help: "file of expectations, as for verify" },
    {
      name: "merchant",
      help: "whose expectations they are (default: as the file says, else SANDBOX_MERCHANT's)",
    },
    {
      name: "fail-on",
      help: "error (default), warning or never: the severity of conduct and findings that fails",
    },
    { name: "fail-under", help: "percentage of scenario rules that must have answered" },
    ...SETTING_FLAGS,
  ],
  run: async (invocation, terminal) => {
    const { readRunWish } = await import("./run-wish.ts");
    const wish = readRunWish(invocation);
    const { run } = await import("./run.ts");
    return run(invocation, wish, terminal);
  },
};
