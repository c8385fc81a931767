import { EXIT, reportFlags } from "../kernel/command.ts";
import type { Report } from "../../report/report.ts";
import type { Command, Invocation } from "../kernel/command.ts";
import { CONTROL_FLAGS, controlClientOf, refuseControlFlags } from "../kernel/control-client.ts";
import type { CoverageOptions } from "./options.ts";
import type { ReportTarget } from "../kernel/reports.ts";

export const coverageCommand: Command = {
  summary:
    "Shows how much of the scenarios, or of the gateway, the requests of a running sandbox or a journal file covered.",
  words: "[journal.ndjson]",
  wordsMax: 1,
  flags: [
    {
      name: "contract",
      help: "coverage of the gateway: operations, transitions, refusals, rules, codes",
      isSwitch: true,
    },
    {
      name: "fail-under",
      help: "minimum percentage of the plan's rules, or cases=90; with --contract of everything, or transitions=50; repeatable",
    },
    { name: "merchant", help: "only requests of this merchant (default: all merchants)" },
    { name: "operations", help: "with --contract: only these operations, comma-separated" },
    {
      name: "versions",
      help: "with --contract: comma-separated versions to cover (default: those with a contract)",
    },
    { name: "diagram", help: "with --contract: file to write the Mermaid state diagram to" },
    ...CONTROL_FLAGS,
    ...reportFlags(),
  ],
  run: async (invocation, terminal) => {
    const { readCoverageOptions } = await import("./options.ts");
    const { readReports, writeReports } = await import("../kernel/reports.ts");
    const options = readCoverageOptions(invocation);
    const targets = readReports(invocation);
    const report = await coverageOf(invocation, options, targets);
    writeReports(targets, report, terminal);
    return report.verdict === "failed" ? EXIT.found : EXIT.fine;
  },
};

/** Of the file that is named, else of the running sandbox. */
async function coverageOf(
  invocation: Invocation,
  options: CoverageOptions,
  targets: readonly ReportTarget[],
): Promise<Report> {
  const [file] = invocation.words;
  if (file === undefined) {
    const { sandboxCoverage } = await import("./coverage.ts");
    return sandboxCoverage(controlClientOf(invocation), options, targets);
  }
  refuseControlFlags(invocation, `${file} is a file`);
  const { journalCoverage } = await import("./coverage.ts");
  return journalCoverage(file, options, { targets, environment: invocation.environment });
}
