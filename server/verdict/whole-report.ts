import type { Report, ReportTable } from "../report/report.ts";
import { isOfConduct } from "./conduct/rules/contract-remarks.ts";
import { contractCoverageReport, coverageOverview } from "./coverage/coverage-report.ts";
import type { ContractCoverage } from "./coverage/contract-coverage.ts";
import type { ExpectationPlace } from "./expectations/reader.ts";
import { findingsReport } from "./findings.ts";
import type { Findings } from "./findings.ts";
import { timesOf, verdictReport, withTimes } from "./verdict-report.ts";
import type { MerchantVerdict, VerdictSubject } from "./verdict-report.ts";

/** Everything that a report of everything is made of, whoever asks for it. */
export interface ReportMaterial {
  readonly conduct: Omit<VerdictSubject, "places"> & { readonly verdicts: readonly MerchantVerdict[] };
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
