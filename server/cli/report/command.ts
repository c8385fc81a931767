import { EXIT, flagValue, reportFlags } from "../kernel/command.ts";
import { isoTime } from "../../domain/time.ts";
import type { Command, Invocation } from "../kernel/command.ts";
import { CONTROL_FLAGS, controlClientOf, refuseControlFlags } from "../kernel/control-client.ts";
import type { ReportMaterial } from "./report.ts";

export const reportCommand: Command = {
  summary:
    "Makes one report of everything: conduct, findings, coverage, outcomes over time, traffic for har.",
  words: "[journal.ndjson]",
  wordsMax: 1,
  flags: [
    { name: "merchant", help: "only this merchant's requests (default: those of all)" },
    ...CONTROL_FLAGS,
    ...reportFlags(
      "text (default), json, junit, sarif, github, markdown, html or har; with =FILE into a file; given again",
    ),
  ],
  run: async (invocation, terminal) => {
    const { readReports, writeReport } = await import("../kernel/reports.ts");
    const { wholeReport } = await import("./report.ts");
    const wishes = readReports(invocation);
    const report = wholeReport(await materialOf(invocation));
    const dated = { ...report, at: isoTime(terminal.now()) };
    for (const wish of wishes) writeReport(wish, dated, terminal);
    return report.verdict === "failed" ? EXIT.found : EXIT.fine;
  },
};

/** From the file that is named, else from the running sandbox. */
async function materialOf(invocation: Invocation): Promise<ReportMaterial> {
  const merchant = flagValue(invocation, "merchant");
  const [file] = invocation.words;
  if (file === undefined) {
    const { sandboxMaterial } = await import("./report.ts");
    return sandboxMaterial(controlClientOf(invocation), merchant);
  }
  refuseControlFlags(invocation, `${file} is a file`);
  const { journalMaterial } = await import("./report.ts");
  return journalMaterial(file, merchant);
}
