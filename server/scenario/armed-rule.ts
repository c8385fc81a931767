import { isObject } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import { ARMED, readyRule } from "./rules.ts";
import type { ActiveRule } from "./rules.ts";
import type { RuleEntry } from "./scenario-file.ts";
import type { ReadScenario } from "./scenario-reader.ts";

/** A rule as the control API gets it, or what is wrong with it. */
export type ArmedReading = { readonly rule: ActiveRule } | { readonly problems: readonly string[] };

/**
 * Reads a rule by the same schema and checks as those of files. The id is the caller's or the one that is made for it;
 * the place is behind the ones armed before.
 */
export function readArmedRule(
  read: ReadScenario,
  entry: Json,
  made: { readonly id: string; readonly place: number },
): ArmedReading {
  const named = isObject(entry) ? { id: made.id, ...entry } : entry;
  const { problems, scenario } = read("rule", JSON.stringify({ version: 1, name: "armed", rules: [named] }));
  const [rule]: readonly RuleEntry[] = scenario?.content.rules ?? [];
  if (rule === undefined) return { problems: problems.map(({ message }) => message) };
  return { rule: readyRule(ARMED, rule, made.place) };
}
