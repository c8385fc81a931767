import { ruleTable } from "../../verdict/coverage/scenario-coverage-report.ts";
import { scenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import { countsOf } from "../kernel/exchange-counts.ts";
import type { ReportMaterial } from "./report.ts";
import { verifyJournal } from "../verify/material.ts";

/** Reads everything from a journal file; which scenarios there were to be exercised does not stand there. */
export async function journalMaterial(file: string, merchant: string | undefined): Promise<ReportMaterial> {
  const conduct = await verifyJournal(file, { expectations: {}, places: [], merchant });
  const { rules, ...counts } = countsOf(conduct.exchanges, merchant !== undefined);
  const { others } = scenarioCoverage({ names: [], revision: "", rules: [] }, rules);
  return { conduct, ...counts, scenarios: ruleTable("Rules of scenarios that answered", others) };
}
