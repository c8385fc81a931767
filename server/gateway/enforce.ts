import type { ExchangeDraft } from "../domain/exchange.ts";
import type { Rule } from "../domain/rule.ts";

/** Asks the rules in their order, throws the first refusal, and writes both into the record behind what is there. */
export function enforce<Context>(
  rules: readonly Rule<Context>[],
  context: Context,
  draft: ExchangeDraft,
): void {
  const passed = [...(draft.rules?.passed ?? [])];
  for (const rule of rules) {
    const refusal = rule.refuses(context);
    const refusedBy = refusal && { rule: rule.id, source: rule.source };
    draft.rules = { passed, refusedBy };
    if (refusal) throw refusal;
    passed.push(rule.id);
  }
}
