import { signal } from "@preact/signals";
import { ruleYaml } from "../parts/rule-yaml.ts";
import type { Rule } from "../parts/rule-yaml.ts";

/** A rule on its way into a file that is opened next. */
export const pendingRule = signal<Rule | undefined>(undefined);

interface WithRule {
  readonly text: string;
  /** Where the rule begins. */
  readonly at?: number;
}

/** The text with that rule first, where it decides before the others; without one, the text as it is. */
export function withRule(text: string): WithRule {
  const rule = pendingRule.peek();
  if (rule === undefined) return { text };
  pendingRule.value = undefined;
  const added = ruleYaml(rule);
  const place = /^rules:[ \t]*(\[\])?[ \t]*(#.*)?$/m.exec(text);
  const before = `${place === null ? `${text.trimEnd()}\n` : text.slice(0, place.index)}rules:\n`;
  const after = place === null ? "" : text.slice(place.index + place[0].length).replace(/^\n/, "");
  return { text: before + added + after, at: before.length };
}
