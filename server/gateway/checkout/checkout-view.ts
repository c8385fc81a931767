import { maskText } from "../../domain/card/card.ts";
import { CARD } from "../../domain/card/card-details.ts";
import { combine } from "../../domain/request/combination.ts";
import { paymentLinkIn, paymentOf } from "../../domain/request/checkout.ts";
import { withDueEntries } from "../../domain/order/due-entries.ts";
import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { forbidsPayment } from "../../domain/order/authentication.ts";
import { currentTransactions, isAuthentication } from "../../domain/order/order.ts";
import type { Order } from "../../domain/order/order.ts";
import { openingOf, statusOf } from "../../domain/order/status.ts";
import { isoTime } from "../../domain/time.ts";
import type { Call } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { contentOf, readSession, sessionRef } from "../sessions/session-record.ts";
import { addressIn, timeoutAddress } from "./destinations.ts";
import { checkoutRef, readCheckout } from "./checkout-record.ts";
import type { CheckoutRecord } from "./checkout-record.ts";

/** A payer's call of the hosted page; the path names no merchant, so that the page has found it. */
export interface CheckoutCall extends Omit<Call, "prefer" | "version"> {
  readonly sessionId: string;
}

/** A checkout as it stands. */
export interface CheckoutView {
  /** As it is kept. */
  readonly kept: CheckoutRecord;
  /** The same with what the session says of the payment now (assumption A510). */
  readonly checkout: CheckoutRecord;
  readonly orderId: string;
  /** Undefined: nobody has tried to pay yet. */
  readonly order: Order | undefined;
  readonly state: "open" | "paid" | "expired" | "used-up";
  /** How long the payer still has; undefined when it is not open, or the merchant's clock stands. */
  readonly secondsLeft: number | undefined;
  readonly sessionVersion: string;
  /** Cards of earlier months, as YYYY-MM by the merchant's clock, have expired; undefined where it takes them all. */
  readonly expiredBefore: string | undefined;
}

/** Undefined when there is no such checkout. */
export async function viewCheckout(
  parts: GatewayParts,
  call: CheckoutCall,
): Promise<CheckoutView | undefined> {
  const { merchant, sessionId, draft } = call;
  const { store, clocks } = parts;
  const kept = readCheckout(await store.findRecord(merchant.id, checkoutRef(sessionId)));
  if (kept === undefined) return undefined;
  const orderId = textAt(kept.request, "order.id") ?? "";
  draft.merchantId = merchant.id;
  draft.request = { ...draft.request, orderId: maskText(orderId) };
  const { now, setting } = await clocks.read(merchant.id);
  const stored = await store.find({ merchantId: merchant.id, orderId });
  const session = readSession(await store.findRecord(merchant.id, sessionRef(sessionId)));
  const order = stored && withDueEntries(stored, now);
  const left = session === undefined ? 0 : Math.min(session.expiresAt, timeOutOf(kept)) - now;
  const content = session && contentOf(parts, { merchantId: merchant.id, id: sessionId, session });
  const checkout = { ...kept, request: asSessionSays(kept.request, content) };
  const isPaid = isPaidBy(checkout, order) || (isCollected(checkout) && valueAt(content, CARD) !== undefined);
  const isUsedUp = attemptsOn(order) >= (paymentLinkIn(checkout.request)?.attempts ?? Infinity);
  const state = isPaid ? "paid" : isUsedUp ? "used-up" : left > 0 ? "open" : "expired";
  const secondsLeft = state === "open" && setting.mode === "real" ? Math.ceil(left / 1000) : undefined;
  const expiredBefore =
    merchant.expiredCards === "ignore" ? undefined : isoTime(now).slice(0, "YYYY-MM".length);
  const sessionVersion = session?.version ?? "";
  return { kept, checkout, orderId, order, state, secondsLeft, sessionVersion, expiredBefore };
}

/** What the payment takes from the session, which the merchant may have updated since (assumption A510). */
const SHOWN = ["billing", "customer", "order", "shipping"];

function asSessionSays(request: JsonObject, content: JsonObject = {}): JsonObject {
  const shown = Object.entries(content).filter(([group]) => SHOWN.includes(group));
  return shown.length === 0 ? request : combine([Object.fromEntries(shown), request]);
}

/** The payer has the seconds of `interaction.timeout` from the moment the checkout was begun (assumption A269). */
function timeOutOf({ begunAt, request }: CheckoutRecord): number {
  const seconds = valueAt(request, "interaction.timeout");
  return typeof seconds === "number" && begunAt > 0 ? begunAt + seconds * 1000 : Infinity;
}

/**
 * Where a payer goes who was declined: away from a link that has no attempts left, or to the merchant after all retries.
 * For those both members are needed; the first attempt is no retry (assumption A289).
 */
export function declinedAddress({ checkout, order, state }: CheckoutView): string | undefined {
  const afterLink = state === "used-up" ? timeoutAddress(checkout) : undefined;
  const retries = valueAt(checkout.request, "interaction.retryAttemptCount");
  const isLast = typeof retries === "number" && attemptsOn(order) > retries;
  return afterLink ?? (isLast ? addressIn(checkout, "redirectMerchantUrl") : undefined);
}

/** How often a payer has tried at the page. */
function attemptsOn(order: Order | undefined): number {
  if (order === undefined) return 0;
  const payments = order.transactions.filter((it) => it.entryPoint === "CHECKOUT" && !isAuthentication(it));
  return payments.length + failedAuthentications(order);
}

/** NONE is done as soon as the session has the card. */
function isCollected({ request }: CheckoutRecord): boolean {
  return paymentOf(request) === undefined;
}

/** A verification is done when the card is verified; whatever else succeeded on the order has paid it. */
function isPaidBy({ request }: CheckoutRecord, order: Order | undefined): boolean {
  if (order === undefined || paymentOf(request) === undefined) return false;
  const isVerified = paymentOf(request) === "VERIFY" && statusOf(order) === "VERIFIED";
  return isVerified || openingOf(order) !== undefined;
}

/** Gateways number them so: `trans-1`, `trans-2` … (assumption A304). */
export const AUTHENTICATION_PREFIX = "trans-";

/** How often a payer was asked at the page, and did not pass. */
function failedAuthentications(order: Order): number {
  return currentTransactions(order).filter(
    (it) =>
      it.id.startsWith(AUTHENTICATION_PREFIX) &&
      it.operation === "AUTHENTICATE_PAYER" &&
      isAuthentication(it) &&
      forbidsPayment(it.authentication),
  ).length;
}
