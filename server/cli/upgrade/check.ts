import type { Contracts } from "../../contract/contracts.ts";
import { VERSION_MAX, VERSION_MIN } from "../../domain/request/operation.ts";
import { maskBody } from "../../gateway/secrets/masking.ts";
import type { Report } from "../../report/report.ts";
import type { Traffic } from "../../verdict/upgrade/comparing.ts";
import { tallied } from "../../verdict/upgrade/tally.ts";
import type { UpgradeVersions } from "../../verdict/upgrade/tally.ts";
import { upgradeReport } from "../../verdict/upgrade/upgrade-report.ts";
import { versionsOf, versionsReport } from "../../verdict/upgrade/versions.ts";
import { UsageError } from "../kernel/command.ts";
import type { GivenFlags } from "../kernel/command.ts";

export function readUpgradeVersions(given: GivenFlags): UpgradeVersions {
  const [from, to] = [given.get("from")?.at(-1), given.get("to")?.at(-1)];
  if (to === undefined)
    throw new UsageError("upgrade-check requires the target version, for example --to 100");
  return { from: from === undefined ? undefined : readVersion("from", from), to: readVersion("to", to) };
}

function readVersion(flag: string, text: string): number {
  if (text === "latest") return VERSION_MAX;
  const version = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (version >= VERSION_MIN && version <= VERSION_MAX) return version;
  throw new UsageError(`--${flag} must be a version from ${VERSION_MIN} to ${VERSION_MAX} or latest`);
}

/** What of the traffic breaks when it moves to the other version. */
export async function upgradeCheck(
  versions: UpgradeVersions,
  traffic: Traffic,
  contracts: Contracts,
): Promise<Report> {
  return upgradeReport(await tallied({ contracts, mask: maskBody }, traffic, versions), versions);
}

/** Under which versions the traffic could be sent as it is. */
export async function versionsCheck(traffic: Traffic, contracts: Contracts): Promise<Report> {
  return versionsReport(await versionsOf({ contracts, mask: maskBody }, traffic));
}
