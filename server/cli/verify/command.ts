import { EXIT, reportFlags } from "../kernel/command.ts";
import type { Command } from "../kernel/command.ts";
import { CONTROL_FLAGS } from "../kernel/control-client.ts";

export const verifyCommand: Command = {
  summary: "Checks whether a client met the expectations and kept the rules of conduct; fails if it did not.",
  words: "[expectations.yaml]",
  wordsMax: 1,
  flags: [
    { name: "merchant", help: "merchant whose client is checked (default: the one in the file)" },
    { name: "journal", help: "journal file to check instead of a running sandbox" },
    ...CONTROL_FLAGS,
    ...reportFlags(),
  ],
  run: async (invocation, terminal) => {
    const { readReports, writeReports } = await import("../kernel/reports.ts");
    const { verified } = await import("./verify.ts");
    const targets = readReports(invocation);
    const report = await verified(invocation);
    writeReports(targets, report, terminal);
    return report.verdict === "failed" ? EXIT.found : EXIT.fine;
  },
};
