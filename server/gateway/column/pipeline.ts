import type { Deliberation } from "../../domain/record/decision.ts";
import { withDueEntries } from "../../domain/order/due-entries.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { Order } from "../../domain/order/order.ts";
import type { Asking } from "../../scenario/decide/ask-rules.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import type { Found, RecordChange, RecordRef, Work, WorkKey } from "../../store/store.ts";
import type { Answer } from "../answers/answer.ts";
import type { Preference } from "../call.ts";
import type { Owed } from "../notifications/owed-notifications.ts";
import type { GatewayParts } from "../parts.ts";
import { withdrawPreference } from "../merchants/scenario-choice.ts";
import { holdAfterCommit } from "./pauses.ts";
import { canStand, countersUsed, countsOf, keyWith, NOT_READY, prepare } from "./readiness.ts";
import type { Ready } from "./readiness.ts";
import { sourcesOf } from "./resolve.ts";
import { addNotes, keepRecord, momentOf, resultOf, run, scenarioRecord, transitionOf } from "./run-record.ts";
import type { Ran, RunRecord, Step } from "./run-record.ts";

/**
 * The way of one call. Transactions, balance inquiries, risk assessments and inquiries of payment options all go it:
 *
 * accept → look up → ( find → resolve → enforce → decide → apply ) → COMMIT → render → hold and break the answer
 *
 * The steps in brackets are one synchronous piece, so that racing requests of one order are judged one after the other.
 * It may run more than once, and does nothing but return what it comes to.
 */
export async function answerCall<S extends ApiSteps>(
  parts: GatewayParts,
  family: ApiFamily<S>,
  call: S["call"],
  payload: S["payload"],
): Promise<Answer> {
  const request = family.accept(parts, call, payload);
  const visit = await lookUp(parts, family, call, request);
  const end = await commit(parts, family, visit);
  if (end.kind === "broken off") return { status: 0, body: {}, fault: end.decision.effects.fault };
  const answer = await family.render(parts, visit, end.result);
  return end.decision === undefined ? answer : withEffects(parts, call, end.decision, answer);
}

/**
 * The same way as far as the commit, for what people do: they approve a refund in the control API, or pay on the page
 * of a browser payment. They get the result; no scenario breaks it or holds it back.
 */
export async function settleAct<S extends Steps>(
  parts: GatewayParts,
  family: Family<S>,
  call: S["call"],
  payload: S["payload"],
): Promise<S["result"]> {
  const request = family.accept(parts, call, payload);
  const end = await commit(parts, family, await lookUp(parts, family, call, request));
  if (end.kind === "broken off") throw new Error("what a person does was broken off");
  return end.result;
}

/** What the steps of a family hand on to each other. */
export interface Steps {
  readonly call: PipelineCall;
  /** What the caller sent: a body, or what a person chose. */
  readonly payload: unknown;
  /** The request once it is accepted. */
  readonly request: unknown;
  /** The request with all that it takes from its order, session, token and terminal. */
  readonly context: unknown;
  readonly choice: Choice;
  readonly result: unknown;
}

export interface ApiSteps extends Steps {
  readonly call: PipelineCall & { readonly preference: Preference };
}

/** Steps write what they saw and decided into the draft until the order is looked at, and then into the run's record. */
export interface PipelineCall {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
  /** Undefined: a person has no header to prefer scenarios with. */
  readonly preference?: Preference;
}

/** What was decided. Undefined: nobody had to decide anything. */
export interface Choice {
  readonly decision: Deliberation | undefined;
}

