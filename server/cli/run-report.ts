import type { Report, ReportIssue } from "../report/report.ts";
import { scenarioCoverageReport } from "../verdict/scenario-coverage-report.ts";
import type { ScenarioCoverage } from "../verdict/scenario-coverage.ts";
import { NOTHING_LOOKED_AT } from "../verdict/unheard-requests.ts";
import type { ControlClient } from "./control-client.ts";
import { wholeReport } from "./report.ts";
import type { RunWish } from "./run-wish.ts";
import { sandboxMaterial } from "./sandbox-material.ts";
import type { VerifyMaterial } from "./verify-material.ts";
import { verifySandbox } from "./verify-sandbox.ts";

export interface RunReportWish extends Pick<RunWish, "expect" | "failOn" | "failUnder"> {
  /** Whose expectations they are that name nobody. */
  readonly merchant: string;
}

/** Everything that the sandbox saw while the command ran, and whether it is good enough. */
export async function runReport(client: ControlClient, wish: RunReportWish): Promise<Report> {
  const material = await sandboxMaterial(client, undefined);
  const coverage = (await client.get("/v1/coverage")) as ScenarioCoverage;
  const scenarios = scenarioCoverageReport(coverage, material.conduct.subject, wish.failUnder);
  const expected =
    wish.expect &&
    (await verifySandbox(client, { ...wish.expect, merchant: wish.expect.merchant ?? wish.merchant }));
  const conduct = withVerdicts(material.conduct, expected);
  const report = wholeReport({ ...material, conduct, scenarios, places: wish.expect?.places ?? [] });
  const isMet = (expected?.verdicts ?? []).every(({ expectations }) =>
    expectations.every(({ passed }) => passed),
  );
  const isGood = isMet && scenarios.verdict === "passed" && !report.issues.some((it) => counts(it, wish));
  return { ...report, title: "Run", verdict: isGood ? "passed" : "failed" };
}

/** The merchant's verdict with expectations takes the place of the one without. */
function withVerdicts(conduct: VerifyMaterial, expected: VerifyMaterial | undefined): VerifyMaterial {
  const own = expected?.verdicts ?? [];
  const others = conduct.verdicts.filter(({ merchant }) => own.every((it) => it.merchant !== merchant));
  return { ...conduct, verdicts: [...own, ...others] };
}

/** Expectations that are not met always count; they are looked at apart. */
function counts({ ruleId, severity }: ReportIssue, { failOn }: Pick<RunWish, "failOn">): boolean {
  if (failOn === undefined || severity === "note") return false;
  // A suite that never got through has proved nothing.
  if (ruleId === NOTHING_LOOKED_AT) return true;
  return severity === "error" || failOn === "warning";
}
