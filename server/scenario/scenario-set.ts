import { textsOf } from "./conditions.ts";
import { createDecide } from "./decide.ts";
import { activeRules, createAskRules } from "./rules.ts";
import type { ActiveScenario } from "./scenario-file.ts";
import type { Scenarios } from "./scenarios.ts";
import { createTables } from "./tables.ts";

/** The active scenarios, in the order they are named, as one set. */
export function createScenarios(scenarios: readonly ActiveScenario[], revision: string): Scenarios {
  const rules = activeRules(scenarios);
  const parts = { askRules: createAskRules(rules), tables: createTables(scenarios), revision };
  return {
    decide: createDecide(parts),
    testCards: new Set(rules.flatMap((rule) => textsOf(rule.entry.when?.card))),
    revision,
  };
}
