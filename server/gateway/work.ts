import type { Decision } from "../domain/decision.ts";
import { withDueEntries } from "../domain/due-entries.ts";
import { readInstruction } from "../domain/instruction.ts";
import type { JsonObject } from "../domain/json.ts";
import { isBrowserOperation } from "../domain/operation.ts";
import type { TransactionOperation } from "../domain/operation.ts";
import type { OperationDefinition } from "../domain/operations/operation-definition.ts";
import type { Order, Transaction } from "../domain/order.ts";
import { Refusal } from "../domain/refusal.ts";
import { contextOf } from "../domain/rule.ts";
import type { RuleContext } from "../domain/rule.ts";
import { currencyOf, isOpenRequest, statusOf } from "../domain/status.ts";
import type { OrderStatus } from "../domain/status.ts";
import type { Found, RecordRef, Work } from "../store/store.ts";
import { playBrowserPayment } from "./browser/play.ts";
import type { Scenarios } from "../scenario/scenarios.ts";
import { askOf } from "./ask.ts";
import { checkStep, momentOf, scenarioRecord, transitionRecord } from "./decision-record.ts";
import { enforceOperation } from "./enforce.ts";
import type { Payload, TransactionCall } from "./call.ts";
import type { GatewayParts } from "./parts.ts";
import { storedRequest } from "./masking.ts";
import { note } from "./notes.ts";
import { refundRequestOf } from "./refunds/request.ts";
import { resolve } from "./resolve.ts";
import { withReturnableChip } from "./terminal-data.ts";
import type { Opened } from "./terminal-data.ts";
import { askingOf, isBrokenOff, isSettled, usedUp, wanting } from "./turns.ts";
import type { Look, Turn } from "./turns.ts";

/** A request that its contract has taken, on its way to the order. */
export interface Intent {
  readonly call: TransactionCall;
  readonly orderId: string;
  readonly operation: TransactionOperation;
  readonly version: number;
  /** The body as its contract takes it. */
  readonly body: JsonObject;
  readonly payload: Payload;
  readonly definition: OperationDefinition;
  /** Keyed digest of the request as it came. */
  readonly digest: string;
  /** Seed of the transaction's synthetic data and of the scenario's draws. */
  readonly seed: number;
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
  /** The session and token that it names. */
  readonly sources: readonly RecordRef[];
  readonly scenarios: Scenarios;
}

/** What the commit leaves for the rest of the column: the order as it stands and which entry answers. */
export interface Committed {
  readonly order: Order;
  readonly index: number;
  readonly repeated: boolean;
  /** Undefined when the stored answer is given again: it is told as it is. */
  readonly decision: Decision | undefined;
}

/** The scenario broke the request off before anything of it was stored. */
export interface BrokenOff {
  readonly brokenOff: Decision;
}

/** Resolve → enforce → decide → apply on the order as it is found. Synchronous; a refusal leaves everything as it was. */
export function workOn(
  parts: GatewayParts,
  intent: Intent,
  found: Found,
  turn: Turn,
): Work<Look<Committed | BrokenOff>> {
  const { call, now } = intent;
  call.draft.moment = momentOf(now, found.order);
  const stored = found.order && withDueEntries(found.order, now);
  const again = stored && repeat(stored, intent);
  if (again !== undefined) return again;
  const resolved = resolve(parts, intent, found);
  const context = contextOf(instructionOf(parts, intent, resolved, stored), call.merchant, stored, now);
  enforceOperation(context, call.draft);
  const around = { counts: turn.counts, seed: intent.seed, asking: askingOf(parts, intent) };
  const ask = askOf(intent.scenarios, context, around);
  const played = playBrowserPayment(parts, context, ask);
  const decision = played?.decision ?? refundRequestOf(intent.scenarios, context) ?? ask.decide();
  if (!isSettled(decision, turn)) return wanting(decision);
  const used = usedUp(parts, call.merchant.id, decision, turn);
  call.draft.scenario = scenarioRecord(decision, decision.outcome.gatewayCode);
  if (isBrokenOff(decision)) {
    return {
      order: undefined,
      records: used,
      result: { result: { brokenOff: decision } },
    };
  }
  const made = apply(intent, context, decision, played?.browser);
  const { order, after } = append(stored, made, context);
  call.draft.transition = transitionRecord({ before: context.status, after });
  call.draft.moment = momentOf(now, found.order, order);
  note(context, call.draft);
  const result = { order, index: order.transactions.length - 1, repeated: false, decision };
  const records = resolved.records.length === 0 ? used : [...resolved.records, ...used];
  return { order, records, result: { result } };
}

function instructionOf(
  parts: GatewayParts,
  { call, operation, version }: Intent,
  { body, terminal }: Opened,
  stored: Order | undefined,
): RuleContext["instruction"] {
  const { merchant, orderId, transactionId } = call;
  const fingerprintOf = parts.fingerprints.card;
  const orderCurrency = stored && currencyOf(stored);
  const asked = { operation, version, orderId, transactionId, body, terminal };
  return readInstruction({ fingerprintOf, merchant, orderCurrency, ...asked });
}

/**
 * The same request again gets the stored answer; another one under the same id is refused (assumption A3).
 * Undefined when the request is a new one; a confirmation goes on with the id of its initiation (interface section 4
 * rule 3).
 */
function repeat(
  order: Order,
  { call, operation, digest }: Intent,
): Work<{ readonly result: Committed }> | undefined {
  const index = order.transactions.findIndex((it) => it.id === call.transactionId && it.digest === digest);
  if (index < 0) {
    const isUsed = order.transactions.some((it) => it.id === call.transactionId);
    if (!isUsed || operation === "CONFIRM_BROWSER_PAYMENT") return undefined;
    const explanation =
      "The transaction ID has been used on this order for another request; every attempt needs a new one";
    throw new Refusal("rule", explanation, { field: "transaction.id", validationType: "INVALID" });
  }
  const result = { order, index, repeated: true, decision: undefined };
  return { order: undefined, records: [], result: { result } };
}

function apply(
  { call, definition, digest, now, payload, seed }: Intent,
  context: RuleContext,
  decision: Decision,
  browser: Transaction["browser"],
): Transaction {
  const { instruction } = context;
  const plan = definition.plan(context);
  // What came out of a session, a token or a terminal's data has been shown nowhere yet.
  const shown = instruction.body === payload.body ? payload.shown : undefined;
  return {
    id: call.transactionId,
    operation: instruction.operation,
    type: plan.type,
    amount: plan.amount,
    currency: plan.currency,
    standalone: plan.standalone,
    targetTransactionId: plan.targetTransactionId,
    version: instruction.version,
    outcome: decision.outcome,
    ruleKey: decision.ruleKey,
    at: now,
    seed,
    digest,
    card: instruction.fingerprint,
    request: withReturnableChip(storedRequest(instruction.body, shown), instruction.terminal),
    browser,
  };
}

function append(
  stored: Order | undefined,
  made: Transaction,
  { instruction, merchant, status }: RuleContext,
): { readonly order: Order; readonly after: OrderStatus } {
  const transactions = stored === undefined ? [made] : [...stored.transactions, made];
  const order = { merchantId: merchant.id, id: instruction.orderId, transactions };
  const kind = isBrowserOperation(made.operation) ? "BROWSER_PAYMENT" : made.type;
  const isStep = made.outcome.result === "SUCCESS" || isOpenRequest(made);
  const after = statusOf(order);
  if (isStep) checkStep({ before: status, after }, { type: kind, standalone: made.standalone });
  return { order, after };
}
