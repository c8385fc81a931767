import type { CheckoutOperation } from "../../domain/request/checkout.ts";
import { textAt } from "../../domain/json.ts";
import type { Answer } from "../answers/answer.ts";
import type { Call, Payload } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { findPage } from "../pages.ts";
import type { PageTarget } from "../pages.ts";
import { viewCheckout } from "./checkout-view.ts";
import type { CheckoutCall, CheckoutView } from "./checkout-view.ts";
import { cardFaults } from "./card-faults.ts";
import type { CardFault } from "./card-faults.ts";
import { checkoutRef } from "./checkout-record.ts";
import { initiateCheckout } from "./initiate.ts";
import { payCheckout } from "./pay.ts";
import type { CheckoutCard, CheckoutEntry, CheckoutPayment } from "./pay.ts";

/** Checkouts: what the merchant begins, and what the hosted page needs to let the payer finish it. */
export interface Checkout {
  initiate: (call: Call, operation: CheckoutOperation, payload: Payload) => Promise<Answer>;
  /** The checkout of a session; undefined when there is none. */
  find: (sessionId: string) => Promise<PageTarget | undefined>;
  view: (call: CheckoutCall) => Promise<CheckoutView | undefined>;
  /** What is wrong with the card that the payer gave, all of it at once. */
  cardFaults: (call: CheckoutCall, view: CheckoutView, card: CheckoutCard) => Promise<readonly CardFault[]>;
  /** A card number for the page to send back, in a form that only this checkout can open. */
  sealNumber: (call: CheckoutCall, number: string) => string;
  /** Undefined when it was sealed for something else, or never. */
  openNumber: (call: CheckoutCall, sealed: string) => string | undefined;
  /** Pays with the card that the payer gave. Throws a Refusal for what cannot be paid so. */
  pay: (call: CheckoutCall, entry: CheckoutEntry) => Promise<CheckoutPayment | undefined>;
}

export function createCheckout(parts: GatewayParts): Checkout {
  return {
    initiate: (call, operation, payload) => initiateCheckout(parts, call, operation, payload),
    find: (sessionId) => findPage(parts, "checkout", sessionId),
    view: (call) => viewCheckout(parts, call),
    cardFaults: (call, view, card) => cardFaults(parts, call, view, card),
    sealNumber: ({ merchant, sessionId }, number) =>
      parts.vault.seal(merchant.id, checkoutRef(sessionId), { number }),
    openNumber: ({ merchant, sessionId }, sealed) => {
      try {
        return textAt(parts.vault.open(merchant.id, checkoutRef(sessionId), sealed), "number");
      } catch {
        return undefined;
      }
    },
    pay: (call, entry) => payCheckout(parts, call, entry),
  };
}
