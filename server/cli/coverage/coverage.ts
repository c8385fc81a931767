import { packageContracts } from "../../contract/contracts.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { createContractTally } from "../../journal/contract-tally.ts";
import type { ContractUse } from "../../journal/contract-tally.ts";
import { createRuleTally } from "../../journal/rule-tally.ts";
import type { Report } from "../../report/report.ts";
import { readConfig } from "../../sandbox/config.ts";
import type { Environment } from "../../sandbox/config.ts";
import { openScenarioLibrary } from "../../scenario/library/library-sync.ts";
import { contractCoverageReport, scenarioCoverageReport } from "../../verdict/coverage/coverage-report.ts";
import { contractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import type { ContractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import { scenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import type { ScenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import { allExchanges } from "../kernel/control-client.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import { indexFor, writeReportFile } from "../kernel/reports.ts";
import type { ReportTarget } from "../kernel/reports.ts";
import { merchantPath, subjectOf } from "../report/report.ts";
import type { CoverageNarrowing, CoverageOptions } from "./options.ts";

/** Asks the running sandbox. The traffic is what its journal still holds, and comes only for HAR. */
export async function sandboxCoverage(
  client: ControlClient,
  options: CoverageOptions,
  targets: readonly ReportTarget[],
): Promise<Report> {
  const { merchant } = options;
  const subject = subjectOf(client, merchant);
  const report = await askedOf(client, options, subject);
  if (!targets.some(({ format }) => format === "har")) return report;
  return { ...report, url: client.url, exchanges: await allExchanges(client, merchant) };
}

async function askedOf(client: ControlClient, options: CoverageOptions, subject: string): Promise<Report> {
  const { merchant } = options;
  if (options.of === "scenarios") {
    const coverage = (await client.get(merchantPath(merchant, "coverage"))) as ScenarioCoverage;
    return scenarioCoverageReport(coverage, subject, options.floors);
  }
  const path = merchantPath(merchant, "contract-coverage") + queryOf(options.narrowing);
  return ofContract((await client.get(path)) as ContractCoverage, options, subject);
}

function queryOf(narrowing: CoverageNarrowing): string {
  const named = Object.entries(narrowing).flatMap(([name, values]) =>
    values === undefined ? [] : [[name, values.join()] as [string, string]],
  );
  return named.length === 0 ? "" : `?${new URLSearchParams(named).toString()}`;
}

/** The report, and the diagram where it was asked for. */
export function ofContract(
  coverage: ContractCoverage,
  { diagram, floors }: Extract<CoverageOptions, { readonly of: "contract" }>,
  subject: string,
): Report {
  if (diagram !== undefined) writeReportFile(diagram, [coverage.diagram]);
  return contractCoverageReport(coverage, subject, floors);
}

const BUILT_IN = new URL("../../../scenarios/", import.meta.url);

interface CoverageSetting {
  readonly targets: readonly ReportTarget[];
  /** It says which scenario files there are to be exercised (assumption A227). */
  readonly environment: Environment;
}

/** Counts what the exchanges of a journal file have met, in one pass. */
export async function journalCoverage(
  file: string,
  options: CoverageOptions,
  { targets, environment }: CoverageSetting,
): Promise<Report> {
  const { merchant } = options;
  const isOwn = ({ merchantId }: Exchange): boolean => merchant === undefined || merchantId === merchant;
  const { exchanges, wanted } = indexFor(file, targets, isOwn);
  const [met, rules] = [createContractTally(), createRuleTally()];
  for await (const exchange of exchanges) {
    if (!isOwn(exchange)) continue;
    met.record(exchange);
    rules.record(exchange);
  }
  const subject = `${merchant ?? "all merchants"} in ${file}`;
  const report =
    options.of === "scenarios"
      ? scenarioCoverageReport(exercised(environment, rules.of(undefined)), subject, options.floors)
      : ofContract(covered(met.of(undefined), options.narrowing, merchant !== undefined), options, subject);
  return { ...report, exchanges: wanted };
}

function exercised(environment: Environment, uses: Parameters<typeof scenarioCoverage>[1]): ScenarioCoverage {
  const { scenarioFolder = BUILT_IN, scenarios: active } = readConfig(environment);
  const nobody = { inUse: () => [], clock: () => 0, onChange: () => undefined };
  const set = openScenarioLibrary(scenarioFolder, { active, ...nobody }).setOf(active);
  return scenarioCoverage(set ?? { names: active, revision: "", rules: [] }, uses);
}

function covered(use: ContractUse, narrowing: CoverageNarrowing, isOneMerchant: boolean): ContractCoverage {
  const contracts = packageContracts({ versions: "merged" });
  return contractCoverage((it) => contracts.versionsOf(it), use, { ...narrowing, isOneMerchant });
}
