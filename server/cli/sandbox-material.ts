import type { Exchange } from "../domain/exchange.ts";
import type { ContractCoverage } from "../verdict/contract-coverage.ts";
import type { Findings } from "../verdict/findings.ts";
import { outcomeAt } from "../verdict/outcome-series.ts";
import { scenarioCoverageReport } from "../verdict/scenario-coverage-report.ts";
import type { ScenarioCoverage } from "../verdict/scenario-coverage.ts";
import type { ControlClient } from "./control-client.ts";
import type { MaterialWish, ReportMaterial } from "./report-material.ts";

/** Asks a running sandbox for everything, about one merchant or about all. */
export async function sandboxMaterial(
  client: ControlClient,
  { merchant, keepsExchanges }: MaterialWish,
): Promise<ReportMaterial> {
  const get = (name: string): Promise<unknown> => client.get(merchantPath(merchant, name));
  const subject = subjectOf(client, merchant);
  const findings = (await get("findings")) as Findings;
  const contractCoverage = (await get("contract-coverage")) as ContractCoverage;
  const scenarios = scenarioCoverageReport((await get("coverage")) as ScenarioCoverage, subject, undefined);
  const kept = await allExchanges(client, merchant);
  const outcomes = kept.map(outcomeAt);
  const exchanges = keepsExchanges ? kept : undefined;
  return { subject, url: client.url, findings, contractCoverage, scenarios, outcomes, exchanges };
}

/** A view of the control API on one merchant or on all. */
export function merchantPath(merchant: string | undefined, view: string): string {
  return merchant === undefined ? `/v1/${view}` : `/v1/merchants/${encodeURIComponent(merchant)}/${view}`;
}

export function subjectOf({ url }: ControlClient, merchant: string | undefined): string {
  return `${merchant ?? "all merchants"} at ${url}`;
}

interface ExchangePage {
  readonly exchanges: readonly Exchange[];
  readonly next?: string;
}

/** Page by page; as many as the journal keeps. */
async function allExchanges(
  client: ControlClient,
  merchant: string | undefined,
): Promise<readonly Exchange[]> {
  const path = `${merchantPath(merchant, "exchanges")}?limit=500`;
  const found: Exchange[] = [];
  let next: string | undefined = "";
  while (next !== undefined) {
    const page = (await client.get(next === "" ? path : `${path}&before=${next}`)) as ExchangePage;
    found.push(...page.exchanges);
    next = page.next;
  }
  return found;
}
