import { maskText } from "../../domain/card/card.ts";
import { CARD } from "../../domain/card/card-details.ts";
import { paymentOf } from "../../domain/request/checkout.ts";
import { withDueEntries } from "../../domain/order/due-entries.ts";
import { textAt, valueAt } from "../../domain/json.ts";
import type { Order } from "../../domain/order/order.ts";
import { isUnopened } from "../../domain/request/rule.ts";
import { statusOf } from "../../domain/order/status.ts";
import type { Call } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { contentOf, readSession, sessionRef } from "../sessions/session-record.ts";
import { checkoutRef, readCheckout } from "./checkout-record.ts";
import type { CheckoutRecord } from "./checkout-record.ts";

/** A payer's call of the hosted page; the path names no merchant, so that the page has found it. */
export interface CheckoutCall extends Omit<Call, "preference" | "version"> {
  readonly sessionId: string;
}

/** A checkout as it stands. */
export interface CheckoutView {
  readonly checkout: CheckoutRecord;
  readonly orderId: string;
  /** Undefined: nobody has tried to pay yet. */
  readonly order: Order | undefined;
  readonly state: "open" | "paid" | "expired";
  /** How long the payer still has; undefined when it is not open, or the merchant's clock stands. */
  readonly secondsLeft: number | undefined;
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
  const { now, setting } = await clocks.read(merchant.id);
  const stored = await store.find({ merchantId: merchant.id, orderId });
  const session = readSession(await store.findRecord(merchant.id, sessionRef(sessionId)));
  const order = stored && withDueEntries(stored, now);
  const left = session === undefined ? 0 : Math.min(session.expiresAt, timeOutOf(checkout)) - now;
  const content = session && contentOf(parts, { merchantId: merchant.id, id: sessionId, session });
  const isPaid = isPaidBy(checkout, order) || (isCollected(checkout) && valueAt(content, CARD) !== undefined);
  const state = isPaid ? "paid" : left > 0 ? "open" : "expired";
  const secondsLeft = state === "open" && setting.mode === "real" ? Math.ceil(left / 1000) : undefined;
  return { checkout, orderId, order, state, secondsLeft, sessionVersion: session?.version ?? "" };
}

/** The payer has the seconds of `interaction.timeout` from the moment the checkout was begun (assumption A269). */
function timeOutOf({ begunAt, request }: CheckoutRecord): number {
  const seconds = valueAt(request, "interaction.timeout");
  return typeof seconds === "number" && begunAt > 0 ? begunAt + seconds * 1000 : Infinity;
}

/** Where the payer goes; undefined when the merchant names nothing that a browser can open. */
export function addressIn(
  { request }: CheckoutRecord,
  name: "cancelUrl" | "returnUrl" | "timeoutUrl",
): string | undefined {
  const url = textAt(request, `interaction.${name}`);
  return url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
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
