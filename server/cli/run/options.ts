import type { Environment } from "../../sandbox/config.ts";
import type { ReportSeverity } from "../../report/report.ts";
import type { ScenarioFloors } from "../../verdict/coverage/coverage-report.ts";
import { flagValue, UsageError } from "../kernel/command.ts";
import type { Invocation } from "../kernel/command.ts";
import { readExpectations } from "../verify/material.ts";
import { readScenarioFloors } from "../coverage/options.ts";
import { readReports } from "../kernel/reports.ts";
import type { ReportTarget } from "../kernel/reports.ts";
import type { VerifyOptions } from "../verify/material.ts";

/** What `gateway-sandbox run -- command` is asked for, beside the settings of the sandbox. */
export interface RunOptions {
  readonly command: readonly [file: string, ...rest: string[]];
  readonly reports: readonly ReportTarget[];
  /** Undefined: nothing is expected but good conduct. */
  readonly expect: VerifyOptions | undefined;
  /** From which severity on an issue fails the run; undefined: none does. */
  readonly failOn: Exclude<ReportSeverity, "note"> | undefined;
  /** Percentages of the scenarios' rules and cases that must have been exercised. */
  readonly failUnder: ScenarioFloors;
  /** Settings of the sandbox where nobody says otherwise. */
  readonly usual: Environment;
}

export function readRunOptions(invocation: Invocation, usual: Environment): RunOptions {
  const { given, words } = invocation;
  const [file, ...rest] = words;
  if (file === undefined)
    throw new UsageError("specify the command after two hyphens: gateway-sandbox run -- npm test");
  return {
    command: [file, ...rest],
    reports: readReports(invocation),
    expect: expectationsOf(invocation),
    failOn: severityOf(flagValue(invocation, "fail-on") ?? "error"),
    failUnder: readScenarioFloors(given.get("fail-under") ?? []),
    usual,
  };
}

function severityOf(word: string): RunOptions["failOn"] {
  if (word === "never") return undefined;
  if (word === "error" || word === "warning") return word;
  throw new UsageError(`--fail-on must be error, warning or never, not '${word}'`);
}

/** Read before anything runs, so that a slip in the file does not cost a run. */
function expectationsOf(invocation: Invocation): VerifyOptions | undefined {
  const file = flagValue(invocation, "expect");
  if (file === undefined) return undefined;
  const reading = readExpectations(file);
  return { ...reading, merchant: flagValue(invocation, "merchant") ?? reading.expectations.merchant };
}
