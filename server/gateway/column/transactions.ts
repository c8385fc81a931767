import { readInstruction } from "../../domain/request/instruction.ts";
import { textAt } from "../../domain/json.ts";
import { combine } from "../../domain/request/combination.ts";
import { isAuthenticationOperation, isBrowserOperation } from "../../domain/request/operation.ts";
import type { TransactionOperation } from "../../domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../domain/operations/index.ts";
import type { Order, Transaction } from "../../domain/order/order.ts";
import { namesAfter } from "../../domain/request/public-names.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { contextOf } from "../../domain/request/rule.ts";
import type { RuleContext } from "../../domain/request/rule.ts";
import { currencyOf, isOpenRequest, statusOf } from "../../domain/order/status.ts";
import type { Answer } from "../answers/answer.ts";
import { answerTransaction } from "../answers/answer-transaction.ts";
import { enrolledMembers, enrollmentUsed } from "../authentication/enrollment-record.ts";
import { isMethodDone, listAuthentication, methodRef } from "../authentication/pages.ts";
import { initiatedRequest, playAuthentication } from "../authentication/play.ts";
import { unauthenticated } from "../authentication/unauthenticated.ts";
import { playBrowserPayment } from "../browser/play.ts";
import { listBrowserPage } from "../browser/redirect.ts";
import { transactionSeed } from "../secrets/fingerprints.ts";
import { storedRequest } from "../secrets/masking.ts";
import { notesOf } from "./notes.ts";
import type { GatewayParts } from "../parts.ts";
import { pageTargetOf } from "../pages.ts";
import { checkId, readVersion } from "../paths.ts";
import { refundRequestOf } from "../orders/refund-requests.ts";
import { withLostEncryption, withTerminalEcho } from "../secrets/terminal-data.ts";
import { accept, checkIsInVersion, operationOf, withoutPathIds } from "./accept.ts";
import { enforceOperation } from "./enforce.ts";
import type { ApiFamily } from "./family.ts";
import { resolve } from "./resolve.ts";
import type { Resolved } from "./resolve.ts";
import { addNotes, checkStep } from "./run-record.ts";
import type { Step } from "./run-record.ts";
import { factsOfTransaction } from "./scenario-facts.ts";
import type { Committed, TransactionRequest, TransactionRun, TransactionSteps } from "./transaction-steps.ts";

/** `PUT …/order/{orderid}/transaction/{transactionid}`: everything that makes a transaction of an order. */
export const TRANSACTIONS: ApiFamily<TransactionSteps> = {
  isApi: true,
  accept: (parts, call, payload) => {
    const { draft, merchant, orderId, transactionId } = call;
    const version = readVersion(call.version, merchant.mode);
    draft.request.version = version;
    checkId("order.id", orderId, merchant);
    checkId("transaction.id", transactionId, merchant);
    const operation = operationOf(payload.body);
    draft.request.operation = operation;
    checkIsInVersion(operation, version);
    const body = withoutPathIds(accept(parts, call, { operation, version, payload }), call);
    const digest = parts.fingerprints.request(payload.body);
    const seed = transactionSeed(parts.seed, merchant.id, orderId, transactionId);
    return { operation, version, body, payload, digest, seed };
  },
  names: (call, { operation, body }, parts) => ({
    orderId: call.orderId,
    body,
    records: operation === "AUTHENTICATE_PAYER" ? [methodRef(parts, pageTargetOf(call))] : [],
  }),
  settled: repeated,
  resolve: (parts, run) => {
    refuseTakenId(run);
    const { call, now } = run.visit;
    const resolved = resolve(parts, sourcingOf(run), run.found);
    const instruction = instructionOf(parts, run, resolved);
    return { resolved, rules: contextOf(instruction, call.merchant, run.order, now) };
  },
  enforce: ({ record }, { rules }) => {
    enforceOperation(rules, record);
  },
  decide: (parts, run, { rules }) => {
    const { call, key, request, scenarios } = run.visit;
    const { matching } = run;
    const facts = factsOfTransaction(rules, { counts: run.counts, seed: request.seed });
    if (isAuthenticationOperation(request.operation)) {
      const sessionId = textAt(request.body, "session.id");
      const question = { scenarios, facts, matching, isMethodDone: isMethodDone(key, run.found), sessionId };
      return playAuthentication(parts, rules, pageTargetOf(call), question);
    }
    const played = playBrowserPayment(parts, rules, { scenarios, facts, matching });
    if (played !== undefined) return played;
    const ofGateway = refundRequestOf(scenarios, rules) ?? unauthenticated(scenarios, rules);
    return { decision: ofGateway ?? scenarios.decide(facts, matching) };
  },
  gatewayCodeOf: ({ decision }) => decision.outcome.gatewayCode,
  apply: (parts, run, context, choice) => {
    const { order, step } = appended(run, context.rules, entryOf(parts, run, context, choice));
    addNotes(run.record, notesOf(context.rules));
    const result = { order, index: order.transactions.length - 1, isRepeated: false };
    const records = [...context.resolved.records, ...enrollmentUsed(context.rules, choice.decision.outcome)];
    return { order, step, records, result };
  },
  render: (parts, { call, request: { operation, body } }, { order, index, isRepeated }) => {
    const answered = (): Answer | Promise<Answer> =>
      answerTransaction(call, { order, index, status: isRepeated ? 200 : 201, body });
    return LISTED[operation]?.(parts, order, index).then(answered) ?? answered();
  },
};

