import type { AuthenticationDecision, PlannedVerdict } from "../domain/order/authentication.ts";
import type { BalanceDecision } from "../domain/balance.ts";
import type { Decision, Facts } from "../domain/record/decision.ts";
import type { Deliberation, RuleName } from "../domain/record/deliberation.ts";
import type { ConversionDecision } from "../domain/request/payment-options.ts";
import type { RiskDecision } from "../domain/order/outcome.ts";
import type { LostEncryption } from "../domain/card/terminal-data.ts";
import type { MatchOptions, MatchRules } from "./decide/match-rules.ts";
import { createAddEffects, onlyAdds } from "./decide/deliberation.ts";
import { createDecideForm, namesForm } from "./decide/form.ts";
import { createRuleMatcher } from "./decide/match-rules.ts";
import { textsOf } from "./condition-kinds/condition.ts";
import { canDecidePayment, createDecide, decidesPayment } from "./decide/payment.ts";
import { isForAuthentication, createDecideAuthentication } from "./decide/authentication.ts";
import {
  canAnswerBalance,
  canAssessRisk,
  createDecideBalance,
  createDecideConversion,
  createDecideRisk,
} from "./decide/card-inquiries.ts";
import { delayOf } from "./decide/answers.ts";
import type { Delay } from "./decide/answers.ts";
import { magicCards } from "./decide/magic-cards.ts";
import type { MagicCard } from "./decide/magic-cards.ts";
import { activeRules, inPriority } from "./decide/rules.ts";
import type { ActiveRule } from "./decide/rules.ts";
import type { ActiveScenario } from "./scenario-file.ts";
import { createTables } from "./decide/tables.ts";

/** The active scenario files as one set of rules and tables. */
export interface Scenarios {
  /** Pure: the same facts, asked in the same way, always get the same decision. */
  readonly decide: (facts: Facts, matching?: MatchOptions) => Decision;
  /** The same by the rules with an outcome alone, where those that only add have been asked before. */
  readonly decideOutcome: (facts: Facts, matching?: MatchOptions) => Decision;
  /** What the rules that only add do, where the outcome is somebody else's. */
  readonly addEffects: (facts: Facts, matching?: MatchOptions) => Deliberation;
  /** What comes of an authentication, given what a rule decided when it was initiated; pure as well. */
  readonly decideAuthentication: (
    facts: Facts,
    planned: PlannedVerdict | undefined,
    matching?: MatchOptions,
  ) => AuthenticationDecision;
  /** What is on a card; pure as well. */
  readonly decideBalance: (facts: Facts, matching?: MatchOptions) => BalanceDecision;
  /** Whether a currency conversion is offered; pure as well. */
  readonly decideConversion: (facts: Facts, matching?: MatchOptions) => ConversionDecision;
  /** What becomes of what the fields of a hosted session send; pure as well. */
  readonly decideForm: (facts: Facts, matching?: MatchOptions) => Deliberation | undefined;
  /** What the risk service advises; pure as well. */
  readonly decideRisk: (facts: Facts, matching?: MatchOptions) => RiskDecision;
  /** What is lost of a card by its number alone; undefined when no table says so. */
  readonly lostOf: (cardNumber: string) => LostEncryption | undefined;
  /** Every full card number that the files name: these are test cards by definition. */
  readonly testCards: ReadonlySet<string>;
  /** Cards for people to choose from. */
  readonly magicCards: readonly MagicCard[];
  /** Names of the files, first one asked first. */
  readonly names: readonly string[];
  /** Changes with every change of the files. */
  readonly revision: string;
  /** Every rule of these files, in the order they are asked. */
  readonly rules: readonly RuleSummary[];
}

/** A rule as lists and reports show it. */
export interface RuleSummary extends RuleName {
  readonly note: string | undefined;
  /** Whether its file ships with the sandbox. */
  readonly isShipped: boolean;
}

/**
 * The active scenarios, in the order they are named, as one set. `last` are those that are asked behind all of them
 * without being named; they are no part of lists and reports.
 */
export function createScenarios(
  scenarios: readonly ActiveScenario[],
  revision: string,
  last: readonly ActiveScenario[] = [],
): Scenarios {
  const named = inPriority(scenarios);
  const rules = activeRules([...named, ...inPriority(last)]);
  const tables = createTables([...scenarios, ...last]);
  const shipped = new Set(scenarios.flatMap(({ name, isShipped }) => (isShipped === true ? [name] : [])));
  const names = scenarios.map(({ name }) => name);
  const set = { names, revision, delay: delayOfSet(scenarios) };
  const matcher = (isAsked: (rule: ActiveRule) => boolean): MatchRules =>
    createRuleMatcher(rules.filter(isAsked));
  const deciding = (isAsked: (rule: ActiveRule) => boolean): Scenarios["decide"] =>
    createDecide({ match: matcher(isAsked), isAsked, tables, set });
  const addEffects = createAddEffects({ match: matcher(onlyAdds), set });
  return {
    decide: deciding(canDecidePayment),
    decideOutcome: deciding(decidesPayment),
    addEffects,
    decideAuthentication: createDecideAuthentication({ match: matcher(isForAuthentication), tables, set }),
    decideBalance: createDecideBalance({ match: matcher(canAnswerBalance), tables, set }),
    decideConversion: createDecideConversion({ addEffects, tables }),
    decideForm: createDecideForm({ match: matcher(namesForm), set }),
    decideRisk: createDecideRisk({ match: matcher(canAssessRisk), set }),
    lostOf: tables.lostOf,
    testCards: new Set([...rules.flatMap((rule) => textsOf(rule.entry.when?.card)), ...tables.testCards]),
    magicCards: magicCards(rules, tables),
    names,
    revision,
    rules: rules.slice(0, named.length).map(({ name, entry }) => ({
      ...name,
      note: entry.note,
      isShipped: shipped.has(name.scenario),
    })),
  };
}

/** Of the first file that has one. */
function delayOfSet(scenarios: readonly ActiveScenario[]): Delay | undefined {
  const entry = scenarios.find(({ content }) => content.delay !== undefined)?.content.delay;
  return entry === undefined ? undefined : delayOf(entry);
}
