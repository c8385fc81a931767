import { withDueEntries } from "../../domain/order/due-entries.ts";
import type { Deliberation } from "../../domain/record/deliberation.ts";
import type { RecordChange, Work } from "../../store/store.ts";
import type { Answer } from "../answers/answer.ts";
import { ARMED_REF, goodRules } from "../merchants/armed-rules.ts";
import { noteEviction } from "../merchants/keeping/evictions.ts";
import { preferenceNote, SCENARIO_SET_REF } from "../merchants/scenario-choice.ts";
import type { Owed } from "../notifications/owed-notifications.ts";
import type { GatewayParts } from "../parts.ts";
import { CLOCK_REF } from "../time/clocks.ts";
import type { ApiFamily, ApiSteps, Family, PipelineCall, Run, Steps, Visit } from "./family.ts";
import { holdAfterCommit } from "./pauses.ts";
import { armedRecord, canStand, countersUsed, countsOf, keyWith, NOT_READY, prepare } from "./readiness.ts";
import type { Ready } from "./readiness.ts";
import { sessionNamedBy, sourcesOf } from "./resolve.ts";
import {
  addNotes,
  keepRecord,
  momentOf,
  recorded,
  resultOf,
  scenarioRecord,
  transitionOf,
} from "./run-record.ts";
import type { Ran } from "./run-record.ts";

/**
 * How a call is answered, whatever family it is of: a transaction, a balance inquiry, a risk assessment …
 *
 *     accept    version, ids and body, by the contract
 *     look up   the merchant's clock and scenarios, the session and the token
 *     find      the order and the records, as they are now
 *     resolve   request over session over token
 *     enforce   the rules of meaning
 *     decide    what the acquirer answers, by the scenario
 *     apply     what the decision makes of the order
 *     COMMIT
 *     render    the answer; the scenario may hold it back or break it
 *
 * Find to apply is one synchronous piece (`work`), so that racing requests of one order are judged one after the other.
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

/** How a run ends: with a result that stands, broken off by a fault, or with a decision that cannot stand yet. */
type End<Result> = Done<Result> | BrokenOff | Unready;

interface Unready {
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

/** Records that say how every call of a merchant is answered. */
const STANDING = [CLOCK_REF, ARMED_REF, SCENARIO_SET_REF];

/** What the work needs besides the order, as far as it can be known before. */
async function lookUp<S extends Steps>(
  parts: GatewayParts,
  family: Family<S>,
  call: S["call"],
  request: S["request"],
): Promise<Visit<S>> {
  const { id: merchantId } = call.merchant;
  const { orderId, body, records } = family.names(call, request, parts);
  const session = sessionNamedBy(body);
  const refs = session === undefined ? STANDING : [...STANDING, session];
  const [clock, rules, set, content] = await parts.store.findRecords(merchantId, refs);
  const now = parts.clocks.inRecord(clock);
  const armed = parts.armed.inRecord(merchantId, rules);
  const sources = body === undefined ? NONE : sourcesOf(parts, merchantId, body, content);
  const { scenarios, preferred } = parts.scenarios.of(call, set);
  const key = { merchantId, orderId, records: records.length === 0 ? sources : [...sources, ...records] };
  return { call, request, now, armed, sources, scenarios, preferred, key };
}

/**
 * Runs the synchronous piece until its decision can stand, and is committed with what it changes. What else it does to
 * the world comes after the commit: the record, and the notifications that it owes.
 */
async function commit<S extends Steps>(
  parts: GatewayParts,
  family: Family<S>,
  visit: Visit<S>,
  ready = NOT_READY,
): Promise<Done<S["result"]> | BrokenOff> {
  const { call } = visit;
  const ran = await attempt(parts, family, visit, ready);
  if ("thrown" in ran) {
    keepRecord(call.draft, ran.record);
    await noteEviction(parts.store, call, ran.thrown);
  }
  const end = resultOf(ran);
  if (end.kind === "unready") {
    const readier = await prepare(parts, call, ready, { record: ran.record, decision: end.decision });
    return commit(parts, family, visit, readier);
  }
  keepRecord(call.draft, ran.record);
  if (end.kind === "done") {
    call.draft.committed = end.isCommitted;
    if (end.owed !== undefined) await parts.notifications.send(end.owed, call.draft);
  }
  return end;
}

/** One run of the work on what is found, with its record. */
function attempt<S extends Steps>(
  parts: GatewayParts,
  family: Family<S>,
  visit: Visit<S>,
  ready: Ready,
): Promise<Ran<End<S["result"]>>> {
  const { call, key, now } = visit;
  return parts.store.transact(keyWith(key, ready), (found) =>
    recorded(call.draft, (record) => {
      const order = found.order && withDueEntries(found.order, now);
      const counts = countsOf(ready.counters, found, key);
      const armed = ready.namesArmed
        ? parts.armed.inRecord(key.merchantId, armedRecord(ready, found, key))
        : visit.armed;
      const matching = { armed: goodRules(armed, now), thorough: parts.thorough };
      return work(parts, family, { visit, found, order, counts, matching, record }, ready);
    }),
  );
}

/** Resolve, enforce, decide, apply: it changes nothing, and returns what there is to change. */
function work<S extends Steps>(
  parts: GatewayParts,
  family: Family<S>,
  run: Run<S>,
  ready: Ready,
): Work<End<S["result"]>> {
  const { visit, found, record } = run;
  if (family.isApi) record.moment = momentOf(visit.now, found.order);
  const settled = family.settled?.(run);
  if (settled !== undefined) return unchanged(doneWith(settled.result));

  if (visit.preferred !== undefined) addNotes(record, [preferenceNote(visit.preferred)]);
  const context = family.resolve(parts, run);
  family.enforce(run, context);

  const choice = family.decide(parts, run, context);
  const { decision } = choice;
  if (decision !== undefined && !canStand(decision, ready)) return unchanged({ kind: "unready", decision });
  if (decision !== undefined) record.scenario = scenarioRecord(decision, family.gatewayCodeOf(choice));
  const used = decision === undefined ? NONE : usedBy(parts, decision, run, ready);
  if (family.isApi && decision?.effects.fault?.at === "before-commit")
    return { order: undefined, records: used, result: { kind: "broken off", decision } };

  const { order, step, records, isKept = false, result } = family.apply(parts, run, context, choice);
  if (step !== undefined) record.transition = transitionOf(step);
  if (family.isApi && order !== undefined) record.moment = momentOf(visit.now, found.order, order);
  const owed =
    order && parts.notifications.owedFor(visit.call, found.order, order, decision?.effects.notification);
  return {
    order,
    records: records.length === 0 ? used : [...records, ...used],
    begun: owed?.begun,
    result: { kind: "done", result, decision, isCommitted: order !== undefined || isKept, owed },
  };
}

/** The counters and armed rules that the decision uses go on, or up, with its commit. */
function usedBy<S extends Steps>(
  { armed }: GatewayParts,
  decision: Deliberation,
  { visit: { key, now }, found, counts }: Run<S>,
  ready: Ready,
): readonly RecordChange[] {
  const counters = countersUsed(decision, counts);
  if (decision.armed.length === 0) return counters;
  return [...counters, armed.without(decision.armed, armedRecord(ready, found, key), now)];
}

function unchanged<R>(result: R): Work<R> {
  return { order: undefined, records: NONE, result };
}

function doneWith<Result>(result: Result): Done<Result> {
  return { kind: "done", result, decision: undefined, isCommitted: false, owed: undefined };
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