/** What differs between the families of calls, in the order of the steps. Every step may refuse by throwing a Refusal. */
export interface Family<S extends Steps> {
  /** A call of the merchant's API: it can be played again by its record, and a scenario may break its answer. */
  readonly isApi: boolean;
  /** Judges version, ids and body. */
  readonly accept: (parts: GatewayParts, call: S["call"], payload: S["payload"]) => S["request"];
  readonly names: (call: S["call"], request: S["request"]) => Named;
  /** The result, when there is nothing to do for it: the same request again, or a payment that is over. */
  readonly settled?: (run: Run<S>) => { readonly result: S["result"] } | undefined;
  readonly resolve: (parts: GatewayParts, run: Run<S>) => S["context"];
  /** Asks the rules of meaning in their order. */
  readonly enforce: (run: Run<S>, context: S["context"]) => void;
  /** Asks the scenario what the acquirer answers, unless the gateway decides itself. */
  readonly decide: (parts: GatewayParts, run: Run<S>, context: S["context"]) => S["choice"];
  readonly gatewayCodeOf: (choice: S["choice"]) => string;
  readonly apply: (
    parts: GatewayParts,
    run: Run<S>,
    context: S["context"],
    choice: S["choice"],
  ) => Applied<S["result"]>;
}

export interface ApiFamily<S extends Steps> extends Family<S> {
  readonly render: (parts: GatewayParts, visit: Visit<S>, result: S["result"]) => Answer | Promise<Answer>;
}

/** What the call is about. */
export interface Named {
  /** Undefined: about no order. */
  readonly orderId: string | undefined;
  /** The body that may name a session and a token; undefined: none can. */
  readonly body: JsonObject | undefined;
  /** Records of the family's own. */
  readonly records: readonly RecordRef[];
}

/** An accepted request with what is looked up around it. */
export interface Visit<S extends Steps> {
  readonly call: S["call"];
  readonly request: S["request"];
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
  /** The session and token that it names: the first records of the key. */
  readonly sources: readonly RecordRef[];
  readonly scenarios: Scenarios;
  readonly key: WorkKey;
}

/** One run of the synchronous piece. */
export interface Run<S extends Steps> {
  readonly visit: Visit<S>;
  readonly found: Found;
  /** The order as it is found, with what has become due since. */
  readonly order: Order | undefined;
  /** How often the sequences that the scenario was found to use have been used, by their key. */
  readonly counts: ReadonlyMap<string, number>;
  /** How the scenario is asked: armed rules first. */
  readonly asking: Asking;
  readonly record: RunRecord;
}

/** What applying the decision comes to. */
export interface Applied<Result> {
  /** With its new entry behind the others; undefined: the order stays as it is. */
  readonly order: Order | undefined;
  readonly step: Step | undefined;
  readonly records: readonly RecordChange[];
  /** Whether the records count as committed, where there is no order to change. */
  readonly isKept?: boolean;
  readonly result: Result;
}

/** How a run ends: with a result that stands, broken off by a fault, or with a decision that cannot stand yet. */
type End<Result> = Done<Result> | BrokenOff | Unready;

export interface Unready {
  readonly kind: "unready";
  readonly decision: Deliberation;
}

interface Done<Result> {
  readonly kind: "done";
  readonly result: Result;
  readonly decision: Deliberation | undefined;
  readonly isCommitted: boolean;
  readonly owed: Owed | undefined;
}

interface BrokenOff {
  readonly kind: "broken off";
  readonly decision: Deliberation;
}

async function lookUp<S extends Steps>(
  parts: GatewayParts,
  family: Family<S>,
  call: S["call"],
  request: S["request"],
): Promise<Visit<S>> {
  const { id: merchantId } = call.merchant;
  const { orderId, body, records } = family.names(call, request);
  const now = await parts.clocks.now(merchantId);
  const sources = body === undefined ? NONE : await sourcesOf(parts, merchantId, body);
  const scenarios = await parts.scenarios.of(call);
  const key = { merchantId, orderId, records: records.length === 0 ? sources : [...sources, ...records] };
  return { call, request, now, sources, scenarios, key };
}

/**
 * Runs the synchronous piece until its decision can stand, and is committed with what it changes. What else it does to
 * the world comes after the commit: the record, the armed rules that it used up, the notifications that it owes.
 */
