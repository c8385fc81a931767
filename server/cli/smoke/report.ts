import type { Report, ReportCase, ReportIssue } from "../../report/report.ts";
import type { SmokeResult } from "./smoke.ts";
import type { SmokeDone } from "./run.ts";

const HELP = "docs/ci.md#after-a-deployment";

/** Every call as a case; one that was not answered as documented is an issue as well. */
export function smokeReport({ results, subject, summary }: SmokeDone): Report {
  const failed = results.filter(({ faults }) => faults.length > 0);
  return {
    title: "Smoke",
    subject,
    summary,
    verdict: failed.length === 0 ? "passed" : "failed",
    issues: failed.map(issueOf),
    cases: results.map(caseOf),
    tables: [],
    series: [],
  };
}

function caseOf({ name, faults, durationMs }: SmokeResult): ReportCase {
  const isFine = faults.length === 0;
  const message = isFine ? undefined : faults.join("\n");
  return { group: "smoke", name, outcome: isFine ? "passed" : "failed", message, durationMs };
}

function issueOf({ name, faults }: SmokeResult): ReportIssue {
  return {
    ruleId: "not-as-documented",
    ruleTitle: "A call was not answered as documented",
    ruleHelp: HELP,
    severity: "error",
    message: `${name}: ${faults.join("; ")}`,
    count: 1,
    exchanges: [],
  };
}
