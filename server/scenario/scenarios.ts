import type { BalanceDecision } from "../domain/balance.ts";
import type { Decision, Facts } from "../domain/decision.ts";
import type { RiskDecision } from "../domain/risk.ts";

/** The active scenario files as one set of rules and tables. */
export interface Scenarios {
  /** Pure: the same facts always get the same decision. */
  readonly decide: (facts: Facts) => Decision;
  /** What is on a card; pure as well. */
  readonly decideBalance: (facts: Facts) => BalanceDecision;
  /** What the risk service advises; pure as well. */
  readonly decideRisk: (facts: Facts) => RiskDecision;
  /** Every full card number that the files name: these are test cards by definition. */
  readonly testCards: ReadonlySet<string>;
  /** Changes with every change of the files. */
  readonly revision: string;
}
