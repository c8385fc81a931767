import { loadContracts } from "../../contract/contracts.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { createContractTally } from "../../journal/contract-tally.ts";
import type { ContractUse } from "../../journal/contract-tally.ts";
import { createRuleTally } from "../../journal/rule-tally.ts";
import type { Report } from "../../report/report.ts";
import { readConfig } from "../../sandbox/config.ts";
import type { Environment } from "../../sandbox/config.ts";
import { openScenarioLibrary } from "../../scenario/library/library-at-once.ts";
import { contractCoverageReport, scenarioCoverageReport } from "../../verdict/coverage/coverage-report.ts";
import { contractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import type { ContractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import { scenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import type { ScenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import { allExchanges } from "../kernel/control-client.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import { indexFor, writeReportFile } from "../kernel/reports.ts";
import type { ReportWish } from "../kernel/reports.ts";
import { merchantPath, subjectOf } from "../report/report.ts";
import type { CoverageNarrowing, CoverageWish } from "./options.ts";

/** Asks the running sandbox. The traffic is what its journal still holds, and comes only for HAR. */
export async function sandboxCoverage(
  client: ControlClient,
  wish: CoverageWish,
  wishes: readonly ReportWish[],
): Promise<Report> {
  const { merchant } = wish;
  const subject = subjectOf(client, merchant);
  const report = await askedOf(client, wish, subject);
  if (!wishes.some(({ format }) => format === "har")) return report;
  return { ...report, url: client.url, exchanges: await allExchanges(client, merchant) };
}

async function askedOf(client: ControlClient, wish: CoverageWish, subject: string): Promise<Report> {
  const { merchant } = wish;
  if (wish.of === "scenarios") {
    const coverage = (await client.get(merchantPath(merchant, "coverage"))) as ScenarioCoverage;
    return scenarioCoverageReport(coverage, subject, wish.floors);
  }
  const path = merchantPath(merchant, "contract-coverage") + queryOf(wish.narrowing);
  return ofContract((await client.get(path)) as ContractCoverage, wish, subject);
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
  { diagram, floors }: Extract<CoverageWish, { readonly of: "contract" }>,
  subject: string,
): Report {
  if (diagram !== undefined) writeReportFile(diagram, [coverage.diagram]);
  return contractCoverageReport(coverage, subject, floors);
}

const SCHEMAS = new URL("../../../schemas/", import.meta.url);
const BUILT_IN = new URL("../../../scenarios/", import.meta.url);

interface CoverageSetting {
  readonly wishes: readonly ReportWish[];
  /** It says which scenario files there are to be exercised (assumption A227). */
  readonly environment: Environment;
}

/** Counts what the exchanges of a journal file have met, in one pass. */
export async function journalCoverage(
  file: string,
  wish: CoverageWish,
  { wishes, environment }: CoverageSetting,
): Promise<Report> {
  const { merchant } = wish;
  const isOwn = ({ merchantId }: Exchange): boolean => merchant === undefined || merchantId === merchant;
  const { exchanges, wanted } = indexFor(file, wishes, isOwn);
  const [met, rules] = [createContractTally(), createRuleTally()];
  for await (const exchange of exchanges) {
    if (!isOwn(exchange)) continue;
    met.record(exchange);
    rules.record(exchange);
  }
  const subject = `${merchant ?? "all merchants"} in ${file}`;
  const report =
    wish.of === "scenarios"
      ? scenarioCoverageReport(exercised(environment, rules.of(undefined)), subject, wish.floors)
      : ofContract(covered(met.of(undefined), wish.narrowing, merchant !== undefined), wish, subject);
  return { ...report, exchanges: wanted };
}

function exercised(environment: Environment, uses: Parameters<typeof scenarioCoverage>[1]): ScenarioCoverage {
  const { scenarioFolder = BUILT_IN, scenarios: active } = readConfig(environment);
  const nobody = { inUse: () => [], clock: () => 0, onChange: () => undefined };
  const set = openScenarioLibrary(scenarioFolder, { active, ...nobody }).setOf(active);
  return scenarioCoverage(set ?? { names: active, revision: "", rules: [] }, uses);
}

function covered(use: ContractUse, narrowing: CoverageNarrowing, isOneMerchant: boolean): ContractCoverage {
  const contracts = loadContracts(SCHEMAS, { versions: "merged" });
  return contractCoverage((it) => contracts.versionsOf(it), use, { ...narrowing, isOneMerchant });
}
