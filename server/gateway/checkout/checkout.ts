import type { CheckoutOperation } from "../../domain/request/checkout.ts";
import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Answer } from "../answers/answer.ts";
import type { Call, Payload } from "../call.ts";
import { reachedAt } from "../parts.ts";
import type { GatewayParts } from "../parts.ts";
import { findPage } from "../pages.ts";
import type { PageTarget } from "../pages.ts";
import { enteredAt } from "./authenticate.ts";
import { viewCheckout } from "./checkout-view.ts";
import type { CheckoutCall, CheckoutView } from "./checkout-view.ts";
import { entryFaults } from "./entry-faults.ts";
import type { EntryFault } from "./entry-faults.ts";
import { checkoutRef, readCheckout } from "./checkout-record.ts";
import { initiateCheckout } from "./initiate.ts";
import { declinedAddress } from "./checkout-view.ts";
import { payCheckout, resultOf, resumeCheckout } from "./pay.ts";
import { showCheckout } from "./show.ts";
import type { ShowRequest } from "./show.ts";
import type { CheckoutEntry } from "./entry.ts";
import type { CheckoutPayment, CheckoutResult } from "./pay.ts";

/** Checkouts: what the merchant begins, and what the hosted page needs to let the payer finish it. */
export interface Checkout {
  initiate: (call: Call, operation: CheckoutOperation, payload: Payload) => Promise<Answer>;
  /** The checkout of a session; undefined when there is none. */
  find: (sessionId: string) => Promise<PageTarget | undefined>;
  /** `interaction.locale` of the checkout of a session, if it has one and the merchant says so. */
  localeOf: (merchantId: string, sessionId: string) => Promise<string | undefined>;
  view: (call: CheckoutCall) => Promise<CheckoutView | undefined>;
  /** What a merchant's page asks for by the script: a look at its configuration, or also to show the checkout. */
  show: (call: CheckoutCall, asked: ShowRequest) => Promise<Answer>;
  /** What is wrong with what the payer entered, all of it at once. */
  entryFaults: (
    call: CheckoutCall,
    view: CheckoutView,
    members: JsonObject,
  ) => Promise<readonly EntryFault[]>;
  /** What the merchant learns of it, and where the payer goes for it when the merchant names an address. */
  result: (call: CheckoutCall, view: CheckoutView) => CheckoutResult;
  /** Where a payer goes whose card was declined as often as the merchant lets it be; undefined: he may try again. */
  declinedAddress: (view: CheckoutView) => string | undefined;
  /** A card number for the page to send back, in a form that only this checkout can open. */
  sealNumber: (call: CheckoutCall, number: string) => string;
  /** Undefined when it was sealed for something else, or never. */
  openNumber: (call: CheckoutCall, sealed: string) => string | undefined;
  /** What the payer entered last and did not pay with, for the form; undefined: nothing yet. */
  entered: (call: CheckoutCall) => Promise<CheckoutEntry | undefined>;
  /** Pays with the card that the payer gave. Throws a Refusal for what cannot be paid so. */
  pay: (call: CheckoutCall, entry: CheckoutEntry) => Promise<CheckoutPayment | undefined>;
  /** Goes on with what the payer entered, once the browser is back from the card's issuer. */
  resume: (call: CheckoutCall) => Promise<CheckoutPayment | undefined>;
}

export function createCheckout(parts: GatewayParts): Checkout {
  return {
    initiate: (call, operation, payload) =>
      initiateCheckout(reachedAt(parts, call), call, operation, payload),
    find: (sessionId) => findPage(parts, "checkout", sessionId),
    localeOf: async (merchantId, sessionId) => {
      const checkout = readCheckout(await parts.store.findRecord(merchantId, checkoutRef(sessionId)));
      return textAt(checkout?.request, "interaction.locale");
    },
    view: (call) => viewCheckout(parts, call),
    show: (call, asked) => showCheckout(parts, call, asked),
    entryFaults: (call, view, members) => entryFaults(parts, call, view, members),
    result: (call, view) => resultOf(parts, call, view),
    declinedAddress,
    sealNumber: ({ merchant, sessionId }, number) =>
      parts.vault.seal(merchant.id, checkoutRef(sessionId), { number }),
    openNumber: ({ merchant, sessionId }, sealed) => {
      try {
        return textAt(parts.vault.open(merchant.id, checkoutRef(sessionId), sealed), "number");
      } catch {
        return undefined;
      }
    },
    entered: (call) => enteredAt(parts, call),
    pay: (call, entry) => payCheckout(reachedAt(parts, call), call, entry),
    resume: (call) => resumeCheckout(reachedAt(parts, call), call),
  };
}