/** Operations that begin what a payer sees, and how its page is listed. */
const LISTED: Partial<Record<TransactionOperation, typeof listBrowserPage>> = {
  INITIATE_AUTHENTICATION: listAuthentication,
  INITIATE_BROWSER_PAYMENT: listBrowserPage,
};

/** The same request again gets the stored answer (assumption A3). Undefined: the request is a new one. */
function repeated({
  visit: { call, request },
  order,
  record,
}: TransactionRun): { readonly result: Committed } | undefined {
  const index =
    order?.transactions.findIndex(
      ({ id, digest }) => id === call.transactionId && digest === request.digest,
    ) ?? -1;
  if (order === undefined || index < 0) return undefined;
  record.repeated = true;
  return { result: { order, index, isRepeated: true } };
}

/**
 * Another request under an id that is taken is refused (assumption A3); only a second step goes on with the id of its
 * initiation (interface section 4 rule 3).
 */
function refuseTakenId({ visit: { call, request }, order }: TransactionRun): void {
  const isTaken = order?.transactions.some(({ id }) => id === call.transactionId) ?? false;
  if (!isTaken || SECOND_STEPS.includes(request.operation)) return;
  const explanation =
    "The transaction ID has been used on this order for another request; every attempt needs a new one";
  throw new Refusal("rule", explanation, { field: "transaction.id", validationType: "INVALID" });
}

/** They have the transaction id of what they go on with. */
const SECOND_STEPS: readonly TransactionOperation[] = ["AUTHENTICATE_PAYER", "CONFIRM_BROWSER_PAYMENT"];

function sourcingOf({ visit, record }: TransactionRun): Parameters<typeof resolve>[1] {
  const { call, now, sources } = visit;
  const { operation, version, body } = visit.request;
  return { call, record, operation, version, body, now, orderId: call.orderId, sources };
}

function instructionOf(
  parts: GatewayParts,
  { visit, order }: TransactionRun,
  resolved: Resolved,
): RuleContext["instruction"] {
  const { operation, version } = visit.request;
  const { merchant, orderId, transactionId } = visit.call;
  const { body, enrollment, sessionFunds } = resolved;
  return readInstruction({
    fingerprintOf: parts.fingerprints.card,
    merchant,
    orderCurrency: order && currencyOf(order),
    traits: OPERATION_DEFINITIONS[operation],
    version,
    orderId,
    transactionId,
    body,
    terminal: withLostEncryption(resolved, visit.scenarios.lostOf),
    enrollment,
    sessionFunds,
    carries: parts.contracts.carrier({ operation, version }),
  });
}

function entryOf(
  parts: GatewayParts,
  { visit: { call, request, now } }: TransactionRun,
  { resolved, rules }: TransactionSteps["context"],
  { decision, browser, authentication }: TransactionSteps["choice"],
): Transaction {
  const { instruction } = rules;
  const { payload, digest, seed, operation } = request;
  const plan = OPERATION_DEFINITIONS[operation].plan(rules);
  // What came out of a session, a token or a terminal's data has been shown nowhere yet.
  const shown = instruction.body === payload.body ? payload.shown : undefined;
  return {
    id: call.transactionId,
    operation,
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
    request: combine([
      withTerminalEcho(storedRequest(instruction.body, shown), instruction.terminal),
      initiatedRequest(rules),
      enrolledMembers(rules),
    ]),
    publicNames: publicNamesOf(parts, request, resolved),
    browser,
    authentication,
    entryPoint: call.entryPoint,
  };
}

/** A request that is read as it came has none of its own. */
function publicNamesOf(
  { contracts }: GatewayParts,
  { body, payload }: TransactionRequest,
  { publicNames }: Resolved,
): Transaction["publicNames"] {
  const own = body === payload.body ? undefined : contracts.publicNamesIn(payload.body);
  return namesAfter(publicNames, body, own);
}

function appended(
  { order: stored }: TransactionRun,
  { instruction, merchant, status }: RuleContext,
  made: Transaction,
): { readonly order: Order; readonly step: Step } {
  const transactions = stored === undefined ? [made] : [...stored.transactions, made];
  const order = { merchantId: merchant.id, id: instruction.orderId, transactions };
  const step = { before: status, after: statusOf(order) };
  const kind = isBrowserOperation(made.operation) ? "BROWSER_PAYMENT" : made.type;
  const isStep = made.outcome.result === "SUCCESS" || isOpenRequest(made);
  if (isStep) checkStep(step, { type: kind, standalone: made.standalone });
  return { order, step };
}
