import { isObject } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { OPERATION_DEFINITIONS } from "../../domain/operations/index.ts";
import {
  addressUseOf,
  browserTransactionOf,
  isConfirmedAtMerchant,
  isOpenForPayer,
} from "../../domain/order/browser-payment.ts";
import type { BrowserTransaction, PayerAction } from "../../domain/order/browser-payment.ts";
import { withDueEntries } from "../../domain/order/due-entries.ts";
import type { InteractionStatus, Order } from "../../domain/order/order.ts";
import { plainOutcomeOf } from "../../domain/order/outcome.ts";
import { statusOf } from "../../domain/order/status.ts";
import type { Decision } from "../../domain/record/decision.ts";
import { readInstruction } from "../../domain/request/instruction.ts";
import { contextOf } from "../../domain/request/rule.ts";
import type { MatchOptions } from "../../scenario/decide/match-rules.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import type { Family, PipelineCall, Steps } from "../column/family.ts";
import { settleAct } from "../column/pipeline.ts";
import { factsOfTransaction } from "../column/scenario-facts.ts";
import type { FactsAround } from "../column/scenario-facts.ts";
import { undecided } from "../column/undecided.ts";
import { describePage, findPage } from "../pages.ts";
import type { PageTarget } from "../pages.ts";
import type { GatewayParts } from "../parts.ts";
import { transactionSeed } from "../secrets/fingerprints.ts";
import { storedRequest } from "../secrets/masking.ts";
import { SUBMITTED } from "./play.ts";

/** A payer's call of the page. */
export interface PayerCall extends PipelineCall {
  readonly target: PageTarget;
}

/** The payment as the page shows it. */
export interface PayerView {
  readonly entry: BrowserTransaction;
  /** Whether there is still something to do. */
  readonly isOpen: boolean;
}

/** What the page of browser payments needs. Undefined everywhere: there is no such payment. */
export interface BrowserPayments {
  find: (pageId: string) => Promise<PageTarget | undefined>;
  view: (call: PayerCall) => Promise<PayerView | undefined>;
  /** Does what the payer chose; nothing when the payment is no longer open. */
  act: (
    call: PayerCall,
    action: PayerAction,
    address: JsonObject | undefined,
  ) => Promise<PayerView | undefined>;
}

export function createBrowserPayments(parts: GatewayParts): BrowserPayments {
  return {
    find: (pageId) => findPage(parts, "browser-payment", pageId),
    view: async (call) => {
      describePage(call);
      const { merchantId, orderId, transactionId } = call.target;
      const order = await parts.store.find({ merchantId, orderId });
      const now = await parts.clocks.now(merchantId);
      return viewOf(browserTransactionOf(order && withDueEntries(order, now), transactionId));
    },
    act: (call, action, address) => settleAct(parts, PAYER_ACTS, call, { action, address }),
  };
}

interface PayerSteps extends Steps {
  readonly call: PayerCall;
  readonly payload: PayerAct;
  readonly request: PayerAct;
  readonly context: PaymentOfPage;
  readonly choice: PayerMove;
  readonly result: PayerView | undefined;
}

interface PaymentOfPage {
  readonly order: Order;
  readonly entry: BrowserTransaction;
}

const PAYER_ACTS: Family<PayerSteps> = {
  isApi: false,
  accept: (_parts, call, act) => {
    describePage(call);
    return act;
  },
  names: ({ target }) => ({ orderId: target.orderId, body: undefined, records: [] }),
  settled: ({ visit, order }) => {
    const view = viewOf(browserTransactionOf(order, visit.call.target.transactionId));
    return view?.isOpen === true ? undefined : { result: view };
  },
  resolve: (_parts, { visit, order }) => {
    const entry = browserTransactionOf(order, visit.call.target.transactionId);
    if (order === undefined || entry === undefined) throw new Error("a payment that does not exist was open");
    return { order, entry };
  },
  enforce: () => undefined,
  decide: (parts, { visit, counts, matching }, { order, entry }) => {
    const { call, request, now, scenarios } = visit;
    const { merchant } = call;
    return movedByPayer(parts, { merchant, order, entry, ...request, now, scenarios, counts, matching });
  },
  gatewayCodeOf: ({ decision }) => decision.outcome.gatewayCode,
  apply: (_parts, _run, { order: before }, { entry }) => {
    const order = { ...before, transactions: [...before.transactions, entry] };
    const step = { before: statusOf(before), after: statusOf(order) };
    return { order, step, records: [], result: viewOf(entry) };
  },
};

