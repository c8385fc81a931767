import { EXIT, reportFlags } from "../kernel/command.ts";
import { isoTime } from "../../domain/time.ts";
import type { Command } from "../kernel/command.ts";

/** `gateway-sandbox check [folder]`: looks at scenario files and at nothing else, so that no store or port is opened. */
export const checkCommand: Command = {
  summary: "Checks scenario files, those of the configured folder unless another one is named.",
  words: "[folder]",
  wordsMax: 1,
  flags: [
    ...reportFlags("text (default), json, github, sarif, junit, markdown or html; with =FILE into a file"),
    {
      name: "scenarios",
      help: "names that are active together, parted by commas (default: the configured ones)",
    },
  ],
  run: async (invocation, terminal) => {
    const { readCheckWish, runCheck } = await import("./check.ts");
    const wish = readCheckWish(invocation);
    const { readConfig } = await import("../../sandbox/config.ts");
    const { report, severity } = runCheck(wish, readConfig(invocation.environment));
    const { writeReport } = await import("../kernel/reports.ts");
    writeReport(wish.report, { ...report, at: isoTime(terminal.now()) }, terminal);
    if (severity === undefined) return EXIT.fine;
    return severity === "error" ? EXIT.usage : EXIT.found;
  },
};
