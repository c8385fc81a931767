import { EXIT, reportFlags } from "../kernel/command.ts";
import { isoTime } from "../../domain/time.ts";
import type { Command } from "../kernel/command.ts";
import { CONTROL_FLAGS } from "../kernel/control-client.ts";

export const verifyCommand: Command = {
  summary: "Says whether a client did what was expected of it, and how it behaved; fails when it did not.",
  words: "[expectations.yaml]",
  wordsMax: 1,
  flags: [
    { name: "merchant", help: "whose client it is (default: the one that the file names)" },
    { name: "journal", help: "a journal file to look at instead of a running sandbox" },
    ...CONTROL_FLAGS,
    ...reportFlags(
      "text (default), json, junit, sarif, github, markdown, html or har; with =FILE into a file; given again",
    ),
  ],
  run: async (invocation, terminal) => {
    const { readReports, writeReport } = await import("../kernel/reports.ts");
    const { verified } = await import("./verify.ts");
    const wishes = readReports(invocation);
    const report = await verified(invocation);
    const dated = { ...report, at: isoTime(terminal.now()) };
    for (const wish of wishes) writeReport(wish, dated, terminal);
    return report.verdict === "failed" ? EXIT.found : EXIT.fine;
  },
};
