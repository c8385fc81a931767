import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../config.ts";
import { loadReach } from "../contract/reach.ts";
import type { Report } from "../report/report.ts";
import type { CheckSeverity } from "../scenario/check/remark.ts";
import { checkScenarios } from "../scenario/check/scenario-check.ts";
import { checkReport } from "./check-report.ts";
import { flagValue } from "./command.ts";
import type { Invocation } from "./command.ts";
import { readReports } from "./report-wishes.ts";
import type { ReportWish } from "./report-wishes.ts";
import { UsageError } from "./usage-error.ts";

/** What `gateway-sandbox check [folder]` is asked for. */
export interface CheckWish {
  /** Undefined: the configured one. */
  readonly folder: string | undefined;
  /** Undefined: the configured ones. */
  readonly names: readonly string[] | undefined;
  readonly report: ReportWish;
}

export interface Checked {
  readonly report: Report;
  /** Of the worst that was found; undefined: nothing was. */
  readonly severity: CheckSeverity | undefined;
}

const SCHEMAS = new URL("../../schemas/", import.meta.url);
const BUILT_IN = new URL("../../scenarios/", import.meta.url);

export function readCheckWish(invocation: Pick<Invocation, "given" | "words">): CheckWish {
  const [report, ...others] = readReports(invocation);
  if (report === undefined || others.length > 0)
    throw new UsageError("check makes one report; give --report or --format once");
  if (report.format === "har") throw new UsageError("check has no traffic that could be written as har");
  const names = flagValue(invocation, "scenarios")?.split(",");
  return {
    folder: invocation.words[0],
    names: names?.flatMap((name) => name.trim() || []),
    report,
  };
}

/** A folder that is only named for the check need not have what the sandbox is configured to start with. */
export function runCheck(
  { folder, names, report }: CheckWish,
  config: Pick<Config, "scenarioFolder" | "scenarios">,
): Checked {
  const configured = config.scenarioFolder ?? fileURLToPath(BUILT_IN);
  const isConfigured = folder === undefined || resolve(folder) === resolve(configured);
  const answer = checkScenarios({
    folder: folder ?? config.scenarioFolder ?? BUILT_IN,
    active: names ?? (isConfigured ? config.scenarios : undefined),
    reach: loadReach(SCHEMAS),
  });
  const severities = answer.remarks.map(({ severity }) => severity);
  return {
    report: checkReport(answer, report.format),
    severity: severities.includes("error") ? "error" : severities[0],
  };
}
