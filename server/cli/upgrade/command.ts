import type { Contracts } from "../../contract/contracts.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Traffic } from "../../verdict/upgrade/comparing.ts";
import { EXIT, reportFlags, UsageError } from "../kernel/command.ts";
import { isoTime } from "../../domain/time.ts";
import type { Command, Invocation, Terminal } from "../kernel/command.ts";
import type { Report } from "../../report/report.ts";

const REPORT = reportFlags(
  "text, json, junit, sarif, github, markdown, html or har; with =FILE into a file; may be given again",
);

export const upgradeCheckCommand: Command = {
  summary: "Says what of the traffic in a journal file breaks in another version.",
  words: "journal.ndjson",
  wordsMax: 1,
  flags: [
    { name: "from", help: "version that the traffic is for (default: the one each request was sent under)" },
    { name: "to", help: "version to move to, 1 to 100 or latest" },
    ...REPORT,
  ],
  run: async (invocation, terminal) => {
    const { readUpgradeVersions, upgradeCheck } = await import("./check.ts");
    const versions = readUpgradeVersions(invocation.given);
    const { isCompared } = await import("../../verdict/upgrade/comparing.ts");
    const judge: Judge = (traffic, contracts) => upgradeCheck(versions, traffic, contracts);
    return reported(invocation, terminal, { isJudged: isCompared, judge });
  },
};

export const versionsCommand: Command = {
  summary: "Says under which versions the traffic in a journal file could be sent as it is.",
  words: "journal.ndjson",
  wordsMax: 1,
  flags: REPORT,
  run: async (invocation, terminal) => {
    const { versionsCheck } = await import("./check.ts");
    const { isLookedAt } = await import("../../verdict/upgrade/versions.ts");
    return reported(invocation, terminal, { isJudged: isLookedAt, judge: versionsCheck });
  },
};

const SCHEMAS = new URL("../../../schemas/", import.meta.url);

type Judge = (traffic: Traffic, contracts: Contracts) => Promise<Report>;

interface View {
  /** Which exchanges it says something of; HAR has those. */
  readonly isJudged: (exchange: Exchange) => boolean;
  readonly judge: Judge;
}

/** Reads the journal file that is named, and writes what the view makes of it. */
async function reported(
  invocation: Invocation,
  terminal: Terminal,
  { isJudged, judge }: View,
): Promise<number> {
  const { readReports, writeReport } = await import("../kernel/reports.ts");
  const wishes = readReports(invocation);
  const [file] = invocation.words;
  if (file === undefined) throw new UsageError("name the journal file, such as journal.ndjson");
  const { loadContracts } = await import("../../contract/contracts.ts");
  const { indexFor } = await import("../kernel/reports.ts");
  const { exchanges, wanted } = indexFor(file, wishes, isJudged);
  const found = await judge(exchanges, loadContracts(SCHEMAS, { versions: "merged" }));
  const report = { ...found, exchanges: wanted, at: isoTime(terminal.now()) };
  for (const wish of wishes) writeReport(wish, report, terminal);
  return report.verdict === "failed" ? EXIT.found : EXIT.fine;
}
