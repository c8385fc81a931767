import type { Decision } from "../domain/decision.ts";
import type { ExchangeDraft } from "../domain/exchange.ts";
import { readInstruction } from "../domain/instruction.ts";
import type { JsonObject } from "../domain/json.ts";
import type { TransactionOperation } from "../domain/operation.ts";
import type { OperationDefinition } from "../domain/operations/operation-definition.ts";
import type { Order, Transaction } from "../domain/order.ts";
import { Refusal } from "../domain/refusal.ts";
import { contextOf } from "../domain/rule.ts";
import type { RuleContext } from "../domain/rule.ts";
import { statusOf } from "../domain/status.ts";
import { leadsTo } from "../domain/transitions.ts";
import type { Found, Work } from "../store/store.ts";
import { factsOf } from "./facts.ts";
import { transactionSeed } from "./fingerprints.ts";
import type { GatewayParts, TransactionCall } from "./gateway.ts";
import { storedRequest } from "./masking.ts";
import { notesOf } from "./notes.ts";
import { resolve } from "./resolve.ts";

/** A request that its contract has taken, on its way to the order. */
export interface Intent {
  readonly call: TransactionCall;
  readonly operation: TransactionOperation;
  readonly version: number;
  readonly body: JsonObject;
  readonly definition: OperationDefinition;
  /** Keyed digest of the request as it came. */
  readonly digest: string;
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
}

/** What the commit leaves for the rest of the column: the order as it stands and which entry answers. */
export interface Committed {
  readonly order: Order;
  readonly index: number;
  readonly repeated: boolean;
}

/** Resolve → enforce → decide → apply on the order as it is found. Synchronous; a refusal leaves everything as it was. */
export function workOn(parts: GatewayParts, intent: Intent, found: Found): Work<Committed> {
  const stored = found.order;
  const { call, definition, now } = intent;
  if (stored?.transactions.some((it) => it.id === call.transactionId) === true) {
    return repeat(stored, intent);
  }
  const context = contextOf(instructionOf(parts, intent), call.merchant, stored, now);
  enforce(definition, context, call.draft);
  const decision = parts.scenarios.decide(factsOf(context));
  const order = append(stored, apply(parts, intent, context, decision), context);
  recordDecision(call.draft, { context, decision, order });
  const committed = { order, index: order.transactions.length - 1, repeated: false };
  return { order, records: [], notifications: [], result: committed };
}

function instructionOf(parts: GatewayParts, intent: Intent): RuleContext["instruction"] {
  const { call, operation, version } = intent;
  const { orderId, transactionId } = call;
  const body = resolve(intent.body);
  const fingerprintOf = parts.fingerprints.card;
  return readInstruction({ operation, version, orderId, transactionId, body, fingerprintOf });
}

/** The same request again gets the stored answer; another one under the same id is refused (assumption A:same-request). */
function repeat(order: Order, { call, digest }: Intent): Work<Committed> {
  const index = order.transactions.findIndex((it) => it.id === call.transactionId && it.digest === digest);
  if (index < 0) {
    const explanation =
      "The transaction ID has been used on this order for another request; every attempt needs a new one";
    throw new Refusal("rule", explanation, { field: "transaction.id", validationType: "INVALID" });
  }
  return { order: undefined, records: [], notifications: [], result: { order, index, repeated: true } };
}

function enforce({ rules }: OperationDefinition, context: RuleContext, draft: ExchangeDraft): void {
  const passed: string[] = [];
  for (const rule of rules) {
    const refusal = rule.refuses(context);
    const refusedBy = refusal && { rule: rule.id, source: rule.source };
    draft.rules = { passed, refusedBy };
    if (refusal) throw refusal;
    passed.push(rule.id);
  }
}

function apply(
  parts: GatewayParts,
  { call, definition, digest, now }: Intent,
  context: RuleContext,
  decision: Decision,
): Transaction {
  const { merchant, orderId, transactionId } = call;
  const { instruction } = context;
  return {
    id: transactionId,
    operation: instruction.operation,
    ...definition.plan(context),
    version: instruction.version,
    outcome: decision.outcome,
    ruleKey: decision.ruleKey,
    at: now,
    seed: transactionSeed(parts.seed, merchant.id, orderId, transactionId),
    digest,
    card: instruction.fingerprint,
    request: storedRequest(instruction.body),
  };
}

function append(
  stored: Order | undefined,
  made: Transaction,
  { instruction, merchant, status }: RuleContext,
): Order {
  const transactions = [...(stored?.transactions ?? []), made];
  const order = { merchantId: merchant.id, id: instruction.orderId, transactions };
  const after = statusOf(order);
  if (made.outcome.result === "SUCCESS" && !leadsTo(status, made, after)) {
    throw new Error(`no transition of the table leads from ${status} by ${made.type} to ${after}`);
  }
  return order;
}

function recordDecision(
  draft: ExchangeDraft,
  made: { readonly context: RuleContext; readonly decision: Decision; readonly order: Order },
): void {
  const { context, decision, order } = made;
  const { revision, decidedBy, tried, outcome } = decision;
  draft.scenario = { revision, decidedBy, tried, gatewayCode: outcome.gatewayCode };
  const before = context.status === "NEW" ? undefined : context.status;
  draft.transition = { before, after: statusOf(order) };
  draft.notes = [...draft.notes, ...notesOf(context)];
}
