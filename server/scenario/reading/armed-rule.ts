import { maskText } from "../../domain/card/card.ts";
import { isObject } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import { jsonLines } from "../../domain/json-lines.ts";
import { activeRules, ARMED } from "../decide/rules.ts";
import type { ActiveRule } from "../decide/rules.ts";
import type { RuleEntry } from "../scenario-file.ts";
import type { ReadScenario } from "./scenario-reader.ts";

/** What is wrong with a member of the rule, dotted, or with all of it: "rule". */
interface MemberFault {
  readonly member: string;
  readonly message: string;
}

/** A rule as the control API gets it, or what is wrong with it. */
type ArmedReading = { readonly rule: ActiveRule } | { readonly problems: readonly MemberFault[] };

const RULE = "rules[0]";

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
  const { text, members } = jsonLines({ version: 1, name: "armed", rules: [named] });
  const { problems, scenario } = read("rule", text);
  const entries: readonly RuleEntry[] = scenario?.content.rules ?? [];
  const [rule] = activeRules(
    entries.map((it) => ({ scenario: ARMED, entry: it })),
    made.place,
  );
  if (rule !== undefined) return { rule };
  return {
    problems: problems.map(({ line, message }) => ({ member: memberOf(members[line - 1] ?? ""), message })),
  };
}

/** As the caller calls it, who sent the rule alone. */
function memberOf(name: string): string {
  return name.startsWith(`${RULE}.`) ? maskText(name.slice(RULE.length + 1)) : "rule";
}
