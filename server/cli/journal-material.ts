import { loadContracts } from "../contract/contracts.ts";
import { createContractTally } from "../journal/contract-tally.ts";
import { createFindingTally } from "../journal/finding-tally.ts";
import { createRuleTally } from "../journal/rule-tally.ts";
import { contractCoverage } from "../verdict/contract-coverage.ts";
import { findingsOf } from "../verdict/findings.ts";
import { ruleTable } from "../verdict/scenario-coverage-report.ts";
import { scenarioCoverage } from "../verdict/scenario-coverage.ts";
import type { ReportMaterial } from "./report.ts";
import { verifyJournal } from "./verify-journal.ts";

const SCHEMAS = new URL("../../schemas/", import.meta.url);

/** Reads everything from a journal file; which scenarios there were to be exercised does not stand there. */
export async function journalMaterial(file: string, merchant: string | undefined): Promise<ReportMaterial> {
  const conduct = await verifyJournal(file, { expectations: {}, places: [], merchant });
  const [findings, met, rules] = [createFindingTally(), createContractTally(), createRuleTally()];
  for (const exchange of conduct.exchanges) {
    for (const tally of [findings, met, rules]) tally.record(exchange);
  }
  const known = loadContracts(SCHEMAS, { versions: "merged" });
  const scope = { operations: undefined, versions: undefined, isOneMerchant: merchant !== undefined };
  const { others } = scenarioCoverage({ names: [], revision: "", rules: [] }, rules.of(undefined));
  return {
    conduct,
    findings: findingsOf(findings.of(undefined)),
    contractCoverage: contractCoverage((it) => known.versionsOf(it), met.of(undefined), scope),
    scenarios: ruleTable("Rules of scenarios that answered", others),
  };
}
