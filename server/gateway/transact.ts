import type { Decision } from "../domain/decision.ts";
import type { ExchangeDraft } from "../domain/exchange.ts";
import type { Instruction } from "../domain/instruction.ts";
import { readInstruction } from "../domain/instruction.ts";
import { OPERATION_DEFINITIONS } from "../domain/operations/index.ts";
import type { OperationDefinition } from "../domain/operations/operation-definition.ts";
import type { Order, Transaction } from "../domain/order.ts";
import { Refusal } from "../domain/refusal.ts";
import { contextOf } from "../domain/rule.ts";
import type { RuleContext } from "../domain/rule.ts";
import { statusOf } from "../domain/status.ts";
import { leadsTo } from "../domain/transitions.ts";
import type { Work } from "../store/store.ts";
import { accept, operationOf } from "./accept.ts";
import type { Answer } from "./answer.ts";
import { factsOf } from "./facts.ts";
import { transactionSeed } from "./fingerprints.ts";
import type { GatewayParts, Payload, TransactionCall } from "./gateway.ts";
import { storedRequest } from "./masking.ts";
import { notesOf } from "./notes.ts";
import { checkId, readVersion } from "./paths.ts";
import { answerTransaction } from "./answer-transaction.ts";
import { resolve } from "./resolve.ts";
import { notBuilt } from "./unbuilt.ts";

/** What the commit leaves for the rest of the column: the order as it stands and which transaction answers. */
interface Committed {
  readonly order: Order;
  readonly index: number;
  readonly repeated: boolean;
}

/**
 * One call, one column, one commit: accept → resolve → load order → enforce → decide → apply → COMMIT → render.
 * Everything between loading and applying runs in one synchronous piece, so that racing requests of one order
 * are judged one after the other.
 */
export async function transact(
  parts: GatewayParts,
  call: TransactionCall,
  payload: Payload,
): Promise<Answer> {
  const { draft, merchant, orderId, transactionId } = call;
  const version = readVersion(call.version, merchant.mode);
  draft.request = { ...draft.request, version };
  checkId("order.id", orderId, merchant);
  checkId("transaction.id", transactionId, merchant);
  const operation = operationOf(payload.body);
  draft.request = { ...draft.request, operation };
  const accepted = accept(parts, call, { operation, version, payload });
  const definition = OPERATION_DEFINITIONS[operation];
  if (definition === undefined) throw notBuilt(operation);
  const body = resolve(accepted);
  const fingerprintOf = parts.fingerprints.card;
  const instruction = readInstruction({ operation, version, orderId, transactionId, body, fingerprintOf });
  const digest = parts.fingerprints.request(payload.body);
  const { order, index, repeated } = await parts.store.transact(
    { merchantId: merchant.id, orderId },
    (stored) => workOn(parts, { call, definition, instruction, digest }, stored),
  );
  draft.committed = !repeated;
  draft.repeated = repeated;
  return answerTransaction(call, { order, index, status: repeated ? 200 : 201, body: accepted });
}

interface Intent {
  readonly call: TransactionCall;
  readonly definition: OperationDefinition;
  readonly instruction: Instruction;
  readonly digest: string;
}

function workOn(parts: GatewayParts, intent: Intent, stored: Order | undefined): Work<Committed> {
  const { call, definition, instruction, digest } = intent;
  const index = stored?.transactions.findIndex((it) => it.id === instruction.transactionId) ?? -1;
  if (stored && index >= 0) return repeat(stored, index, digest);
  const context = contextOf(instruction, call.merchant, stored);
  enforce(definition, context, call.draft);
  const now = parts.clock();
  const decision = parts.scenarios.decide(factsOf(context, now));
  const transaction = { ...apply(parts, intent, context, decision), at: now };
  const order = append(stored, transaction, context);
  recordDecision(call.draft, { context, decision, order });
  const committed = { order, index: order.transactions.length - 1, repeated: false };
  return { order, notifications: [], result: committed };
}

/** The same request again gets the stored answer; another one under the same id is refused (assumption A:same-request). */
function repeat(order: Order, index: number, digest: string): Work<Committed> {
  if (order.transactions[index]?.digest !== digest) {
    const explanation =
      "The transaction ID has been used on this order for another request; every attempt needs a new one";
    throw new Refusal("rule", explanation, { field: "transaction.id", validationType: "INVALID" });
  }
  return { order: undefined, notifications: [], result: { order, index, repeated: true } };
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
  { call, definition, instruction, digest }: Intent,
  context: RuleContext,
  decision: Decision,
): Omit<Transaction, "at"> {
  const { merchant, orderId, transactionId } = call;
  return {
    id: transactionId,
    operation: instruction.operation,
    ...definition.plan(context),
    version: instruction.version,
    outcome: decision.outcome,
    ruleKey: decision.ruleKey,
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
