import type { Decision, Deliberation } from "../domain/decision.ts";
import type {
  ExchangeDraft,
  ExchangeMoment,
  ExchangeScenario,
  ExchangeTransition,
} from "../domain/exchange.ts";
import type { Order } from "../domain/order.ts";
import type { OrderStatus } from "../domain/status.ts";
import { isoTime } from "./iso-time.ts";
import { leadsTo } from "../domain/transitions.ts";
import type { StatusBefore } from "../domain/transitions.ts";

/** What an order was before an entry, and is with it. */
export interface Step {
  readonly before: StatusBefore;
  readonly after: OrderStatus;
}

/** Writes what was decided, and where it led the order, into the record. */
export function recordDecision(draft: ExchangeDraft, decision: Decision, step: Step): void {
  draft.scenario = scenarioRecord(decision, decision.outcome.gatewayCode);
  draft.transition = transitionRecord(step);
}

/** Where the step led the order, as the record has it. */
export function transitionRecord({ before, after }: Step): ExchangeTransition {
  return { before: before === "NEW" ? undefined : before, after };
}

/** Throws when the table does not know the step, which is a fault of ours: the rules let it pass. */
export function checkStep({ before, after }: Step, made: Parameters<typeof leadsTo>[1]): void {
  if (leadsTo(before, made, after)) return;
  throw new Error(`no transition of the table leads from ${before} by ${made.type} to ${after}`);
}

/** Where the clock and the order stood when the request was looked at, and what it added to the order. */
export function momentOf(now: number, before: Order | undefined, after = before): ExchangeMoment {
  const entriesBefore = before?.transactions.length ?? 0;
  const entriesAfter = after?.transactions.length ?? 0;
  return { now: isoTime(now), entriesBefore, entriesAfter };
}

/** What the record says of a decision and how it came about. */
export function scenarioRecord(deliberation: Deliberation, gatewayCode: string): ExchangeScenario {
  const { scenarios, revision, decidedBy, addedBy, tried, step, effects } = deliberation;
  const { delayMs, hold, chaos } = effects;
  return { files: scenarios, revision, decidedBy, addedBy, tried, gatewayCode, step, delayMs, hold, chaos };
}
