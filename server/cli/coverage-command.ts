import { EXIT } from "./command.ts";
import type { Command } from "./command.ts";
import { CONTROL_FLAGS, controlClientOf } from "./control-client.ts";
import { reportFlags } from "./report-flags.ts";
import { UsageError } from "./usage-error.ts";

export const coverageCommand: Command = {
  summary: "Says what of the scenarios, or of the gateway, the requests to a running sandbox have met.",
  words: undefined,
  wordsMax: 0,
  flags: [
    {
      name: "contract",
      help: "of the gateway: operations, transitions, refusals, rules, codes",
      isSwitch: true,
    },
    {
      name: "fail-under",
      help: "percentage that must be met; with --contract also transitions=50, given again",
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
      "text (default), json, junit, sarif, github, markdown or html; with =FILE into a file; given again",
    ),
  ],
  run: async (invocation, terminal) => {
    const { coverageOf, readCoverageWish } = await import("./coverage.ts");
    const { readReports, writeReport } = await import("./report-wishes.ts");
    const wish = readCoverageWish(invocation);
    const wishes = readReports(invocation);
    if (wishes.some(({ format }) => format === "har")) {
      throw new UsageError("coverage has no traffic to write as har; report has");
    }
    const report = await coverageOf(controlClientOf(invocation), wish);
    const dated = { ...report, at: new Date(terminal.now()).toISOString() };
    for (const each of wishes) writeReport(each, dated, terminal);
    return report.verdict === "failed" ? EXIT.found : EXIT.fine;
  },
};
