import type { Facts } from "../../domain/record/decision.ts";
import type { Fault } from "../../domain/record/effects.ts";
import type { ReadyAnswer } from "./answers.ts";
import type { ActiveRule } from "./rules.ts";
import type { SequenceKey } from "../scenario-file.ts";

/** Which answer of its rule's sequence a request gets. */
export interface Turn {
  readonly answer: ReadyAnswer;
  /** From 1; undefined: the rule has no sequence. */
  readonly step: number | undefined;
  /** Key of Facts.counts; undefined: the rule has no sequence. */
  readonly counter: string | undefined;
  /** What takes the place of an answer when the sequence is over and has `then: fail`. */
  readonly fault: Fault | undefined;
}

const OVER: Fault = { at: "before-commit", kind: "server-failed", status: undefined, stallMs: 0 };

/** The rule's outcome, or the next of its sequence. */
export function turnOf(rule: ActiveRule, facts: Facts): Turn {
  const { answers, entry } = rule;
  if (entry.outcomes === undefined)
    return { answer: answerAt(rule, 0), step: undefined, counter: undefined, fault: undefined };
  const counter = counterOf(rule, facts);
  const used = facts.counts.get(counter) ?? 0;
  const index = entry.then === "loop" ? used % answers.length : Math.min(used, answers.length - 1);
  const isOver = entry.then === "fail" && used >= answers.length;
  return { answer: answerAt(rule, index), step: used + 1, counter, fault: isOver ? OVER : undefined };
}

function answerAt({ answers, key }: ActiveRule, index: number): ReadyAnswer {
  const answer = answers[index];
  if (answer === undefined) throw new Error(`the schema accepted a rule without an outcome: ${key}`);
  return answer;
}

/** A reload that leaves scenario and id of a rule as they are leaves its sequence where it was. */
function counterOf({ key, entry }: ActiveRule, facts: Facts): string {
  const per = entry.per ?? "order";
  return JSON.stringify([key, per, KEYS[per](facts) ?? ""]);
}

const KEYS: Readonly<Record<SequenceKey, (facts: Facts) => string | undefined>> = {
  // What fields of a session send is about no order: it counts for each session.
  order: ({ orderId, sessionId }) => orderId ?? sessionId,
  card: ({ cardKey }) => cardKey,
  merchant: () => undefined,
};
