import { packageContracts } from "../../contract/contracts.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { createContractTally } from "../../journal/contract-tally.ts";
import { createFindingTally } from "../../journal/finding-tally.ts";
import { createRuleTally } from "../../journal/rule-tally.ts";
import type { RuleUse } from "../../journal/rule-tally.ts";
import { contractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import type { ContractCoverage } from "../../verdict/coverage/contract-coverage.ts";
import { findingsOf } from "../../verdict/findings.ts";
import type { Findings } from "../../verdict/findings.ts";

/** What a sandbox counts as exchanges come, counted of some of them. */
export interface ExchangeCounts {
  readonly findings: Findings;
  readonly contractCoverage: ContractCoverage;
  /** By `scenario#id`. */
  readonly rules: ReadonlyMap<string, RuleUse>;
}

/** The oldest come first. */
export function countsOf(exchanges: Iterable<Exchange>, isOneMerchant: boolean): ExchangeCounts {
  const [findings, met, rules] = [createFindingTally(), createContractTally(), createRuleTally()];
  for (const exchange of exchanges) {
    for (const tally of [findings, met, rules]) tally.record(exchange);
  }
  const known = packageContracts({ versions: "merged" });
  const scope = { operations: undefined, versions: undefined, isOneMerchant };
  return {
    findings: findingsOf(findings.of(undefined)),
    contractCoverage: contractCoverage((it) => known.versionsOf(it), met.of(undefined), scope),
    rules: rules.of(undefined),
  };
}
