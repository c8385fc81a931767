import { EXIT, reportFlags } from "../kernel/command.ts";
import { isoTime } from "../../domain/time.ts";
import type { Report } from "../../report/report.ts";
import type { Command, Invocation } from "../kernel/command.ts";
import { CONTROL_FLAGS, controlClientOf, refuseControlFlags } from "../kernel/control-client.ts";
import type { CoverageWish } from "./options.ts";
import type { ReportWish } from "../kernel/reports.ts";

export const coverageCommand: Command = {
  summary:
    "Says what of the scenarios, or of the gateway, requests have met: those to a running sandbox, or of a journal.",
  words: "[journal.ndjson]",
  wordsMax: 1,
  flags: [
    {
      name: "contract",
      help: "of the gateway: operations, transitions, refusals, rules, codes",
      isSwitch: true,
    },
    {
      name: "fail-under",
      help: "percentage of the plan's rules that must be met; also cases=90; with --contract of all, also transitions=50; given again",
    },
    { name: "merchant", help: "only what this merchant's requests have met (default: those of all)" },
    { name: "operations", help: "with --contract: only what these can meet, parted by commas" },
    {
      name: "versions",
      help: "with --contract: versions to cover, parted by commas (default: those with a contract)",
    },
    { name: "diagram", help: "with --contract: file for the state diagram, for Mermaid" },
    ...CONTROL_FLAGS,
    ...reportFlags(
      "text (default), json, junit, sarif, github, markdown, html or har; with =FILE into a file; given again",
    ),
  ],
  run: async (invocation, terminal) => {
    const { readCoverageWish } = await import("./options.ts");
    const { readReports, writeReport } = await import("../kernel/reports.ts");
    const wish = readCoverageWish(invocation);
    const wishes = readReports(invocation);
    const report = await coverageOf(invocation, wish, wishes);
    const dated = { ...report, at: isoTime(terminal.now()) };
    for (const each of wishes) writeReport(each, dated, terminal);
    return report.verdict === "failed" ? EXIT.found : EXIT.fine;
  },
};

/** Of the file that is named, else of the running sandbox. */
async function coverageOf(
  invocation: Invocation,
  wish: CoverageWish,
  wishes: readonly ReportWish[],
): Promise<Report> {
  const [file] = invocation.words;
  if (file === undefined) {
    const { sandboxCoverage } = await import("./coverage.ts");
    return sandboxCoverage(controlClientOf(invocation), wish, wishes);
  }
  refuseControlFlags(invocation, `${file} is a file`);
  const { journalCoverage } = await import("./coverage.ts");
  return journalCoverage(file, wish, { wishes, environment: invocation.environment });
}
