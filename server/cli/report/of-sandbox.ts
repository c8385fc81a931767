import type { ContractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import type { Findings } from "../../verdict/findings.ts";
import { scenarioCoverageReport } from "../../verdict/coverage/scenario-coverage-report.ts";
import type { ScenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import type { ReportMaterial } from "./report.ts";
import { verifySandbox } from "../verify/material.ts";

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
