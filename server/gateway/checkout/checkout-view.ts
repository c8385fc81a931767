import { maskText } from "../../domain/card.ts";
import { CARD } from "../../domain/card-details.ts";
import { paymentOf } from "../../domain/checkout.ts";
import { withDueEntries } from "../../domain/due-entries.ts";
import { textAt, valueAt } from "../../domain/json.ts";
import type { Order } from "../../domain/order.ts";
import { isUnopened } from "../../domain/rule.ts";
import { statusOf } from "../../domain/status.ts";
import type { Call } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { contentOf, readSession, sessionRef } from "../sessions/session-record.ts";
import { checkoutRef, readCheckout } from "./checkout-record.ts";
import type { CheckoutRecord } from "./checkout-record.ts";

/** A payer's call of the hosted page; the path names no merchant, so that the page has found it. */
export interface CheckoutCall extends Omit<Call, "prefer" | "version"> {
  readonly sessionId: string;
}

/** A checkout as it stands. */
export interface CheckoutView {
  readonly checkout: CheckoutRecord;
  readonly orderId: string;
  /** Undefined: nobody has tried to pay yet. */
  readonly order: Order | undefined;
  readonly state: "open" | "paid" | "expired";
  readonly sessionVersion: string;
}

/** Undefined when there is no such checkout. */
export async function viewCheckout(
  parts: GatewayParts,
  call: CheckoutCall,
): Promise<CheckoutView | undefined> {
  const { merchant, sessionId, draft } = call;
  const { store, clocks } = parts;
  const checkout = readCheckout(await store.findRecord(merchant.id, checkoutRef(sessionId)));
  if (checkout === undefined) return undefined;
  const orderId = textAt(checkout.request, "order.id") ?? "";
  draft.merchantId = merchant.id;
  draft.request = { ...draft.request, orderId: maskText(orderId) };
  const now = await clocks.now(merchant.id);
  const stored = await store.find({ merchantId: merchant.id, orderId });
  const session = readSession(await store.findRecord(merchant.id, sessionRef(sessionId)));
  const order = stored && withDueEntries(stored, now);
  const isOver = session === undefined || session.expiresAt <= now;
  const content = session && contentOf(parts, { merchantId: merchant.id, id: sessionId, session });
  const isPaid = isPaidBy(checkout, order) || (isCollected(checkout) && valueAt(content, CARD) !== undefined);
  const state = isPaid ? "paid" : isOver ? "expired" : "open";
  return { checkout, orderId, order, state, sessionVersion: session?.version ?? "" };
}

/** NONE is done as soon as the session has the card. */
function isCollected({ request }: CheckoutRecord): boolean {
  return paymentOf(request) === undefined;
}

/** A verification is done when the card is verified; whatever else succeeded on the order has paid it. */
function isPaidBy({ request }: CheckoutRecord, order: Order | undefined): boolean {
  if (order === undefined || paymentOf(request) === undefined) return false;
  const status = statusOf(order);
  return !isUnopened(status) && (status !== "VERIFIED" || paymentOf(request) === "VERIFY");
}
