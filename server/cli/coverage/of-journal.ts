import { readConfig } from "../../sandbox/config.ts";
import type { Environment } from "../../sandbox/config.ts";
import { loadContracts } from "../../contract/contracts.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { createContractTally } from "../../journal/contract-tally.ts";
import type { ContractUse } from "../../journal/contract-tally.ts";
import { createRuleTally } from "../../journal/rule-tally.ts";
import type { Report } from "../../report/report.ts";
import { openScenarioLibrary } from "../../scenario/library/library-at-once.ts";
import { contractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import type { ContractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import { scenarioCoverageReport } from "../../verdict/coverage/scenario-coverage-report.ts";
import { scenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import type { ScenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import { ofContract } from "./of-sandbox.ts";
import type { CoverageNarrowing, CoverageWish } from "./options.ts";
import { indexFor } from "../kernel/journal-traffic.ts";
import type { ReportWish } from "../kernel/reports.ts";

const SCHEMAS = new URL("../../../schemas/", import.meta.url);
const BUILT_IN = new URL("../../../scenarios/", import.meta.url);

export interface CoverageSetting {
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
