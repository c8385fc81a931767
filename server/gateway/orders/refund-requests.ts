import { maskText } from "../../domain/card/card.ts";
import { refund, refundApprovalRules } from "../../domain/operations/refund.ts";
import { currentTransactions } from "../../domain/order/order.ts";
import type { Order, Transaction } from "../../domain/order/order.ts";
import { isOpenRequest, statusOf } from "../../domain/order/status.ts";
import type { Decision } from "../../domain/record/decision.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { readInstruction } from "../../domain/request/instruction.ts";
import { contextOf } from "../../domain/request/rule.ts";
import type { RuleContext } from "../../domain/request/rule.ts";
import { refundTypeOf } from "../../domain/rules/order/follow-up.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import type { Answer } from "../answers/answer.ts";
import { renderTransaction } from "../answers/transaction.ts";
import { enforce } from "../column/enforce.ts";
import { settleAct } from "../column/pipeline.ts";
import type { Family, PipelineCall, Run, Steps } from "../column/family.ts";
import { checkStep } from "../column/run-record.ts";
import { factsOfTransaction } from "../column/scenario-facts.ts";
import { withoutAcquirer } from "../column/undecided.ts";
import type { GatewayParts } from "../parts.ts";
import { transactionSeed } from "../secrets/fingerprints.ts";

type Verdict = "approve" | "reject";

/** A person's word on a refund that waits for it. */
export interface VerdictCall extends PipelineCall {
  readonly orderId: string;
  readonly transactionId: string;
  readonly verdict: Verdict;
}

/** Refunds that wait for an approval (interface section 3, REFUND_REQUESTED). */
export interface RefundRequests {
  /** Answers the transaction as it is then; throws a Refusal when there is none that waits or it cannot be made. */
  settle: (call: VerdictCall) => Promise<Answer>;
}

export function createRefundRequests(parts: GatewayParts): RefundRequests {
  return {
    settle: async (call) => {
      const { merchant } = call;
      const order = await settleAct(parts, VERDICTS, call, call.verdict);
      const options = { correlationId: undefined, merchant, orderAsOf: "then" } as const;
      return { status: 200, body: renderTransaction(order, order.transactions.length - 1, options) };
    },
  };
}

interface VerdictSteps extends Steps {
  readonly call: VerdictCall;
  readonly payload: Verdict;
  readonly request: Verdict;
  readonly context: Waiting;
  readonly choice: { readonly decision: Decision };
  readonly result: Order;
}

/** The order with the refund that waits, and what its rules look at. */
interface Waiting {
  readonly order: Order;
  readonly waiting: Transaction;
  readonly rules: RuleContext;
}

const VERDICTS: Family<VerdictSteps> = {
  isApi: false,
  accept: (_parts, { draft, merchant, orderId, transactionId }, verdict) => {
    draft.merchantId = merchant.id;
    const ids = { orderId: maskText(orderId), transactionId: maskText(transactionId) };
    draft.request = { ...draft.request, ...ids, operation: "REFUND" };
    return verdict;
  },
  names: ({ orderId }) => ({ orderId, body: undefined, records: [] }),
  resolve: waitingRefund,
  /** Its amounts are looked at once more before it is executed. */
  enforce: ({ visit, record }, { rules }) => {
    if (visit.request === "approve") enforce(refundApprovalRules, rules, record);
  },
  decide: (parts, { visit, counts, matching }, { rules }) => {
    const { call, request, scenarios } = visit;
    if (request === "reject") return { decision: withoutAcquirer(scenarios, "CANCELLED", "refund rejected") };
    const seed = transactionSeed(parts.seed, call.merchant.id, call.orderId, call.transactionId);
    const facts = factsOfTransaction(rules, { counts, seed });
    return { decision: scenarios.decide({ ...facts, card: undefined }, matching) };
  },
  gatewayCodeOf: ({ decision }) => decision.outcome.gatewayCode,
  /** The entry stands for the request from now on. */
  apply: (_parts, { visit }, { order: before, waiting, rules }, { decision }) => {
    const { outcome, ruleKey } = decision;
    const type = visit.request === "approve" ? "REFUND" : waiting.type;
    const entry = { ...waiting, type, outcome, ruleKey, at: visit.now };
    const order = { ...before, transactions: [...before.transactions, entry] };
    const step = { before: rules.status, after: statusOf(order) };
    if (outcome.result === "SUCCESS") checkStep(step, entry);
    return { order, step, records: [], result: order };
  },
};

function waitingRefund(parts: GatewayParts, { visit, order }: Run<VerdictSteps>): Waiting {
  const { merchant, orderId, transactionId } = visit.call;
  if (order === undefined) throw new Refusal("rule", "An order with this ID does not exist");
  const waiting = currentTransactions(order).find((it) => it.id === transactionId && isOpenRequest(it));
  if (waiting === undefined) {
    throw new Refusal("rule", "The order has no refund with this ID that is waiting for approval");
  }
  const { version, standalone } = waiting;
  const instruction = readInstruction({
    ...{ traits: refund, version, orderId, transactionId, body: waiting.request, merchant },
    carries: parts.contracts.carrier({ operation: "REFUND", version }),
    // The request is kept masked, and its card has been looked at when it came.
    fingerprintOf: () => waiting.card ?? "",
  });
  return { order, waiting, rules: { ...contextOf(instruction, merchant, order, visit.now), standalone } };
}

/**
 * A refund that needs an approval is kept and goes to nobody yet. Undefined: the operation is none such
 * (assumption A120).
 */
export function refundRequestOf(
  scenarios: Scenarios,
  { instruction, merchant }: RuleContext,
): Decision | undefined {
  const isRequest = instruction.operation === "REFUND" && refundTypeOf(merchant) === "REFUND_REQUEST";
  return isRequest ? withoutAcquirer(scenarios, "SUBMITTED", "refundApproval") : undefined;
}
