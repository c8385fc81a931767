import type { CheckoutOperation } from "../../domain/checkout.ts";
import type { Answer } from "../answer.ts";
import type { Call, Payload } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { findPage } from "../pages.ts";
import type { PageTarget } from "../pages.ts";
import { viewCheckout } from "./checkout-view.ts";
import type { CheckoutCall, CheckoutView } from "./checkout-view.ts";
import { initiateCheckout } from "./initiate.ts";
import { payCheckout } from "./pay.ts";
import type { CheckoutCard, CheckoutPayment } from "./pay.ts";

/** Checkouts: what the merchant begins, and what the hosted page needs to let the payer finish it. */
export interface Checkout {
  initiate: (call: Call, operation: CheckoutOperation, payload: Payload) => Promise<Answer>;
  /** The checkout of a session; undefined when there is none. */
  find: (sessionId: string) => Promise<PageTarget | undefined>;
  view: (call: CheckoutCall) => Promise<CheckoutView | undefined>;
  /** Pays with the card that the payer gave. Throws a Refusal for what cannot be paid so. */
  pay: (call: CheckoutCall, card: CheckoutCard) => Promise<CheckoutPayment | undefined>;
}

export function createCheckout(parts: GatewayParts): Checkout {
  return {
    initiate: (call, operation, payload) => initiateCheckout(parts, call, operation, payload),
    find: (sessionId) => findPage(parts, "checkout", sessionId),
    view: (call) => viewCheckout(parts, call),
    pay: (call, card) => payCheckout(parts, call, card),
  };
}
