import type { Environment } from "../../sandbox/config.ts";
import type { Command } from "../kernel/command.ts";
import { reportFlags } from "../kernel/command.ts";
import { settingFlags } from "../start/command.ts";

/** What a run has otherwise than a sandbox that stays, unless the settings say so. */
const USUAL: Environment = {
  SANDBOX_LOG_LEVEL: "warn",
  SANDBOX_WATCH: "off",
  // A suite is looked at as a whole; SANDBOX_JOURNAL_BYTES bounds it all the same.
  SANDBOX_JOURNAL_SIZE: "100000",
};

/** What a sandbox that is there for one run only has besides (server/embedding/own-sandbox.ts), in words. */
const OF_OWN_SANDBOX: Environment = {
  SANDBOX_PORT: "0, which takes a free one",
  SANDBOX_DATA: "a temporary folder",
};

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
    {
      name: "fail-under",
      help: "percentage of the plan's rules that must have answered; also cases=90 of its cases; given again",
    },
    ...settingFlags({ ...USUAL, ...OF_OWN_SANDBOX }),
  ],
  run: async (invocation, terminal) => {
    const { readRunWish } = await import("./options.ts");
    const wish = readRunWish(invocation, USUAL);
    const { run } = await import("./run.ts");
    return run(invocation, wish, terminal);
  },
};
