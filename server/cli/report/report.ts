import type { ContractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import { ruleTable, scenarioCoverageReport } from "../../verdict/coverage/coverage-report.ts";
import { scenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import type { ScenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import type { Findings } from "../../verdict/findings.ts";
import type { ReportMaterial } from "../../verdict/whole-report.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import { countsOf } from "../kernel/exchange-counts.ts";
import { verifyJournal, verifySandbox } from "../verify/material.ts";

/** Reads everything from a journal file; which scenarios there were to be exercised does not stand there. */
export async function journalMaterial(file: string, merchant: string | undefined): Promise<ReportMaterial> {
  const conduct = await verifyJournal(file, { expectations: {}, places: [], merchant });
  const { rules, ...counts } = countsOf(conduct.exchanges, merchant !== undefined);
  const { others } = scenarioCoverage({ names: [], revision: "", rules: [] }, rules);
  return { conduct, ...counts, scenarios: ruleTable("Rules of scenarios that answered", others) };
}

/** Asks a running sandbox for everything, about one merchant or about all. */
export async function sandboxMaterial(
  client: ControlClient,
  merchant: string | undefined,
): Promise<ReportMaterial> {
  const get = (view: string): Promise<unknown> => client.get(merchantPath(merchant, view));
  const coverage = (await get("coverage")) as ScenarioCoverage;
  return {
    findings: (await get("findings")) as Findings,
    contractCoverage: (await get("contract-coverage")) as ContractCoverage,
    scenarios: scenarioCoverageReport(coverage, subjectOf(client, merchant), {}),
    conduct: await verifySandbox(client, { expectations: {}, places: [], merchant }),
  };
}

/** A view of the control API on one merchant or on all. */
export function merchantPath(merchant: string | undefined, view: string): string {
  return merchant === undefined ? `/v1/${view}` : `/v1/merchants/${encodeURIComponent(merchant)}/${view}`;
}

export function subjectOf({ url }: ControlClient, merchant: string | undefined): string {
  return `${merchant ?? "all merchants"} at ${url}`;
}
