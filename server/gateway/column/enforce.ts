import type { ExchangeDraft, ExchangeRules } from "../../domain/record/exchange.ts";
import { TRANSACTION_OPERATIONS } from "../../domain/request/operation.ts";
import type { TransactionOperation } from "../../domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../domain/operations/index.ts";
import type { Refusal } from "../../domain/record/refusal.ts";
import type { Rule, RuleContext } from "../../domain/request/rule.ts";
import { areRaised, topicOf } from "../../domain/request/topics.ts";
import type { Topics } from "../../domain/request/topics.ts";

type RulesRecord = Pick<ExchangeDraft, "rules">;

/** Asks the rules in their order, throws the first refusal, and writes both into the record behind what is there. */
export function enforce<Context>(
  rules: readonly Rule<Context>[],
  context: Context,
  draft: RulesRecord,
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

/** A rule of an operation, and the topic without which it need not be asked. */
interface TopicalRule {
  readonly rule: Rule;
  readonly topics: Topics;
}

/** The rules of an operation, ready to be asked, and the record of a request that passes them all. */
interface OperationRules {
  readonly rules: readonly TopicalRule[];
  readonly allPassed: ExchangeRules;
}

const RULES_OF = Object.fromEntries(
  TRANSACTION_OPERATIONS.map((operation) => [
    operation,
    operationRules(OPERATION_DEFINITIONS[operation].rules),
  ]),
) as Readonly<Record<TransactionOperation, OperationRules>>;

function operationRules(rules: readonly Rule[]): OperationRules {
  return {
    rules: rules.map((rule) => ({ rule, topics: topicOf(rule.topic) })),
    allPassed: { passed: rules.map(({ id }) => id), refusedBy: undefined },
  };
}

/** How far the rules have been asked. */
interface Progress {
  passed: number;
  refusal: Refusal | undefined;
}

/** The same with the rules of the request's operation. Those of topics that it does not raise are passed unasked. */
export function enforceOperation(context: RuleContext, draft: RulesRecord): void {
  const asked = RULES_OF[context.instruction.operation];
  const progress: Progress = { passed: 0, refusal: undefined };
  try {
    checkInOrder(asked.rules, context, progress);
  } finally {
    draft.rules = recordOf(asked, progress, draft.rules);
  }
  if (progress.refusal !== undefined) throw progress.refusal;
}

function checkInOrder(rules: readonly TopicalRule[], context: RuleContext, progress: Progress): void {
  const { topics: raised } = context.instruction;
  for (const { rule, topics } of rules) {
    if (areRaised(topics, raised)) progress.refusal = rule.refuses(context);
    if (progress.refusal !== undefined) return;
    progress.passed += 1;
  }
}

/** What rules of the session and the token have passed stands in front. */
function recordOf(
  { rules, allPassed }: OperationRules,
  { passed, refusal }: Progress,
  before: ExchangeRules | undefined,
): ExchangeRules {
  if (before === undefined && passed === rules.length) return allPassed;
  const refusing = refusal && rules[passed]?.rule;
  return {
    passed: [...(before?.passed ?? []), ...allPassed.passed.slice(0, passed)],
    refusedBy: refusing && { rule: refusing.id, source: refusing.source },
  };
}
