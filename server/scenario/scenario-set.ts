import { createAddEffects, onlyAdds } from "./add-effects.ts";
import { createAskRules } from "./ask-rules.ts";
import type { AskRules } from "./ask-rules.ts";
import { textsOf } from "./conditions.ts";
import { canDecidePayment, createDecide, decidesPayment } from "./decide.ts";
import { canAnswerBalance, createDecideBalance } from "./decide-balance.ts";
import { canAssessRisk, createDecideRisk } from "./decide-risk.ts";
import { delayOf } from "./delays.ts";
import type { Delay } from "./delays.ts";
import { activeRules } from "./rules.ts";
import type { ActiveRule } from "./rules.ts";
import type { ActiveScenario } from "./scenario-file.ts";
import type { Scenarios } from "./scenarios.ts";
import { createTables } from "./tables.ts";

/** The active scenarios, in the order they are named, as one set. */
export function createScenarios(scenarios: readonly ActiveScenario[], revision: string): Scenarios {
  const rules = activeRules(scenarios);
  const tables = createTables(scenarios);
  const names = scenarios.map(({ name }) => name);
  const set = { names, revision, delay: delayOfSet(scenarios) };
  const asking = (isAsked: (rule: ActiveRule) => boolean): AskRules => createAskRules(rules.filter(isAsked));
  const deciding = (isAsked: (rule: ActiveRule) => boolean): Scenarios["decide"] =>
    createDecide({ askRules: asking(isAsked), isAsked, tables, set });
  return {
    decide: deciding(canDecidePayment),
    decideOutcome: deciding(decidesPayment),
    addEffects: createAddEffects({ askRules: asking(onlyAdds), set }),
    decideBalance: createDecideBalance({ askRules: asking(canAnswerBalance), tables, set }),
    decideRisk: createDecideRisk({ askRules: asking(canAssessRisk), set }),
    testCards: new Set([...rules.flatMap((rule) => textsOf(rule.entry.when?.card)), ...tables.testCards]),
    names,
    revision,
    rules: rules.map(({ name, entry }) => ({ ...name, note: entry.note })),
  };
}

/** Of the first file that has one. */
function delayOfSet(scenarios: readonly ActiveScenario[]): Delay | undefined {
  const entry = scenarios.find(({ content }) => content.delay !== undefined)?.content.delay;
  return entry === undefined ? undefined : delayOf(entry);
}
