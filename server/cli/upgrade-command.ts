import type { Contracts } from "../contract/contracts.ts";
import type { Traffic } from "../verdict/upgrade-subject.ts";
import { EXIT } from "./command.ts";
import type { Command, Invocation, Terminal } from "./command.ts";
import { reportFlags } from "./report-flags.ts";
import { UsageError } from "./usage-error.ts";
import type { Report } from "../report/report.ts";

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
    const { readUpgradeVersions, upgradeCheck } = await import("./upgrade-check.ts");
    const versions = readUpgradeVersions(invocation.given);
    return reported(invocation, terminal, (traffic, contracts) => upgradeCheck(versions, traffic, contracts));
  },
};

export const versionsCommand: Command = {
  summary: "Says under which versions the traffic in a journal file could be sent as it is.",
  words: "journal.ndjson",
  wordsMax: 1,
  flags: REPORT,
  run: async (invocation, terminal) => {
    const { versionsCheck } = await import("./versions.ts");
    return reported(invocation, terminal, versionsCheck);
  },
};

const SCHEMAS = new URL("../../schemas/", import.meta.url);

/** Reads the journal file that is named, and writes what the view makes of it. */
async function reported(
  invocation: Invocation,
  terminal: Terminal,
  view: (traffic: Traffic, contracts: Contracts) => Promise<Report>,
): Promise<number> {
  const { readReports, writeReport } = await import("./report-wishes.ts");
  const wishes = readReports(invocation);
  const [file] = invocation.words;
  if (file === undefined) throw new UsageError("name the journal file, such as journal.ndjson");
  const { loadContracts } = await import("../contract/contracts.ts");
  const { readJournalFile } = await import("../journal/journal-file.ts");
  const contracts = loadContracts(SCHEMAS, { versions: "merged" });
  const report = {
    ...(await view(readJournalFile(file), contracts)),
    at: new Date(terminal.now()).toISOString(),
  };
  for (const wish of wishes) writeReport(wish, report, terminal);
  return report.verdict === "failed" ? EXIT.found : EXIT.fine;
}