function viewOf(entry: BrowserTransaction | undefined): PayerView | undefined {
  return entry && { entry, isOpen: isOpenForPayer(entry) };
}

/** What a payer does. */
interface PayerAct {
  readonly action: PayerAction;
  /** Where the goods go; undefined: as the merchant said. */
  readonly address: JsonObject | undefined;
}

interface PayerStep extends PayerAct {
  readonly merchant: Merchant;
  readonly order: Order;
  /** The payment as the payer finds it, open. */
  readonly entry: BrowserTransaction;
  readonly now: number;
  readonly scenarios: Scenarios;
  readonly counts: FactsAround["counts"];
  readonly matching: MatchOptions;
}

interface PayerMove {
  readonly entry: BrowserTransaction;
  readonly decision: Decision;
}

/** The entry that the payer's action makes; it has the id of the initiation and stands for it from then on. */
function movedByPayer(parts: GatewayParts, step: PayerStep): PayerMove {
  const { entry, action, address, now } = step;
  const request = action === "pay" ? withAddress(entry.request, address) : entry.request;
  const decision = decisionOn(parts, step, request);
  const status: InteractionStatus = action === "cancel" ? "CANCELLED" : "COMPLETED";
  // Who acts on the page is no longer stood in for by the reference.
  const browser = { ...entry.browser, status, timeReturned: now, awaited: [] };
  const { outcome, ruleKey } = decision;
  return { entry: { ...entry, outcome, ruleKey, at: now, request, browser }, decision };
}

function decisionOn(parts: GatewayParts, step: PayerStep, request: JsonObject): Decision {
  const byPayer = undecided(step.scenarios, { kind: "payer" });
  switch (step.action) {
    case "decline":
      return { outcome: plainOutcomeOf("DECLINED"), ...byPayer };
    case "cancel":
      return { outcome: plainOutcomeOf("CANCELLED"), ...byPayer };
    case "leave-pending":
      return { outcome: plainOutcomeOf("SUBMITTED"), ...byPayer };
    case "pay":
      // With CONFIRM_AT_MERCHANT paying only gives consent (interface section 2.13).
      if (isConfirmedAtMerchant(request)) return { outcome: SUBMITTED, ...byPayer };
      return decisionOfPayment(parts, step, request);
  }
}

function decisionOfPayment(parts: GatewayParts, step: PayerStep, request: JsonObject): Decision {
  const { merchant, order, entry, scenarios, counts, matching } = step;
  const seed = transactionSeed(parts.seed, merchant.id, order.id, entry.id);
  const facts = factsOfTransaction(contextFor(parts, step, request), { counts, seed });
  // The rules that only add were asked when the payment was initiated (assumption A223).
  return scenarios.decideOutcome(facts, matching);
}

function contextFor(
  parts: GatewayParts,
  { merchant, order, entry, now }: PayerStep,
  body: JsonObject,
): ReturnType<typeof contextOf> {
  const { operation, version, id: transactionId } = entry;
  const { card: fingerprintOf } = parts.fingerprints;
  const ids = { orderId: order.id, transactionId };
  const carries = parts.contracts.carrier({ operation, version });
  const traits = OPERATION_DEFINITIONS[operation];
  const instruction = readInstruction({ traits, version, ...ids, body, carries, fingerprintOf, merchant });
  return contextOf(instruction, merchant, order, now);
}

/** Only where the merchant lets the payer change it; the rest of the shipping group stays. */
function withAddress(request: JsonObject, address: JsonObject | undefined): JsonObject {
  if (address === undefined || addressUseOf(request) !== "editable") return request;
  const shipping = isObject(request["shipping"]) ? request["shipping"] : {};
  return storedRequest({ ...request, shipping: { ...shipping, address } });
}
