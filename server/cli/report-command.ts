import { EXIT, flagValue } from "./command.ts";
import type { Command, Invocation } from "./command.ts";
import { CONTROL_FLAGS, controlClientOf } from "./control-client.ts";
import type { ReportMaterial } from "./report-material.ts";
import { UsageError } from "./usage-error.ts";

export const reportCommand: Command = {
  summary: "Makes one report of everything: findings, coverage, outcomes over time, and the traffic for har.",
  words: "[journal.ndjson]",
  wordsMax: 1,
  flags: [
    { name: "merchant", help: "only this merchant's requests (default: those of all)" },
    ...CONTROL_FLAGS,
    {
      name: "report",
      help: "text (default), json, junit, sarif, github, markdown, html or har; with =FILE into a file; given again",
    },
  ],
  run: async (invocation, terminal) => {
    const { readReportWishes, writeReport } = await import("./report-wishes.ts");
    const { wholeReport } = await import("./report.ts");
    const wishes = readReportWishes(invocation.given.get("report") ?? []);
    const wantsTraffic = wishes.some(({ format }) => format === "har");
    const report = wholeReport(await materialOf(invocation, wantsTraffic));
    const dated = { ...report, at: new Date(terminal.now()).toISOString() };
    for (const wish of wishes) writeReport(wish, dated, terminal);
    return report.verdict === "failed" ? EXIT.found : EXIT.fine;
  },
};

/** From the file that is named, else from the running sandbox. */
async function materialOf(invocation: Invocation, keepsExchanges: boolean): Promise<ReportMaterial> {
  const wish = { merchant: flagValue(invocation, "merchant"), keepsExchanges };
  const [file] = invocation.words;
  if (file === undefined) {
    const { sandboxMaterial } = await import("./sandbox-material.ts");
    return sandboxMaterial(controlClientOf(invocation), wish);
  }
  const lost = CONTROL_FLAGS.find(({ name }) => invocation.given.has(name));
  if (lost !== undefined) throw new UsageError(`--${lost.name} is for a running sandbox; ${file} is a file`);
  const { journalMaterial } = await import("./journal-material.ts");
  return journalMaterial(file, wish);
}
