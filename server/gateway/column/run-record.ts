import type { Order } from "../../domain/order/order.ts";
import type { OrderStatus } from "../../domain/order/status.ts";
import { leadsTo } from "../../domain/order/transitions.ts";
import type { StatusBefore } from "../../domain/order/transitions.ts";
import type { Deliberation } from "../../domain/record/deliberation.ts";
import type {
  ExchangeDraft,
  ExchangeMoment,
  ExchangeScenario,
  ExchangeTransition,
} from "../../domain/record/exchange.ts";
import { isoTime } from "../../domain/time.ts";
import type { Found, Store, Work, WorkKey } from "../../store/store.ts";

/**
 * What one run of synchronous work saw and decided: its part of the decision record. Work may be run again, so that
 * each run fills a part of its own, and only that of the run that counts is kept.
 */
export type RunRecord = Pick<
  ExchangeDraft,
  "contract" | "moment" | "notes" | "repeated" | "rules" | "scenario" | "shadow" | "transition"
>;

/** What a run came to, or what it threw, and its part of the record. */
export type Ran<R> = { readonly record: RunRecord } & ({ readonly result: R } | { readonly thrown: unknown });

/** One run, which begins with the record as it is before. A refusal is a result like others: it changes nothing. */
export function recorded<R>(draft: RunRecord, work: (record: RunRecord) => Work<R>): Work<Ran<R>> {
  const record = partOf(draft);
  try {
    const { order, records, begun, result } = work(record);
    return { order, records, begun, result: { record, result } };
  } catch (thrown) {
    return { order: undefined, records: [], result: { record, thrown } };
  }
}

/** Keeps the part of the run that counts in the call's record. */
export function keepRecord(draft: RunRecord, record: RunRecord): void {
  draft.contract = record.contract;
  draft.moment = record.moment;
  draft.notes = record.notes;
  draft.repeated = record.repeated;
  draft.rules = record.rules;
  draft.scenario = record.scenario;
  draft.shadow = record.shadow;
  draft.transition = record.transition;
}

/** Work that no scenario has a part in: runs it and keeps its record; throws what the run refused. */
export async function transactRecorded<R>(
  store: Store,
  draft: RunRecord,
  key: WorkKey,
  work: (found: Found, record: RunRecord) => Work<R>,
): Promise<R> {
  const ran = await store.transact(key, (found) => recorded(draft, (record) => work(found, record)));
  keepRecord(draft, ran.record);
  return resultOf(ran);
}

export function resultOf<R>(ran: Ran<R>): R {
  if ("thrown" in ran) throw ran.thrown;
  return ran.result;
}

function partOf(draft: RunRecord): RunRecord {
  const { contract, moment, notes, repeated, rules, scenario, shadow, transition } = draft;
  return { contract, moment, notes, repeated, rules, scenario, shadow, transition };
}

export function addNotes(record: Pick<ExchangeDraft, "notes">, notes: readonly string[]): void {
  if (notes.length > 0) record.notes = [...record.notes, ...notes];
}

/** What an order was before an entry, and is with it. */
export interface Step {
  readonly before: StatusBefore;
  readonly after: OrderStatus;
}

/** Where the step led the order, as the record has it. */
export function transitionOf({ before, after }: Step): ExchangeTransition {
  return { before: before === "NEW" ? undefined : before, after };
}

/** Throws when the table does not know the step, which is a fault of ours: the rules let it pass. */
export function checkStep({ before, after }: Step, made: Parameters<typeof leadsTo>[1]): void {
  if (leadsTo(before, made, after)) return;
  throw new Error(`the table has no transition from ${before} to ${after} by ${made.type}`);
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
  const ofOtherCards = deliberation.ofOtherCards > 0 ? deliberation.ofOtherCards : undefined;
  const { delayMs, hold, chaos, notification } = effects;
  const files = scenarios;
  const record = {
    files,
    revision,
    decidedBy,
    addedBy,
    tried,
    ofOtherCards,
    gatewayCode,
    step,
    delayMs,
    hold,
    chaos,
  };
  return notification === undefined ? record : { ...record, notification };
}
