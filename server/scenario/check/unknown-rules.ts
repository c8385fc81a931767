import { nearest } from "../../domain/nearest.ts";
import { textsOf } from "../conditions.ts";
import type { CheckedFile, CheckedRule } from "./checked-rule.ts";
import { checkedRules } from "./checked-rule.ts";
import { problemOf } from "./remark.ts";
import type { CheckedProblem } from "./remark.ts";

/** Names behind `earlier: { rule }` that no rule of the folder has, by itself or with its scenario in front. */
export function unknownRuleProblems(files: readonly CheckedFile[]): readonly CheckedProblem[] {
  const rules = files.flatMap((file) =>
    checkedRules(file).map((rule) => ({ rule, key: `${file.scenario.name}#${rule.entry.id}` })),
  );
  const known = new Set(rules.flatMap(({ rule, key }) => [rule.entry.id, key]));
  return rules.flatMap(({ rule }) => unknownIn(rule, known));
}

function unknownIn({ when, source, pointer }: CheckedRule, known: ReadonlySet<string>) {
  const wanted = when.earlier?.rule;
  return textsOf(wanted).flatMap((name, index) => {
    if (known.has(name)) return [];
    const meant = nearest(name, [...known]);
    const help = meant === undefined ? "" : `; did you mean "${meant}"?`;
    const at = `${pointer}/when/earlier/rule${Array.isArray(wanted) ? `/${index}` : ""}`;
    const message = `no rule of this folder is called "${name}", so that none can have decided${help}`;
    return [problemOf("unreachable-rule", { source, pointer: at }, message)];
  });
}
