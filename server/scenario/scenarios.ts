import type { BalanceDecision } from "../domain/balance.ts";
import type { Decision, Deliberation, Facts, RuleName } from "../domain/decision.ts";
import type { RiskDecision } from "../domain/risk.ts";
import type { Asking } from "./ask-rules.ts";

/** The active scenario files as one set of rules and tables. */
export interface Scenarios {
  /** Pure: the same facts, asked in the same way, always get the same decision. */
  readonly decide: (facts: Facts, asking?: Asking) => Decision;
  /** The same by the rules with an outcome alone, where those that only add have been asked before. */
  readonly decideOutcome: (facts: Facts, asking?: Asking) => Decision;
  /** What the rules that only add do, where the outcome is somebody else's. */
  readonly addEffects: (facts: Facts, asking?: Asking) => Deliberation;
  /** What is on a card; pure as well. */
  readonly decideBalance: (facts: Facts, asking?: Asking) => BalanceDecision;
  /** What the risk service advises; pure as well. */
  readonly decideRisk: (facts: Facts, asking?: Asking) => RiskDecision;
  /** Every full card number that the files name: these are test cards by definition. */
  readonly testCards: ReadonlySet<string>;
  /** Names of the files, first one asked first. */
  readonly names: readonly string[];
  /** Changes with every change of the files. */
  readonly revision: string;
  /** Every rule, in the order they are asked. */
  readonly rules: readonly RuleSummary[];
}

/** A rule as lists and reports show it. */
export interface RuleSummary extends RuleName {
  readonly note: string | undefined;
}
