import type { ExchangeDraft } from "../domain/exchange.ts";
import type { Rule } from "../domain/rule.ts";

/** Asks the rules in their order, throws the first refusal, and writes both into the record behind what is there. */
export function enforce<Context>(
  rules: readonly Rule<Context>[],
  context: Context,
  draft: ExchangeDraft,
): void {
  const passed = [...(draft.rules?.passed ?? [])];
  draft.rules = { passed, refusedBy: undefined };
  for (const { id, source, refuses } of rules) {
    const refusal = refuses(context);
    if (refusal !== undefined) {
      draft.rules = { passed, refusedBy: { rule: id, source } };
      throw refusal;
    }
    passed.push(id);
  }
}
