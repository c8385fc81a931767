import type { Report } from "../../report/report.ts";
import { contractCoverageReport } from "../../verdict/coverage/contract-coverage-report.ts";
import type { ContractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import { scenarioCoverageReport } from "../../verdict/coverage/scenario-coverage-report.ts";
import type { ScenarioCoverage } from "../../verdict/coverage/scenario-coverage.ts";
import type { ControlClient } from "../kernel/control-client.ts";
import type { CoverageNarrowing, CoverageWish } from "./options.ts";
import { allExchanges } from "../kernel/control-lists.ts";
import { writeReportFile } from "../kernel/report-file.ts";
import type { ReportWish } from "../kernel/reports.ts";
import { merchantPath, subjectOf } from "../report/of-sandbox.ts";

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
