import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../sandbox/settings/settings.ts";
import { loadReach } from "../../contract/reach.ts";
import type { Report, ReportCase, ReportIssue, ReportFormat } from "../../report/report.ts";
import type { CheckRemark, CheckSeverity } from "../../scenario/reading/remark.ts";
import { checkScenarios } from "../../scenario/check/scenario-check.ts";
import { flagValue, UsageError } from "../kernel/command.ts";
import type { Invocation } from "../kernel/command.ts";
import { readReports } from "../kernel/reports.ts";
import type { ReportTarget } from "../kernel/reports.ts";
import { CHECKS } from "../../scenario/reading/remark.ts";
import type { CheckAnswer } from "../../scenario/check/scenario-check.ts";

/** What `gateway-sandbox check [folder]` is asked for. */
export interface CheckOptions {
  /** Undefined: the configured one. */
  readonly folder: string | undefined;
  /** Undefined: the configured ones. */
  readonly names: readonly string[] | undefined;
  readonly report: ReportTarget;
}

export interface Checked {
  readonly report: Report;
  /** Of the worst that was found; undefined: nothing was. */
  readonly severity: CheckSeverity | undefined;
}

const BUILT_IN = new URL("../../../scenarios/", import.meta.url);

export function readCheckOptions(invocation: Pick<Invocation, "given" | "words">): CheckOptions {
  const [report, ...others] = readReports(invocation);
  if (report === undefined || others.length > 0)
    throw new UsageError("check writes only one report; use --report or --format once");
  if (report.format === "har")
    throw new UsageError("the har format is not supported by check, which has no traffic");
  const names = flagValue(invocation, "scenarios")?.split(",");
  return {
    folder: invocation.words[0],
    names: names?.flatMap((name) => name.trim() || []),
    report,
  };
}

/** A folder that is only named for the check need not have what the sandbox is configured to start with. */
export function runCheck(
  { folder, names, report }: CheckOptions,
  config: Pick<Config, "scenarioFolder" | "scenarios">,
): Checked {
  const configured = config.scenarioFolder ?? fileURLToPath(BUILT_IN);
  const isConfigured = folder === undefined || resolve(folder) === resolve(configured);
  const answer = checkScenarios({
    folder: folder ?? config.scenarioFolder ?? BUILT_IN,
    active: names ?? (isConfigured ? config.scenarios : undefined),
    reach: loadReach(),
  });
  const severities = answer.remarks.map(({ severity }) => severity);
  return {
    report: checkReport(answer, report.format),
    severity: severities.includes("error") ? "error" : severities[0],
  };
}

/** The page that explains every check, one heading each. */
const HELP = "docs/check.md";

/**
 * A check as every format shows it; whatever is remarked fails it, as it does the command. Only formats that know
 * nothing but cases have those: to all others they would tell every remark twice.
 */
function checkReport(answer: CheckAnswer, format: ReportFormat): Report {
  const { folder, remarks } = answer;
  return {
    title: "Scenario check",
    subject: folder,
    summary: summaryOf(answer),
    verdict: remarks.length === 0 ? "passed" : "failed",
    issues: remarks.map(issueOf),
    cases: format === "junit" ? casesOf(answer) : [],
    tables: [],
    series: [],
  };
}

function summaryOf({ files, rules, remarks }: CheckAnswer): string {
  const errors = remarks.filter(({ severity }) => severity === "error").length;
  const looked = `${counted(files.length, "file")} with ${counted(rules, "rule")}`;
  if (remarks.length === 0) return `No problems in ${looked}.`;
  const found = [counted(errors, "error"), counted(remarks.length - errors, "warning")];
  return `${found.join(" and ")} in ${looked}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function issueOf({ check, severity, message, file, line, column }: CheckRemark): ReportIssue {
  return {
    ruleId: check,
    ruleTitle: CHECKS[check],
    ruleHelp: `${HELP}#${check}`,
    severity,
    message,
    place: { file, line, column },
    count: 1,
    exchanges: [],
  };
}

/** One for each file, and one for the folder when something is wrong with it as a whole. */
function casesOf({ folder, files, remarks }: CheckAnswer): readonly ReportCase[] {
  const places = remarks.some(({ file }) => file === folder) ? [folder, ...files] : files;
  const unread = remarks.map(({ file }) => file).filter((file) => !places.includes(file));
  return [...places, ...new Set(unread)].map((file) => {
    const found = remarks.filter((remark) => remark.file === file);
    return {
      name: file,
      group: folder,
      outcome: found.length === 0 ? "passed" : "failed",
      message: found.length === 0 ? undefined : found.map(lineOf).join("\n"),
    };
  });
}

function lineOf({ severity, line, column, message }: CheckRemark): string {
  return line === 0 ? `${severity}: ${message}` : `${line}:${column} ${severity}: ${message}`;
}
