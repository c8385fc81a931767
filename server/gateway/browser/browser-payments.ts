import { browserTransactionOf, isOpenForPayer } from "../../domain/browser-payment.ts";
import type { BrowserTransaction } from "../../domain/browser-payment.ts";
import { withDueEntries } from "../../domain/due-entries.ts";
import type { ExchangeDraft } from "../../domain/exchange.ts";
import type { JsonObject } from "../../domain/json.ts";
import { maskText } from "../../domain/card.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { statusOf } from "../../domain/status.ts";
import type { Found, Work } from "../../store/store.ts";
import { recordDecision } from "../decision-record.ts";
import type { GatewayParts } from "../parts.ts";
import { findPage } from "../pages.ts";
import type { PageTarget } from "../pages.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import { inTurns, isSettled, usedUp, wanting } from "../turns.ts";
import type { Look, Turn } from "../turns.ts";
import { movedByPayer } from "./payer.ts";
import type { PayerAction } from "./payer.ts";

/** A payer's call of the page. Steps write what they saw and decided into the draft. */
export interface PayerCall {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
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
      describe(call);
      const { merchantId, orderId, transactionId } = call.target;
      const order = await parts.store.find({ merchantId, orderId });
      const now = await parts.clocks.now(merchantId);
      return viewOf(browserTransactionOf(order && withDueEntries(order, now), transactionId));
    },
    act: async (call, action, address) => {
      describe(call);
      const { merchantId, orderId } = call.target;
      const now = await parts.clocks.now(merchantId);
      const scenarios = await parts.scenarios.of({ ...call, prefer: undefined });
      const act = { call, action, address, now, scenarios };
      const view = await inTurns(parts, call, { merchantId, orderId, records: [] }, (found, turn) =>
        actOn(parts, { ...act, turn }, found),
      );
      call.draft.committed = call.draft.transition !== undefined;
      return view;
    },
  };
}

interface Act {
  readonly call: PayerCall;
  readonly action: PayerAction;
  readonly address: JsonObject | undefined;
  readonly now: number;
  readonly scenarios: Scenarios;
  readonly turn: Turn;
}

/** On the order as it is found, in one synchronous piece like every step of work. */
function actOn(parts: GatewayParts, act: Act, found: Found): Work<Look<PayerView | undefined>> {
  const { call, now } = act;
  const order = found.order && withDueEntries(found.order, now);
  const view = viewOf(browserTransactionOf(order, call.target.transactionId));
  if (order === undefined || view?.isOpen !== true) {
    return { order: undefined, records: [], result: { result: view } };
  }
  const step = { ...act, merchant: call.merchant, order, entry: view.entry };
  const { entry, decision } = movedByPayer(parts, step);
  if (!isSettled(decision, act.turn)) return wanting(decision);
  const records = usedUp(parts, call.merchant.id, decision, act.turn);
  const changed = { ...order, transactions: [...order.transactions, entry] };
  recordDecision(call.draft, decision, { before: statusOf(order), after: statusOf(changed) });
  return { order: changed, records, result: { result: viewOf(entry) } };
}

function viewOf(entry: BrowserTransaction | undefined): PayerView | undefined {
  return entry && { entry, isOpen: isOpenForPayer(entry) };
}

/** Ids are masked in exchanges. */
function describe({ draft, target }: PayerCall): void {
  draft.merchantId = target.merchantId;
  const { orderId, transactionId } = target;
  draft.request = { ...draft.request, orderId: maskText(orderId), transactionId: maskText(transactionId) };
}