async function commit<S extends Steps>(
  parts: GatewayParts,
  family: Family<S>,
  visit: Visit<S>,
  ready = NOT_READY,
): Promise<Done<S["result"]> | BrokenOff> {
  const { call } = visit;
  const ran = await attempt(parts, family, visit, ready);
  if ("thrown" in ran) keepRecord(call.draft, ran.record);
  const end = resultOf(ran);
  if (end.kind === "unready") {
    const readier = await prepare(parts, call, ready, { record: ran.record, decision: end.decision });
    try {
      return await commit(parts, family, visit, readier);
    } finally {
      readier.reserved.end(NONE);
    }
  }
  keepRecord(call.draft, ran.record);
  ready.reserved.end(end.decision?.armed ?? NONE);
  if (end.kind === "done") afterCommit(parts, call, end);
  return end;
}

function attempt<S extends Steps>(
  parts: GatewayParts,
  family: Family<S>,
  visit: Visit<S>,
  ready: Ready,
): Promise<Ran<End<S["result"]>>> {
  const { call, key, now } = visit;
  return parts.store.transact(keyWith(key, ready.counters), (found) =>
    run(call.draft, (record) => {
      const order = found.order && withDueEntries(found.order, now);
      const counts = countsOf(ready.counters, found, key);
      const armed = parts.armed.of(key.merchantId, now, ready.reserved);
      const asking = { armed, thorough: parts.thorough };
      return work(parts, family, { visit, found, order, counts, asking, record }, ready);
    }),
  );
}

/** Find → resolve → enforce → decide → apply. Synchronous; it changes nothing, and returns what there is to change. */
function work<S extends Steps>(
  parts: GatewayParts,
  family: Family<S>,
  its: Run<S>,
  ready: Ready,
): Work<End<S["result"]>> {
  const { visit, found, counts, record } = its;
  if (family.isApi) record.moment = momentOf(visit.now, found.order);
  const settled = family.settled?.(its);
  if (settled !== undefined) return unchanged(doneWith(settled.result));

  const context = family.resolve(parts, its);
  family.enforce(its, context);
  const choice = family.decide(parts, its, context);
  const { decision } = choice;
  if (decision !== undefined) {
    if (!canStand(decision, ready)) return unchanged({ kind: "unready", decision });
    record.scenario = scenarioRecord(decision, family.gatewayCodeOf(choice));
  }
  const used = decision === undefined ? NONE : countersUsed(decision, counts);
  if (family.isApi && decision?.effects.fault?.at === "before-commit")
    return { order: undefined, records: used, result: { kind: "broken off", decision } };

  const { order, step, records, isKept = false, result } = family.apply(parts, its, context, choice);
  if (step !== undefined) record.transition = transitionOf(step);
  if (family.isApi && order !== undefined) record.moment = momentOf(visit.now, found.order, order);
  const owed = order && parts.notifications.owedFor(visit.call, found.order, order);
  const isCommitted = order !== undefined || isKept;
  return {
    order,
    records: records.length === 0 ? used : [...records, ...used],
    begun: owed?.begun,
    result: { kind: "done", result, decision, isCommitted, owed },
  };
}

function unchanged<R>(result: R): Work<R> {
  return { order: undefined, records: NONE, result };
}

function doneWith<Result>(result: Result): Done<Result> {
  return { kind: "done", result, decision: undefined, isCommitted: false, owed: undefined };
}

function afterCommit<Result>(
  parts: GatewayParts,
  { draft, preference }: PipelineCall,
  { isCommitted, owed }: Done<Result>,
): void {
  draft.committed = isCommitted;
  // The stored answer is given as it is: the preference decided nothing of it.
  if (draft.repeated && preference !== undefined) withdrawPreference(draft, preference);
  if (owed !== undefined) parts.notifications.send(owed, draft);
}

/** The answer with what the scenario does to it: it is held back once everything is stored, and broken. */
async function withEffects(
  parts: GatewayParts,
  call: PipelineCall,
  decision: Deliberation,
  answer: Answer,
): Promise<Answer> {
  const { hold, fault } = decision.effects;
  if (hold === "after-commit") addNotes(call.draft, [await holdAfterCommit(parts, call, decision)]);
  return fault === undefined ? answer : { status: answer.status, body: answer.body, fault };
}

const NONE: readonly never[] = [];
