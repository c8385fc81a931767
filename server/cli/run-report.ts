import type { Report, ReportIssue } from "../report/report.ts";
import { scenarioCoverageReport } from "../verdict/scenario-coverage-report.ts";
import type { ScenarioCoverage } from "../verdict/scenario-coverage.ts";
import { NOTHING_LOOKED_AT } from "../verdict/unheard-requests.ts";
import type { MerchantVerdict } from "../verdict/verdict-report.ts";
import type { ControlClient } from "./control-client.ts";
import { allNotifications } from "./control-lists.ts";
import { wholeReport } from "./report.ts";
import type { RunWish } from "./run-wish.ts";
import { withoutSmoke } from "./run-without-smoke.ts";
import type { RunSeen } from "./run-without-smoke.ts";
import { sandboxMaterial } from "./sandbox-material.ts";
import type { SmokeTraffic } from "./smoke-traffic.ts";
import { verifySandbox } from "./verify-sandbox.ts";

export interface RunReportWish extends Pick<RunWish, "expect" | "failOn" | "failUnder"> {
  /** Whose expectations they are that name nobody. */
  readonly merchant: string;
  readonly smoke: SmokeTraffic;
}

/** Everything that the sandbox saw while the command ran, and whether it is good enough. */
export async function runReport(client: ControlClient, wish: RunReportWish): Promise<Report> {
  const seen = await seenBy(client, wish);
  const { material, coverage, expected } = await withoutSmoke(seen, wish.expect?.expectations ?? {}, {
    smoke: wish.smoke,
    notificationsOf: (merchant) => allNotifications(client, merchant),
  });
  const { subject } = material.conduct;
  const scenarios = scenarioCoverageReport(coverage, subject, wish.failUnder);
  const conduct = { ...material.conduct, verdicts: withVerdict(material.conduct.verdicts, expected) };
  const report = wholeReport({ ...material, conduct, scenarios, places: wish.expect?.places ?? [] });
  const isMet = (expected?.expectations ?? []).every(({ passed }) => passed);
  const isGood = isMet && scenarios.verdict === "passed" && !report.issues.some((it) => counts(it, wish));
  const summary = report.summary + leftOutWords(wish.smoke.calls());
  return { ...report, title: "Run", summary, verdict: isGood ? "passed" : "failed" };
}

async function seenBy(client: ControlClient, { expect, merchant }: RunReportWish): Promise<RunSeen> {
  const material = await sandboxMaterial(client, undefined);
  const coverage = (await client.get("/v1/coverage")) as ScenarioCoverage;
  const wish = expect && { ...expect, merchant: expect.merchant ?? merchant };
  const [expected] = wish ? (await verifySandbox(client, wish)).verdicts : [];
  return { material, coverage, expected };
}

/** The merchant's verdict with expectations takes the place of the one without. */
function withVerdict(
  verdicts: readonly MerchantVerdict[],
  expected: MerchantVerdict | undefined,
): readonly MerchantVerdict[] {
  if (expected === undefined) return verdicts;
  return [expected, ...verdicts.filter(({ merchant }) => merchant !== expected.merchant)];
}

function leftOutWords(count: number): string {
  if (count === 0) return "";
  return ` ${count} ${count === 1 ? "call" : "calls"} of smoke ${count === 1 ? "is" : "are"} left out.`;
}

/** Expectations that are not met always count; they are looked at apart. */
function counts({ ruleId, severity }: ReportIssue, { failOn }: Pick<RunWish, "failOn">): boolean {
  if (failOn === undefined || severity === "note") return false;
  // A suite that never got through has proved nothing.
  if (ruleId === NOTHING_LOOKED_AT) return true;
  return severity === "error" || failOn === "warning";
}
