import type { Contracts } from "../../contract/contracts.ts";
import { maskBody } from "../../gateway/secrets/masking.ts";
import type { Report } from "../../report/report.ts";
import type { Traffic } from "../../verdict/upgrade/subject.ts";
import { versionsOf } from "../../verdict/upgrade/versions.ts";
import { versionsReport } from "../../verdict/upgrade/versions-report.ts";

/** Under which versions the traffic could be sent as it is. */
export async function versionsCheck(traffic: Traffic, contracts: Contracts): Promise<Report> {
  return versionsReport(await versionsOf({ contracts, mask: maskBody }, traffic));
}
