import type { DecidedOperation } from "../../domain/operation.ts";
import type { AnswerEntry, RuleEntry } from "../scenario-file.ts";
import type { CheckedRule } from "./checked-rule.ts";
import { problemOf } from "./remark.ts";
import type { CheckedProblem } from "./remark.ts";

/** What only a balance inquiry comes to. */
const OF_BALANCES = ["BALANCE_AVAILABLE", "BALANCE_UNKNOWN", "NO_BALANCE"];

/** What can be approved in part. */
const IN_PART: readonly DecidedOperation[] = ["AUTHORIZE", "PAY"];

/** Outcomes that the operations of the rule do not come to. */
export function idleOutcomeProblems(rule: CheckedRule): readonly CheckedProblem[] {
  const isInPart = rule.operations.some((operation) => IN_PART.includes(operation));
  return answersOf(rule.entry).flatMap(({ at, code, entry }) => {
    const where = { source: rule.source, pointer: `${rule.pointer}/${at}` };
    if (OF_BALANCES.includes(code))
      return [problemOf("idle-outcome", where, `no payment comes to ${code}: ${BALANCE}`)];
    const isPart = code === "PARTIALLY_APPROVED" || entry.approvedAmount !== undefined;
    if (!isPart || isInPart) return [];
    const message = `${rule.operations.join(", ")} is never approved in part: that is for AUTHORIZE and PAY`;
    return [problemOf("idle-outcome", where, message)];
  });
}

const BALANCE = 'say "balance" instead, and the rule is asked for balance inquiries';

interface PlacedAnswer {
  /** JSON pointer under the rule, without its first slash. */
  readonly at: string;
  readonly code: string;
  readonly entry: AnswerEntry;
}

function answersOf(entry: RuleEntry): readonly PlacedAnswer[] {
  const { outcome, outcomes = [] } = entry;
  const own = outcome === undefined ? [] : [{ at: "outcome", code: outcome, entry }];
  const steps = outcomes.map((step, index) =>
    typeof step === "string"
      ? { at: `outcomes/${index}`, code: step, entry: {} }
      : { at: `outcomes/${index}/outcome`, code: step.outcome ?? "APPROVED", entry: step },
  );
  return [...own, ...steps];
}
