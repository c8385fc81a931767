import type { Environment } from "../../sandbox/config.ts";
import type { Command } from "../kernel/command.ts";
import { reportFlags } from "../kernel/command.ts";
import { OF_OWN_SANDBOX, settingFlags } from "../start/command.ts";

/** What a run has otherwise than a sandbox that stays, unless the settings say so. */
const USUAL: Environment = {
  SANDBOX_LOG_LEVEL: "warn",
  SANDBOX_WATCH: "off",
  // A suite is looked at as a whole; SANDBOX_JOURNAL_BYTES bounds it all the same.
  SANDBOX_JOURNAL_SIZE: "100000",
};

export const runCommand: Command = {
  summary:
    "Runs a command against a temporary sandbox and checks how the client behaved; fails if either fails.",
  words: "-- command [arguments]",
  wordsMax: Infinity,
  flags: [
    ...reportFlags(),
    { name: "expect", help: "expectations file, as for verify" },
    {
      name: "merchant",
      help: "merchant of the expectations (default: the one in the file, otherwise SANDBOX_MERCHANT)",
    },
    {
      name: "fail-on",
      help: "error (default), warning or never: severity of conduct and findings that fails the run",
    },
    {
      name: "fail-under",
      help: "minimum percentage of the plan's rules that must have answered, or cases=90 of its cases; repeatable",
    },
    ...settingFlags({ ...USUAL, ...OF_OWN_SANDBOX }),
  ],
  run: async (invocation, terminal) => {
    const { readRunOptions } = await import("./options.ts");
    const options = readRunOptions(invocation, USUAL);
    const { run } = await import("./run.ts");
    return run(invocation, options, terminal);
  },
};
