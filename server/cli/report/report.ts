import type { Report, ReportTable } from "../../report/report.ts";
import { isOfConduct } from "../../verdict/conduct/rules/contract-remarks.ts";
import {
  contractCoverageReport,
  coverageOverview,
  ruleTable,
  scenarioCoverageReport,
} from "../../verdict/coverage/coverage-report.ts";
import type { ContractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import { scenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import type { ScenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import type { ExpectationPlace } from "../../verdict/expectations/reader.ts";
import { findingsReport } from "../../verdict/findings.ts";
import type { Findings } from "../../verdict/findings.ts";
import { timesOf, verdictReport, withTimes } from "../../verdict/verdict-report.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import { countsOf } from "../kernel/exchange-counts.ts";
import { verifyJournal, verifySandbox } from "../verify/material.ts";
import type { VerifyMaterial } from "../verify/material.ts";

/** Everything that a report of everything is made of, from a running sandbox or from a journal file. */
export interface ReportMaterial {
  readonly conduct: VerifyMaterial;
  /** Where expectations stand that the verdicts tell of. */
  readonly places?: readonly ExpectationPlace[];
  readonly findings: Findings;
  readonly contractCoverage: ContractCoverage;
  /** A report with cases, or the rules that answered when it is not known which ones there are. */
  readonly scenarios: Report | ReportTable;
}

/** One report of everything; it fails when a part of it does. */
export function wholeReport(material: ReportMaterial): Report {
  const { conduct, places = [], findings, contractCoverage, scenarios } = material;
  const { subject, verdicts } = conduct;
  const base = verdictReport(verdicts, { ...conduct, places });
  // A breach is one thing, though conduct and findings both see it; what the journal has let go only findings know.
  const judged = new Set(conduct.exchanges.map(({ id }) => id));
  const parts = [
    base,
    findingsReport(findings, subject, (group) => isOfConduct(group) && judged.has(group.last)),
    asReport(scenarios, subject),
    // Every single thing that was met or not is what the command coverage tells.
    { ...contractCoverageReport(contractCoverage, subject, {}), tables: coverageOverview(contractCoverage) },
  ];
  return {
    ...base,
    title: "Report",
    summary: parts
      .map(({ summary }) => summary)
      .filter((summary) => summary !== "")
      .join(" "),
    verdict: parts.some(({ verdict }) => verdict === "failed") ? "failed" : "passed",
    issues: parts.flatMap(({ issues }) => issues),
    cases: withTimes(
      parts.flatMap(({ cases }) => cases),
      timesOf(conduct.exchanges),
    ),
    tables: parts.flatMap(({ tables }) => tables),
  };
}

function asReport(part: Report | ReportTable, subject: string): Report {
  if ("verdict" in part) return part;
  const nothing = { issues: [], cases: [], series: [] };
  return { title: part.title, subject, summary: "", verdict: "passed", ...nothing, tables: [part] };
}

/** Reads everything from a journal file; which scenarios there were to be exercised does not stand there. */
export async function journalMaterial(file: string, merchant: string | undefined): Promise<ReportMaterial> {
  const conduct = await verifyJournal(file, { expectations: {}, places: [], merchant });
  const { rules, ...counts } = countsOf(conduct.exchanges, merchant !== undefined);
  const { others } = scenarioCoverage({ names: [], revision: "", rules: [] }, rules);
  return { conduct, ...counts, scenarios: ruleTable("Rules of scenarios that answered", others) };
}

/** Asks a running sandbox for everything, about one merchant or about all. */
export async function sandboxMaterial(
  client: ControlClient,
  merchant: string | undefined,
): Promise<ReportMaterial> {
  const get = (view: string): Promise<unknown> => client.get(merchantPath(merchant, view));
  const coverage = (await get("coverage")) as ScenarioCoverage;
  return {
    findings: (await get("findings")) as Findings,
    contractCoverage: (await get("contract-coverage")) as ContractCoverage,
    scenarios: scenarioCoverageReport(coverage, subjectOf(client, merchant), {}),
    conduct: await verifySandbox(client, { expectations: {}, places: [], merchant }),
  };
}

/** A view of the control API on one merchant or on all. */
export function merchantPath(merchant: string | undefined, view: string): string {
  return merchant === undefined ? `/v1/${view}` : `/v1/merchants/${encodeURIComponent(merchant)}/${view}`;
}

export function subjectOf({ url }: ControlClient, merchant: string | undefined): string {
  return `${merchant ?? "all merchants"} at ${url}`;
}
