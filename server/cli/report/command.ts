import { EXIT, flagValue, reportFlags } from "../kernel/command.ts";
import type { Command, Invocation } from "../kernel/command.ts";
import { CONTROL_FLAGS, controlClientOf, refuseControlFlags } from "../kernel/control-client.ts";
import type { ReportMaterial } from "../../verdict/whole-report.ts";

export const reportCommand: Command = {
  summary:
    "Writes one report of everything: conduct, findings, coverage, outcomes over time, traffic for har.",
  words: "[journal.ndjson]",
  wordsMax: 1,
  flags: [
    { name: "merchant", help: "only requests of this merchant (default: all merchants)" },
    ...CONTROL_FLAGS,
    ...reportFlags(),
  ],
  run: async (invocation, terminal) => {
    const { readReports, writeReports } = await import("../kernel/reports.ts");
    const { wholeReport } = await import("../../verdict/whole-report.ts");
    const targets = readReports(invocation);
    const report = wholeReport(await materialOf(invocation));
    writeReports(targets, report, terminal);
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
