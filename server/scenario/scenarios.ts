import type { BalanceDecision } from "../domain/balance.ts";
import type { Decision, Deliberation, Facts, RuleName } from "../domain/record/decision.ts";
import type { ConversionDecision } from "../domain/request/payment-options.ts";
import type { RiskDecision } from "../domain/risk.ts";
import type { LostEncryption } from "../domain/card/terminal-data.ts";
import type { Asking, AskRules } from "./decide/ask-rules.ts";
import { createAddEffects, onlyAdds } from "./decide/deliberation.ts";
import { createDecideForm, namesForm } from "./decide/form.ts";
import { createAskRules } from "./decide/ask-rules.ts";
import { textsOf } from "./condition-kinds/condition.ts";
import { canDecidePayment, createDecide, decidesPayment } from "./decide/payment.ts";
import {
  canAnswerBalance,
  canAssessRisk,
  createDecideBalance,
  createDecideConversion,
  createDecideRisk,
} from "./decide/card-inquiries.ts";
import { delayOf } from "./decide/answers.ts";
import type { Delay } from "./decide/answers.ts";
import { activeRules, inPriority } from "./decide/rules.ts";
import type { ActiveRule } from "./decide/rules.ts";
import type { ActiveScenario } from "./scenario-file.ts";
import { createTables } from "./decide/tables.ts";

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
  /** Whether a currency conversion is offered; pure as well. */
  readonly decideConversion: (facts: Facts, asking?: Asking) => ConversionDecision;
  /** What becomes of what the fields of a hosted session send; pure as well. */
  readonly decideForm: (facts: Facts, asking?: Asking) => Deliberation | undefined;
  /** What the risk service advises; pure as well. */
  readonly decideRisk: (facts: Facts, asking?: Asking) => RiskDecision;
  /** What is lost of a card by its number alone; undefined when no table says so. */
  readonly lostOf: (cardNumber: string) => LostEncryption | undefined;
  /** Every full card number that the files name: these are test cards by definition. */
  readonly testCards: ReadonlySet<string>;
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
  const asking = (isAsked: (rule: ActiveRule) => boolean): AskRules => createAskRules(rules.filter(isAsked));
  const deciding = (isAsked: (rule: ActiveRule) => boolean): Scenarios["decide"] =>
    createDecide({ askRules: asking(isAsked), isAsked, tables, set });
  const addEffects = createAddEffects({ askRules: asking(onlyAdds), set });
  return {
    decide: deciding(canDecidePayment),
    decideOutcome: deciding(decidesPayment),
    addEffects,
    decideBalance: createDecideBalance({ askRules: asking(canAnswerBalance), tables, set }),
    decideConversion: createDecideConversion({ addEffects, tables }),
    decideForm: createDecideForm({ askRules: asking(namesForm), set }),
    decideRisk: createDecideRisk({ askRules: asking(canAssessRisk), set }),
    lostOf: tables.lostOf,
    testCards: new Set([...rules.flatMap((rule) => textsOf(rule.entry.when?.card)), ...tables.testCards]),
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
