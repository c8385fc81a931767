import { maskText } from "../../domain/card.ts";
import type { Decision } from "../../domain/decision.ts";
import { withDueEntries } from "../../domain/due-entries.ts";
import { readInstruction } from "../../domain/instruction.ts";
import type { ExchangeDraft } from "../../domain/exchange.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { refundApprovalRules } from "../../domain/operations/refund.ts";
import { currentTransactions } from "../../domain/order.ts";
import type { Order, Transaction } from "../../domain/order.ts";
import { Refusal } from "../../domain/refusal.ts";
import { contextOf } from "../../domain/rule.ts";
import type { RuleContext } from "../../domain/rule.ts";
import { isOpenRequest, statusOf } from "../../domain/status.ts";
import type { Found, Work } from "../../store/store.ts";
import type { Answer } from "../answer.ts";
import { renderTransaction } from "../answers/transaction.ts";
import { checkStep, recordDecision } from "../decision-record.ts";
import { enforce } from "../enforce.ts";
import { factsOf } from "../facts.ts";
import type { GatewayParts } from "../parts.ts";
import { transactionSeed } from "../fingerprints.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import { askingOf, inTurns, isSettled, usedUp, wanting } from "../turns.ts";
import type { Look, Turn } from "../turns.ts";
import { withoutAcquirer } from "../undecided.ts";

/** A person's word on a refund that waits for it. Steps write what they saw and decided into the draft. */
export interface VerdictCall {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
  readonly orderId: string;
  readonly transactionId: string;
  readonly verdict: "approve" | "reject";
}

/** Refunds that wait for an approval (interface section 3, REFUND_REQUESTED). */
export interface RefundRequests {
  /** Answers the transaction as it is then; throws a Refusal when there is none that waits or it cannot be made. */
  settle: (call: VerdictCall) => Promise<Answer>;
}

export function createRefundRequests(parts: GatewayParts): RefundRequests {
  return {
    settle: async (call) => {
      const { draft, merchant, orderId, transactionId } = call;
      draft.merchantId = merchant.id;
      const ids = { orderId: maskText(orderId), transactionId: maskText(transactionId) };
      draft.request = { ...draft.request, ...ids, operation: "REFUND" };
      const now = await parts.clocks.now(merchant.id);
      const scenarios = await parts.scenarios.of({ ...call, prefer: undefined });
      const key = { merchantId: merchant.id, orderId, records: [] };
      const order = await inTurns(parts, call, key, (found, turn) =>
        settleOn(parts, { ...call, now, scenarios, turn }, found),
      );
      draft.committed = true;
      const options = { correlationId: undefined, merchant, orderAsOf: "then" } as const;
      return { status: 200, body: renderTransaction(order, order.transactions.length - 1, options) };
    },
  };
}

interface Settling extends VerdictCall {
  readonly now: number;
  readonly scenarios: Scenarios;
  readonly turn: Turn;
}

/** On the order as it is found, in one synchronous piece like every step of work. */
function settleOn(parts: GatewayParts, call: Settling, found: Found): Work<Look<Order>> {
  const { merchant, orderId, transactionId, now, draft } = call;
  const order = found.order && withDueEntries(found.order, now);
  if (order === undefined) throw new Refusal("rule", "An order with this ID does not exist");
  const request = currentTransactions(order).find((it) => it.id === transactionId && isOpenRequest(it));
  if (request === undefined) {
    throw new Refusal("rule", "The order has no refund with this ID that waits for an approval");
  }
  const { version } = request;
  const instruction = readInstruction({
    ...{ operation: "REFUND", version, orderId, transactionId, body: request.request, merchant },
    // The request is kept masked, and its card has been looked at when it came.
    fingerprintOf: () => request.card ?? "",
  });
  const context = { ...contextOf(instruction, merchant, order, now), standalone: request.standalone };
  const { entry, decision } = settledEntry(parts, call, { request, context });
  if (!isSettled(decision, call.turn)) return wanting(decision);
  const records = usedUp(parts, merchant.id, decision, call.turn);
  const settled = { ...order, transactions: [...order.transactions, entry] };
  recordSettling(draft, { decision, context, settled, entry });
  return { order: settled, records, result: { result: settled } };
}

/** The entry that stands for the request from now on; its amounts are looked at once more before it is executed. */
function settledEntry(
  parts: GatewayParts,
  call: Settling,
  { request, context }: { readonly request: Transaction; readonly context: RuleContext },
): { readonly entry: Transaction; readonly decision: Decision } {
  const { draft, verdict, now, scenarios } = call;
  const approved = verdict === "approve";
  if (approved) enforce(refundApprovalRules, context, draft);
  const decision = approved
    ? decisionOn(parts, call, context)
    : withoutAcquirer(scenarios, "CANCELLED", "refund rejected");
  const { outcome, ruleKey } = decision;
  const type = approved ? "REFUND" : request.type;
  return { entry: { ...request, type, outcome, ruleKey, at: now }, decision };
}

function decisionOn(parts: GatewayParts, call: Settling, context: RuleContext): Decision {
  const { merchant, orderId, transactionId, now, scenarios, turn } = call;
  const seed = transactionSeed(parts.seed, merchant.id, orderId, transactionId);
  const facts = factsOf(context, { counts: turn.counts, seed });
  return scenarios.decide({ ...facts, card: undefined }, askingOf(parts, { call, now }));
}

interface Settled {
  readonly decision: Decision;
  readonly context: RuleContext;
  readonly settled: Order;
  readonly entry: Transaction;
}

function recordSettling(draft: ExchangeDraft, { decision, context, settled, entry }: Settled): void {
  const step = { before: context.status, after: statusOf(settled) };
  if (decision.outcome.result === "SUCCESS") checkStep(step, entry);
  recordDecision(draft, decision, step);
}
