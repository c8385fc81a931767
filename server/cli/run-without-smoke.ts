import type { Exchange } from "../domain/exchange.ts";
import type { Scorecard } from "../verdict/conduct/scorecard.ts";
import type { Expectation, Expectations } from "../verdict/expectations.ts";
import { scenarioCoverage } from "../verdict/scenario-coverage.ts";
import type { ScenarioCoverage } from "../verdict/scenario-coverage.ts";
import type { MerchantVerdict } from "../verdict/verdict-report.ts";
import { verdictOf } from "../verdict/verify.ts";
import type { Verified } from "../verdict/verify.ts";
import { countsOf } from "./exchange-counts.ts";
import type { ReportMaterial } from "./report.ts";
import { isOfSmoke } from "./smoke-traffic.ts";

/** What a sandbox tells of a run. */
export interface RunSeen {
  readonly material: ReportMaterial;
  readonly coverage: ScenarioCoverage;
  /** On the merchant of the expectations; undefined: there are none. */
  readonly expected: MerchantVerdict | undefined;
}

/**
 * The same as if smoke had not been run beside the suite: it sends wrong requests on purpose, as a merchant of the
 * merchant file where there is no other. Its orders are its own, so that what is told of other orders stays.
 */
export function withoutSmoke(seen: RunSeen, expectations: Expectations): RunSeen {
  const { conduct, ...rest } = seen.material;
  const exchanges = conduct.exchanges.filter((it) => !isOfSmoke(it));
  if (exchanges.length === conduct.exchanges.length) return seen;
  const ofSmoke = conduct.exchanges.filter(isOfSmoke);
  const verdicts = conduct.verdicts.map((it) => verdictWithout(it, ofSmoke, it.expectations));
  const oldestFirst = exchanges.toReversed();
  const { rules, ...counts } = countsOf(oldestFirst, false);
  const { coverage, expected } = seen;
  const { scenarios: names, revision } = coverage;
  const met = verdicts.filter((it) => it.conduct.exchanges > 0);
  return {
    material: { ...rest, ...counts, conduct: { ...conduct, exchanges, verdicts: met } },
    coverage: scenarioCoverage({ names, revision, rules: coverage.rules }, rules),
    expected: expected && verdictWithout(expected, ofSmoke, heldAnew(expected, oldestFirst, expectations)),
  };
}

function verdictWithout(
  verdict: MerchantVerdict,
  ofSmoke: readonly Exchange[],
  expectations: readonly Verified[],
): MerchantVerdict {
  const own = ofSmoke.filter(({ merchantId }) => merchantId === verdict.merchant);
  const conduct = conductWithout(verdict.conduct, new Set(own.map(({ id }) => id)));
  return {
    ...verdict,
    conduct,
    expectations,
    passed: conduct.passed && expectations.every((it) => it.passed),
  };
}

/** A remark that only smoke gave rise to goes; of one that the suite did, too, what is the suite's stays. */
function conductWithout(conduct: Scorecard, ids: ReadonlySet<string>): Scorecard {
  const rules = conduct.rules.map((rule) => ({
    ...rule,
    remarks: rule.remarks.flatMap((remark) => {
      const exchanges = remark.exchanges.filter((id) => !ids.has(id));
      const lost = remark.exchanges.length - exchanges.length;
      if (lost === 0) return [remark];
      return exchanges.length === 0
        ? []
        : [{ ...remark, exchanges, count: Math.max(1, remark.count - lost) }];
    }),
  }));
  return {
    ...conduct,
    rules,
    passed: !rules.some(({ severity, remarks }) => severity === "error" && remarks.length > 0),
    exchanges: conduct.exchanges - ids.size,
    kept: rules.filter(({ isJudged, remarks }) => isJudged && remarks.length === 0).length,
  };
}

/** What is expected of orders is of the suite's own; all else is held against the suite's exchanges. */
function heldAnew(
  { merchant, expectations }: MerchantVerdict,
  exchanges: readonly Exchange[],
  wish: Expectations,
): readonly Verified[] {
  const own = exchanges.filter(({ merchantId }) => merchantId === merchant);
  const anew = verdictOf({ ...wish, conduct: {} }, { exchanges: own, accounts: [] })?.expectations ?? [];
  return expectations.map((it, index) => {
    const written = wish.expectations?.[index];
    return written === undefined || isOfOrders(written) ? it : (anew[index] ?? it);
  });
}

function isOfOrders(expectation: Expectation): boolean {
  return !("exchanges" in expectation) && !("never" in expectation);
}
