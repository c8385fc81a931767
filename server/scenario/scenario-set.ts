import { textsOf } from "./conditions.ts";
import { createDecide } from "./decide.ts";
import { canAnswerBalance, createDecideBalance } from "./decide-balance.ts";
import { createDecideRisk } from "./decide-risk.ts";
import { activeRules, createAskRules } from "./rules.ts";
import type { ActiveRule, AskRules } from "./rules.ts";
import type { ActiveScenario } from "./scenario-file.ts";
import type { Scenarios } from "./scenarios.ts";
import { createTables } from "./tables.ts";

/** The active scenarios, in the order they are named, as one set. */
export function createScenarios(scenarios: readonly ActiveScenario[], revision: string): Scenarios {
  const rules = activeRules(scenarios);
  const tables = createTables(scenarios);
  const asking = (isAsked: (rule: ActiveRule) => boolean): AskRules => createAskRules(rules.filter(isAsked));
  return {
    decide: createDecide({ askRules: asking(({ entry }) => entry.risk === undefined), tables, revision }),
    decideBalance: createDecideBalance({ askRules: asking(canAnswerBalance), tables, revision }),
    decideRisk: createDecideRisk({ askRules: asking(({ entry }) => entry.risk !== undefined), revision }),
    testCards: new Set([...rules.flatMap((rule) => textsOf(rule.entry.when?.card)), ...tables.testCards]),
    revision,
  };
}
