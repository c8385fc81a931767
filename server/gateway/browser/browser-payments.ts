import { browserTransactionOf, isOpenForPayer } from "../../domain/order/browser-payment.ts";
import type { BrowserTransaction } from "../../domain/order/browser-payment.ts";
import { withDueEntries } from "../../domain/order/due-entries.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Order } from "../../domain/order/order.ts";
import { statusOf } from "../../domain/order/status.ts";
import { settleAct } from "../column/pipeline.ts";
import type { Family, PipelineCall, Steps } from "../column/family.ts";
import type { GatewayParts } from "../parts.ts";
import { describePage, findPage } from "../pages.ts";
import type { PageTarget } from "../pages.ts";
import { movedByPayer } from "./payer.ts";
import type { PayerAct, PayerMove } from "./payer.ts";
import type { PayerAction } from "../../domain/order/browser-payment.ts";

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
