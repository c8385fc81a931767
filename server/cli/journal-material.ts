import { loadContracts } from "../contract/contracts.ts";
import type { Exchange } from "../domain/exchange.ts";
import { createContractTally } from "../journal/contract-tally.ts";
import { createFindingTally } from "../journal/finding-tally.ts";
import { readJournalFile } from "../journal/journal-file.ts";
import { createRuleTally } from "../journal/rule-tally.ts";
import { contractCoverage } from "../verdict/contract-coverage.ts";
import { findingsOf } from "../verdict/findings.ts";
import { outcomeAt } from "../verdict/outcome-series.ts";
import type { OutcomeAt } from "../verdict/outcome-series.ts";
import { ruleTable } from "../verdict/scenario-coverage-report.ts";
import { scenarioCoverage } from "../verdict/scenario-coverage.ts";
import type { MaterialWish, ReportMaterial } from "./report-material.ts";

const SCHEMAS = new URL("../../schemas/", import.meta.url);

/** Reads everything from a journal file; which scenarios there were to be exercised does not stand there. */
export async function journalMaterial(
  file: string,
  { merchant, keepsExchanges }: MaterialWish,
): Promise<ReportMaterial> {
  const [findings, met, rules] = [createFindingTally(), createContractTally(), createRuleTally()];
  const outcomes: OutcomeAt[] = [];
  const exchanges: Exchange[] = [];
  for await (const exchange of readJournalFile(file)) {
    if (merchant !== undefined && exchange.merchantId !== merchant) continue;
    for (const tally of [findings, met, rules]) tally.record(exchange);
    outcomes.push(outcomeAt(exchange));
    if (keepsExchanges) exchanges.push(exchange);
  }
  const known = loadContracts(SCHEMAS, { versions: "merged" });
  const scope = { operations: undefined, versions: undefined, isOneMerchant: merchant !== undefined };
  const { others } = scenarioCoverage({ names: [], revision: "", rules: [] }, rules.of(undefined));
  return {
    subject: `${merchant ?? "all merchants"} in ${file}`,
    url: undefined,
    findings: findingsOf(findings.of(undefined)),
    contractCoverage: contractCoverage((operation) => known.versionsOf(operation), met.of(undefined), scope),
    scenarios: ruleTable("Rules of scenarios that answered", others),
    outcomes,
    exchanges: keepsExchanges ? exchanges : undefined,
  };
}
