import { isoTime } from "../../../domain/time.ts";
import { reportPieces } from "../../../report/formats.ts";
import { contractCoverage } from "../../../verdict/coverage/contract-coverage.ts";
import { scenarioCoverageReport } from "../../../verdict/coverage/coverage-report.ts";
import { scenarioCoverage } from "../../../verdict/coverage/scenario-coverage.ts";
import { findingsOf } from "../../../verdict/findings.ts";
import { wholeReport } from "../../../verdict/whole-report.ts";
import type { Merchant } from "../../../domain/merchant.ts";
import type { Report } from "../../../report/report.ts";
import type { AppParts } from "../../parts.ts";
import { MERCHANT, NO_MERCHANT } from "../kernel/endpoint.ts";
import type { Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import type { Reply } from "../kernel/kernel.ts";
import { createGivingWay } from "../kernel/step-pause.ts";
import { exchangesOf, verdictOn } from "./verdict-on.ts";

/** One page of everything about a merchant, to be kept and sent around. */
export const report: Resource = {
  schemas: {},
  endpoints: [
    endpoint({
      method: "get",
      path: `${MERCHANT}/report.html`,
      evidence: "all",
      tag: "Verdict",
      summary: "Returns the report of everything about the merchant as one HTML page",
      description: "Conduct, findings, coverage and outcomes over time, as the command report writes them.",
      answers: { 200: "Page" },
      problems: { 404: NO_MERCHANT },
      gives: "text/html",
      handle:
        (parts) =>
        async ({ merchant }): Promise<Reply> => {
          const made = { ...(await reportOn(parts, merchant)), at: isoTime(parts.clock()) };
          const presentation = { version: parts.facts.version, width: 0, isColoured: false };
          const giveWay = createGivingWay();
          const pieces: string[] = [];
          for (const piece of reportPieces("html", made, presentation)) {
            pieces.push(piece);
            await giveWay();
          }
          const page = pieces.join("");
          return (_request, response) => response.type("text/html; charset=utf-8").end(page);
        },
    }),
  ],
};

async function reportOn(parts: AppParts, merchant: Merchant): Promise<Report> {
  const { id } = merchant;
  const subject = id;
  const { scenarios } = await parts.scenarios.standing(merchant);
  const scope = { operations: undefined, versions: undefined, isOneMerchant: true };
  const own = await exchangesOf(parts, id);
  const verdict = { merchant: id, ...(await verdictOn(parts, merchant, own, {})) };
  return wholeReport({
    conduct: { subject, verdicts: [verdict], exchanges: own.exchanges, url: undefined },
    findings: findingsOf(parts.findings.of(id)),
    contractCoverage: contractCoverage(parts.contracts.versionsOf, parts.contractTally.of(id), scope),
    scenarios: scenarioCoverageReport(scenarioCoverage(scenarios, parts.tally.of(id)), subject, {}),
  });
}
