import { EXIT, reportFlags, WITHOUT_TRAFFIC } from "../kernel/command.ts";
import type { Command } from "../kernel/command.ts";

/** `gateway-sandbox check [folder]`: looks at scenario files and at nothing else, so that no store or port is opened. */
export const checkCommand: Command = {
  summary: "Checks scenario files, by default those of the configured folder.",
  words: "[folder]",
  wordsMax: 1,
  flags: [
    ...reportFlags(" (default: text); =FILE writes to a file", WITHOUT_TRAFFIC),
    {
      name: "scenarios",
      help: "comma-separated names of the active scenarios (default: the configured ones)",
    },
  ],
  run: async (invocation, terminal) => {
    const { readCheckOptions, runCheck } = await import("./check.ts");
    const options = readCheckOptions(invocation);
    const { readConfig } = await import("../../sandbox/config.ts");
    const { report, severity } = runCheck(options, readConfig(invocation.environment));
    const { writeReports } = await import("../kernel/reports.ts");
    writeReports([options.report], report, terminal);
    if (severity === undefined) return EXIT.fine;
    return severity === "error" ? EXIT.usage : EXIT.found;
  },
};
