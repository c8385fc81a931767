import type { Report, ReportIssue } from "../../report/report.ts";
import { scenarioCoverageReport } from "../../verdict/coverage/coverage-report.ts";
import type { CoveredRule, ScenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import type { MerchantVerdict } from "../../verdict/verdict-report.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import { allNotifications } from "../kernel/control-client.ts";
import { sandboxMaterial } from "../report/report.ts";
import type { RunOptions } from "./options.ts";
import type { SmokeTraffic } from "../smoke/traffic.ts";
import { verifySandbox } from "../verify/material.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Notification } from "../../domain/record/notification.ts";
import type { Expectation, Expectations } from "../../verdict/expectations/expectations.ts";
import { scenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import type { RuleSummary } from "../../scenario/scenarios.ts";
import { NOTHING_LOOKED_AT, verdictOf } from "../../verdict/expectations/verify.ts";
import type { Verified } from "../../verdict/expectations/verify.ts";
import { countsOf } from "../kernel/exchange-counts.ts";
import { wholeReport } from "../../verdict/whole-report.ts";
import type { ReportMaterial } from "../../verdict/whole-report.ts";
import { allSteps } from "../../domain/steps.ts";

export interface RunReportOptions extends Pick<RunOptions, "expect" | "failOn" | "failUnder"> {
  /** Whose expectations they are that name nobody. */
  readonly merchant: string;
  readonly smoke: SmokeTraffic;
}

/** Everything that the sandbox saw while the command ran, and whether it is good enough. */
export async function runReport(client: ControlClient, options: RunReportOptions): Promise<Report> {
  const seen = await seenBy(client, options);
  const { material, coverage, expected } = await withoutSmoke(seen, options.expect?.expectations ?? {}, {
    smoke: options.smoke,
    notificationsOf: (merchant) => allNotifications(client, merchant),
  });
  const { subject } = material.conduct;
  const scenarios = scenarioCoverageReport(coverage, subject, options.failUnder);
  const conduct = { ...material.conduct, verdicts: withVerdict(material.conduct.verdicts, expected) };
  const report = wholeReport({ ...material, conduct, scenarios, places: options.expect?.places ?? [] });
  const isMet = (expected?.expectations ?? []).every(({ passed }) => passed);
  const isGood = isMet && scenarios.verdict === "passed" && !report.issues.some((it) => counts(it, options));
  const summary = report.summary + leftOutWords(options.smoke.calls());
  return { ...report, title: "Run", summary, verdict: isGood ? "passed" : "failed" };
}

async function seenBy(client: ControlClient, { expect, merchant }: RunReportOptions): Promise<RunSeen> {
  const material = await sandboxMaterial(client, undefined);
  const coverage = (await client.get("/v1/coverage")) as ScenarioCoverage;
  const options = expect && { ...expect, merchant: expect.merchant ?? merchant };
  const [expected] = options ? (await verifySandbox(client, options)).verdicts : [];
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
  return ` ${count} ${count === 1 ? "call" : "calls"} of smoke ${count === 1 ? "is" : "are"} excluded.`;
}

/** Expectations that are not met always count; they are looked at apart. */
function counts({ ruleId, severity }: ReportIssue, { failOn }: Pick<RunOptions, "failOn">): boolean {
  if (failOn === undefined || severity === "note") return false;
  // A suite that never got through has proved nothing.
  if (ruleId === NOTHING_LOOKED_AT) return true;
  return severity === "error" || failOn === "warning";
}

/** What a sandbox tells of a run. */
interface RunSeen {
  readonly material: ReportMaterial;
  readonly coverage: ScenarioCoverage;
  /** On the merchant of the expectations; undefined: there are none. */
  readonly expected: MerchantVerdict | undefined;
}

interface SmokeParts {
  readonly smoke: SmokeTraffic;
  readonly notificationsOf: (merchant: string) => Promise<readonly Notification[]>;
}

/**
 * The same as if smoke had not been run beside the suite: it sends wrong requests on purpose, as a merchant of the
 * merchant file where there is no other. Its orders are its own, so that what is told of other orders stays.
 */
async function withoutSmoke(
  { material, coverage, expected }: RunSeen,
  options: Expectations,
  parts: SmokeParts,
): Promise<RunSeen> {
  const { conduct, ...rest } = material;
  const exchanges = conduct.exchanges.filter((it) => !parts.smoke.has(it));
  if (exchanges.length === conduct.exchanges.length) return { material, coverage, expected };
  const merchants = new Set(conduct.exchanges.filter(parts.smoke.has).map(({ merchantId }) => merchantId));
  const anew = async (verdict: MerchantVerdict, held: Expectations): Promise<MerchantVerdict> => {
    const { merchant } = verdict;
    if (!merchants.has(merchant)) return verdict;
    const own = exchanges.filter(({ merchantId }) => merchantId === merchant);
    return judgedAnew(verdict, held, {
      exchanges: own,
      notifications: await parts.notificationsOf(merchant),
    });
  };
  const verdicts = await Promise.all(conduct.verdicts.map((it) => anew(it, {})));
  const { rules, ...counts } = countsOf(exchanges, false);
  const { scenarios: names, revision } = coverage;
  const met = verdicts.filter((it) => it.conduct.exchanges > 0);
  return {
    material: { ...rest, ...counts, conduct: { ...conduct, exchanges, verdicts: met } },
    coverage: scenarioCoverage({ names, revision, rules: rulesOf(coverage) }, rules),
    expected: expected && (await anew(expected, options)),
  };
}

function rulesOf({ rules, shipped }: ScenarioCoverage): readonly RuleSummary[] {
  const as = (isShipped: boolean) => (rule: CoveredRule) => ({ ...rule, isShipped });
  return [...rules.map(as(false)), ...shipped.map(as(true))];
}

interface OwnTraffic {
  /** The oldest first. */
  readonly exchanges: readonly Exchange[];
  readonly notifications: readonly Notification[];
}

/** What is expected of orders is of the suite's own; all else is held against the suite's exchanges. */
function judgedAnew(before: MerchantVerdict, options: Expectations, traffic: OwnTraffic): MerchantVerdict {
  const anew = allSteps(verdictOf(options, { ...traffic, accounts: [], gone: before.conduct.gone }));
  // The exchange that it shall begin behind is one of smoke's.
  if (anew === undefined) return before;
  const expectations = before.expectations.map((it, index): Verified => {
    const written = options.expectations?.[index];
    return written === undefined || isOfOrders(written) ? it : (anew.expectations[index] ?? it);
  });
  const passed = anew.conduct.passed && expectations.every((it) => it.passed);
  return { ...before, conduct: anew.conduct, expectations, passed };
}

function isOfOrders(expectation: Expectation): boolean {
  return !("exchanges" in expectation) && !("never" in expectation);
}
