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
import type { Found, RecordRef, Work } from "../store/store.ts";
import { playBrowserPayment } from "./browser/play.ts";
import { checkStep, recordDecision } from "./decision-record.ts";
import { enforce } from "./enforce.ts";
import { factsOf } from "./facts.ts";
import { transactionSeed } from "./fingerprints.ts";
import type { TransactionCall } from "./call.ts";
import type { GatewayParts } from "./parts.ts";
import { storedRequest } from "./masking.ts";
import { notesOf } from "./notes.ts";
import { refundRequestOf } from "./refunds/request.ts";
import { resolve } from "./resolve.ts";
import { withReturnableChip } from "./terminal-data.ts";
import type { Opened } from "./terminal-data.ts";

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
  /** The session and token that it names. */
  readonly sources: readonly RecordRef[];
}

/** What the commit leaves for the rest of the column: the order as it stands and which entry answers. */
export interface Committed {
  readonly order: Order;
  readonly index: number;
  readonly repeated: boolean;
}

/** Resolve → enforce → decide → apply on the order as it is found. Synchronous; a refusal leaves everything as it was. */
export function workOn(parts: GatewayParts, intent: Intent, found: Found): Work<Committed> {
  const { call, definition, now } = intent;
  const stored = found.order && withDueEntries(found.order, now);
  const again = stored && repeat(stored, intent);
  if (again !== undefined) return again;
  const { records, ...opened } = resolve(parts, { ...intent, orderId: call.orderId }, found);
  const context = contextOf(instructionOf(parts, intent, opened, stored), call.merchant, stored, now);
  enforce(definition.rules, context, call.draft);
  const played = playBrowserPayment(parts, context);
  const decision = played?.decision ?? decide(parts, context);
  const made = { ...apply(parts, intent, context, decision), browser: played?.browser };
  const order = append(stored, made, context);
  recordDecision(call.draft, decision, { before: context.status, after: statusOf(order) });
  call.draft.notes = [...call.draft.notes, ...notesOf(context)];
  const committed = { order, index: order.transactions.length - 1, repeated: false };
  return { order, records, notifications: [], result: committed };
}

function decide({ scenarios }: GatewayParts, context: RuleContext): Decision {
  return refundRequestOf(scenarios, context) ?? scenarios.decide(factsOf(context));
}

function instructionOf(
  parts: GatewayParts,
  { call, operation, version }: Intent,
  opened: Opened,
  stored: Order | undefined,
): RuleContext["instruction"] {
  const { merchant, orderId, transactionId } = call;
  const fingerprintOf = parts.fingerprints.card;
  const orderCurrency = stored && currencyOf(stored);
  const asked = { operation, version, orderId, transactionId, ...opened };
  return readInstruction({ ...asked, fingerprintOf, merchant, orderCurrency });
}

/**
 * The same request again gets the stored answer; another one under the same id is refused (assumption A3).
 * Undefined when the request is a new one; a confirmation goes on with the id of its initiation (interface section 4
 * rule 3).
 */
function repeat(order: Order, { call, operation, digest }: Intent): Work<Committed> | undefined {
  const index = order.transactions.findIndex((it) => it.id === call.transactionId && it.digest === digest);
  if (index < 0) {
    const isUsed = order.transactions.some((it) => it.id === call.transactionId);
    if (!isUsed || operation === "CONFIRM_BROWSER_PAYMENT") return undefined;
    const explanation =
      "The transaction ID has been used on this order for another request; every attempt needs a new one";
    throw new Refusal("rule", explanation, { field: "transaction.id", validationType: "INVALID" });
  }
  return { order: undefined, records: [], notifications: [], result: { order, index, repeated: true } };
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
    request: withReturnableChip(storedRequest(instruction.body), instruction.terminal),
  };
}

function append(
  stored: Order | undefined,
  made: Transaction,
  { instruction, merchant, status }: RuleContext,
): Order {
  const transactions = [...(stored?.transactions ?? []), made];
  const order = { merchantId: merchant.id, id: instruction.orderId, transactions };
  const kind = isBrowserOperation(made.operation) ? "BROWSER_PAYMENT" : made.type;
  const isStep = made.outcome.result === "SUCCESS" || isOpenRequest(made);
  if (isStep) checkStep({ before: status, after: statusOf(order) }, { ...made, type: kind });
  return order;
}
