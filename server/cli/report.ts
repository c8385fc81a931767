import type { Report, ReportTable } from "../report/report.ts";
import { contractCoverageReport, coverageOverview } from "../verdict/contract-coverage-report.ts";
import { findingsReport } from "../verdict/findings-report.ts";
import { outcomeSeries } from "../verdict/outcome-series.ts";
import type { ReportMaterial } from "./report-material.ts";

/** One report of everything; it fails when a part of it does. */
export function wholeReport(material: ReportMaterial): Report {
  const { subject, url, findings, contractCoverage, scenarios, outcomes, exchanges } = material;
  const parts = [
    findingsReport(findings, subject),
    asReport(scenarios, subject),
    // Every single thing that was met or not is what the command coverage tells.
    { ...contractCoverageReport(contractCoverage, subject, {}), tables: coverageOverview(contractCoverage) },
  ];
  return {
    title: "Report",
    subject,
    summary: [counted(outcomes.length), ...parts.map(({ summary }) => summary)].filter(Boolean).join(" "),
    verdict: parts.some(({ verdict }) => verdict === "failed") ? "failed" : "passed",
    issues: parts.flatMap(({ issues }) => issues),
    cases: parts.flatMap(({ cases }) => cases),
    tables: parts.flatMap(({ tables }) => tables),
    series: [outcomeSeries(outcomes)],
    exchanges,
    url,
  };
}

function counted(exchanges: number): string {
  return `${exchanges} ${exchanges === 1 ? "exchange" : "exchanges"} looked at.`;
}

function asReport(part: Report | ReportTable, subject: string): Report {
  if ("verdict" in part) return part;
  const nothing = { issues: [], cases: [], series: [] };
  return { title: part.title, subject, summary: "", verdict: "passed", ...nothing, tables: [part] };
}
