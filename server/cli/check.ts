import type { Config } from "../config.ts";
import { loadReach } from "../contract/reach.ts";
import type { Report } from "../report/report.ts";
import { checkScenarios } from "../scenario/check/scenario-check.ts";
import { checkReport } from "./check-report.ts";
import type { Flag, GivenFlags } from "./command.ts";
import { readReportWishes } from "./report-wishes.ts";
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

/** 0: all is well. 1: something to think about. 2: the sandbox would not start with it. */
export type CheckExit = 0 | 1 | 2;

export const CHECK_SUMMARY = "Checks scenario files: of the configured folder, or of the one that is named.";

export const CHECK_FLAGS: readonly Flag[] = [
  { name: "format", help: "text, json, github, sarif, junit, markdown or html; with =FILE into a file" },
  { name: "scenarios", help: "names that are active together, parted by commas" },
];

const SCHEMAS = new URL("../../schemas/", import.meta.url);
const BUILT_IN = new URL("../../scenarios/", import.meta.url);

/** Reads what follows `check` on the command line. */
export function readCheckWish(given: GivenFlags, words: readonly string[]): CheckWish {
  if (words.length > 1)
    throw new UsageError(`check takes one folder, '${words.slice(1).join(" ")}' is too much`);
  const [report, ...others] = readReportWishes(given.get("format") ?? []);
  if (report === undefined || others.length > 0) throw new UsageError("check has one --format");
  if (report.format === "har") throw new UsageError("check has no traffic to write as har");
  const names = given.get("scenarios")?.at(-1);
  return {
    folder: words[0],
    names: names?.split(",").flatMap((name) => name.trim() || []),
    report,
  };
}

/** Looks at the files, and at nothing else: no store is opened, no port. */
export function runCheck(
  { folder, names }: CheckWish,
  config: Pick<Config, "scenarioFolder" | "scenarios">,
): { readonly report: Report; readonly exit: CheckExit } {
  const answer = checkScenarios({
    folder: folder ?? config.scenarioFolder ?? BUILT_IN,
    active: names ?? config.scenarios,
    areNeeded: folder === undefined || names !== undefined,
    reach: loadReach(SCHEMAS),
  });
  const isBroken = answer.remarks.some(({ severity }) => severity === "error");
  const exit = answer.remarks.length === 0 ? 0 : isBroken ? 2 : 1;
  return { report: checkReport(answer), exit };
}
