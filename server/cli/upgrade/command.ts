import type { Contracts } from "../../contract/contracts.ts";
import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Traffic } from "../../verdict/upgrade/comparing.ts";
import { EXIT, reportFlags, UsageError } from "../kernel/command.ts";
import type { Command, Invocation, Terminal } from "../kernel/command.ts";
import type { Report } from "../../report/report.ts";

const REPORT = reportFlags();

export const upgradeCheckCommand: Command = {
  summary: "Shows which requests of a journal file break in another version.",
  words: "journal.ndjson",
  wordsMax: 1,
  flags: [
    { name: "from", help: "current version of the requests (default: the version of each request)" },
    { name: "to", help: `target version, ${VERSION_MIN} to ${VERSION_MAX} or latest` },
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
  summary: "Shows which versions accept the requests of a journal file unchanged.",
  words: "journal.ndjson",
  wordsMax: 1,
  flags: REPORT,
  run: async (invocation, terminal) => {
    const { versionsCheck } = await import("./check.ts");
    const { isLookedAt } = await import("../../verdict/upgrade/versions.ts");
    return reported(invocation, terminal, { isJudged: isLookedAt, judge: versionsCheck });
  },
};

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
  const { readReports, writeReports } = await import("../kernel/reports.ts");
  const targets = readReports(invocation);
  const [file] = invocation.words;
  if (file === undefined) throw new UsageError("specify the journal file, for example journal.ndjson");
  const { packageContracts } = await import("../../contract/contracts.ts");
  const { indexFor } = await import("../kernel/reports.ts");
  const { exchanges, wanted } = indexFor(file, targets, isJudged);
  const found = await judge(exchanges, packageContracts({ versions: "merged" }));
  const report = { ...found, exchanges: wanted };
  writeReports(targets, report, terminal);
  return report.verdict === "failed" ? EXIT.found : EXIT.fine;
}
