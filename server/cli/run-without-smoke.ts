import type { Exchange } from "../domain/exchange.ts";
import type { Notification } from "../domain/notification.ts";
import type { Expectation, Expectations } from "../verdict/expectations.ts";
import { scenarioCoverage } from "../verdict/scenario-coverage.ts";
import type { ScenarioCoverage } from "../verdict/scenario-coverage.ts";
import type { MerchantVerdict } from "../verdict/verdict-report.ts";
import { verdictOf } from "../verdict/verify.ts";
import type { Verified } from "../verdict/verify.ts";
import { countsOf } from "./exchange-counts.ts";
import type { ReportMaterial } from "./report.ts";
import type { SmokeTraffic } from "./smoke-traffic.ts";

/** What a sandbox tells of a run. */
export interface RunSeen {
  readonly material: ReportMaterial;
  readonly coverage: ScenarioCoverage;
  /** On the merchant of the expectations; undefined: there are none. */
  readonly expected: MerchantVerdict | undefined;
}

export interface SmokeParts {
  readonly smoke: SmokeTraffic;
  readonly notificationsOf: (merchant: string) => Promise<readonly Notification[]>;
}

/**
 * The same as if smoke had not been run beside the suite: it sends wrong requests on purpose, as a merchant of the
 * merchant file where there is no other. Its orders are its own, so that what is told of other orders stays.
 */
export async function withoutSmoke(
  { material, coverage, expected }: RunSeen,
  wish: Expectations,
  parts: SmokeParts,
): Promise<RunSeen> {
  const { conduct, ...rest } = material;
  const exchanges = conduct.exchanges.filter((it) => !parts.smoke.has(it));
  if (exchanges.length === conduct.exchanges.length) return { material, coverage, expected };
  const merchants = new Set(conduct.exchanges.filter(parts.smoke.has).map(({ merchantId }) => merchantId));
  const anew = async (verdict: MerchantVerdict, held: Expectations): Promise<MerchantVerdict> => {
    const { merchant } = verdict;
    if (!merchants.has(merchant)) return verdict;
    const own = exchanges.filter(({ merchantId }) => merchantId === merchant);
    return judgedAnew(verdict, held, {
      exchanges: own,
      notifications: await parts.notificationsOf(merchant),
    });
  };
  const verdicts = await Promise.all(conduct.verdicts.map((it) => anew(it, {})));
  const { rules, ...counts } = countsOf(exchanges, false);
  const { scenarios: names, revision } = coverage;
  const met = verdicts.filter((it) => it.conduct.exchanges > 0);
  return {
    material: { ...rest, ...counts, conduct: { ...conduct, exchanges, verdicts: met } },
    coverage: scenarioCoverage({ names, revision, rules: coverage.rules }, rules),
    expected: expected && (await anew(expected, wish)),
  };
}

interface OwnTraffic {
  /** The oldest first. */
  readonly exchanges: readonly Exchange[];
  readonly notifications: readonly Notification[];
}

/** What is expected of orders is of the suite's own; all else is held against the suite's exchanges. */
function judgedAnew(before: MerchantVerdict, wish: Expectations, traffic: OwnTraffic): MerchantVerdict {
  const anew = verdictOf(wish, { ...traffic, accounts: [], gone: before.conduct.gone });
  // The exchange that it shall begin behind is one of smoke's.
  if (anew === undefined) return before;
  const expectations = before.expectations.map((it, index): Verified => {
    const written = wish.expectations?.[index];
    return written === undefined || isOfOrders(written) ? it : (anew.expectations[index] ?? it);
  });
  const passed = anew.conduct.passed && expectations.every((it) => it.passed);
  return { ...before, conduct: anew.conduct, expectations, passed };
}

function isOfOrders(expectation: Expectation): boolean {
  return !("exchanges" in expectation) && !("never" in expectation);
}
