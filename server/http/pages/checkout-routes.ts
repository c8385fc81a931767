import type { Request, Router } from "express";
import { maskNumber, maskText } from "../../domain/card/card.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { addressIn } from "../../gateway/checkout/checkout-view.ts";
import type { CheckoutCall, CheckoutView } from "../../gateway/checkout/checkout-view.ts";
import type { CheckoutCard, CheckoutEntry } from "../../gateway/checkout/pay.ts";
import type { AppParts } from "../parts.ts";
import { recordingOf } from "../gateway/exchange-recorder.ts";
import { checkoutPage, fieldFaults, labelOf, memberOf, receiptPage, sayFaults } from "./checkout-page.ts";
import type { FieldFaults, KeptInput } from "./checkout-page.ts";
import { formOf, SEALED_NUMBER } from "./form.ts";
import type { Form } from "./form.ts";
import { mountPage } from "./mount-page.ts";
import type { PageAnswer } from "./page.ts";

/** The hosted payment page of a checkout, and the receipt of one that has no page of the merchant to return to. */
export function checkoutRoutes(parts: AppParts, router: Router): void {
  mountPage(router, parts, "/checkout/pay/:id", {
    get: async (request, id) => {
      const view = await viewOf(parts, await callOf(parts, request, id));
      return timedOut(view) ?? checkoutPage(view, undefined);
    },
    post: async (request, id) => {
      const call = await callOf(parts, request, id);
      const form = formOf(request);
      const view = await viewOf(parts, call);
      return (
        cancelled(request, view, form) ??
        timedOut(view) ??
        submitted(parts, { request, call, view, form: withNumber(parts, call, form) })
      );
    },
  });
  mountPage(router, parts, "/checkout/receipt/:id", {
    get: async (request, id) => receiptPage(await viewOf(parts, await callOf(parts, request, id))),
    post: undefined,
  });
}

/** What a payer sent, and the checkout as it was then. */
interface Submission {
  readonly request: Request;
  readonly call: CheckoutCall;
  readonly view: CheckoutView;
  readonly form: Form;
}

async function viewOf(parts: AppParts, call: CheckoutCall): Promise<CheckoutView> {
  return found(await parts.gateway.checkout.view(call));
}

/** To the merchant, who said where; the checkout stays as it is (assumption A269). */
function cancelled(request: Request, view: CheckoutView, form: Form): PageAnswer | undefined {
  const location = addressIn(view.checkout, "cancelUrl");
  if (form["action"] !== "cancel" || view.state !== "open" || location === undefined) return undefined;
  const { draft } = recordingOf(request);
  draft.notes = [...draft.notes, "The payer cancelled the checkout."];
  return { status: 303, location };
}

function timedOut({ checkout, state }: CheckoutView): PageAnswer | undefined {
  const location = addressIn(checkout, "timeoutUrl");
  return state === "expired" && location !== undefined ? { status: 303, location } : undefined;
}

/** A number that was left empty is the one of the attempt before. */
function withNumber({ gateway }: AppParts, call: CheckoutCall, form: Form): Form {
  const sealed = form[SEALED_NUMBER];
  if (form["number"] || sealed === undefined) return form;
  return { ...form, number: gateway.checkout.openNumber(call, sealed) ?? "" };
}

/** Everything that is wrong with the card is told at once, and then nothing is tried. */
async function submitted(parts: AppParts, submission: Submission): Promise<PageAnswer> {
  const { request, call, view, form } = submission;
  const card = cardIn(form);
  const isOpen = view.state === "open";
  const faults = isOpen ? fieldFaults(form, await parts.gateway.checkout.cardFaults(call, view, card)) : {};
  const [first] = Object.entries(faults);
  if (first !== undefined) {
    const [name, why] = first;
    const fault = { field: memberOf(name), validationType: form[name] ? "INVALID" : "MISSING" } as const;
    recordingOf(request).fail(new Refusal("contract", why, fault));
    const says = sayFaults(faults);
    return checkoutPage(view, { status: 400, says, faults, kept: keptOf(parts, submission, faults) });
  }
  const entry = { card, consents: form["saveCard"] !== undefined };
  return paid(parts, call, entry).catch(async (error: unknown) => {
    const says = refusalShown(request, error);
    const kept = keptOf(parts, submission, {});
    return checkoutPage(await viewOf(parts, call), { status: 400, says, faults: {}, kept });
  });
}

/** Paid: back to the merchant. Declined: the payer stays, and may try another card. */
async function paid(parts: AppParts, call: CheckoutCall, entry: CheckoutEntry): Promise<PageAnswer> {
  const { checkout } = parts.gateway;
  const payment = found(await checkout.pay(call, entry));
  if (payment.isPaid) return { status: 303, location: payment.returnUrl };
  const says = `The payment was not made: ${payment.gatewayCode ?? "no answer"}. You can try again.`;
  const kept = { shown: { nameOnCard: maskText(entry.card.nameOnCard ?? "") }, number: undefined };
  return checkoutPage(await viewOf(parts, call), { status: 200, says, faults: {}, kept });
}

/** What the person can mend is shown beside the form; anything else is passed on. */
function refusalShown(request: Request, error: unknown): string {
  if (!(error instanceof Refusal) || !(error.reason === "contract" || error.reason === "rule")) throw error;
  recordingOf(request).fail(error);
  const label = error.fault && `${labelOf(error.fault.field)}: `;
  return `${label ?? ""}${error.explanation}.`;
}

const SHOWN_AGAIN = ["nameOnCard", "expiryMonth", "expiryYear", "saveCard"];

/** A security code is entered anew, and so is a number that was wrong. */
function keptOf({ gateway }: AppParts, { call, form }: Submission, faults: FieldFaults): KeptInput {
  const { number = "" } = form;
  const shown = SHOWN_AGAIN.flatMap((name) =>
    form[name] === undefined ? [] : [[name, maskText(form[name])] as const],
  );
  const isKept = number !== "" && faults["number"] === undefined;
  const sealed = isKept ? gateway.checkout.sealNumber(call, number) : "";
  return {
    shown: Object.fromEntries(shown),
    number: isKept ? { sealed, masked: maskNumber(number) } : undefined,
  };
}

/** Fields that were left empty are not there. */
function cardIn(form: Form): CheckoutCard {
  return {
    number: form["number"] ?? "",
    expiryMonth: form["expiryMonth"] ?? "",
    expiryYear: form["expiryYear"] ?? "",
    securityCode: form["securityCode"] || undefined,
    nameOnCard: form["nameOnCard"] || undefined,
  };
}

async function callOf(parts: AppParts, request: Request, sessionId: string): Promise<CheckoutCall> {
  const target = await parts.gateway.checkout.find(sessionId);
  const merchant = target && parts.merchants.find(target.merchantId);
  if (merchant === undefined) throw unknownPage();
  return { draft: recordingOf(request).draft, merchant, sessionId };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw unknownPage();
  return value;
}

function unknownPage(): Refusal {
  return new Refusal("unknown-path", "There is no checkout at this address");
}
