import type { Request, Router } from "express";
import { Refusal } from "../../domain/refusal.ts";
import type { CheckoutCall, CheckoutView } from "../../gateway/checkout/checkout-view.ts";
import type { CheckoutCard } from "../../gateway/checkout/pay.ts";
import type { AppParts } from "../parts.ts";
import { recordingOf } from "../exchange-recorder.ts";
import { checkoutPage, labelOf, receiptPage } from "./checkout-page.ts";
import { formOf } from "./form.ts";
import type { Form } from "./form.ts";
import { mountPage } from "./mount-page.ts";
import type { PageAnswer } from "./page.ts";

/** The hosted payment page of a checkout, and the receipt of one that has no page of the merchant to return to. */
export function checkoutRoutes(parts: AppParts, router: Router): void {
  const { checkout } = parts.gateway;
  const viewOf = async (call: CheckoutCall): Promise<CheckoutView> => found(await checkout.view(call));
  mountPage(router, parts, "/checkout/pay/:id", {
    get: async (request, id) => checkoutPage(await viewOf(await callOf(parts, request, id)), undefined),
    post: async (request, id) => {
      const call = await callOf(parts, request, id);
      const card = cardIn(formOf(request));
      return paid(parts, call, card).catch(async (error: unknown) => {
        const says = refusalShown(request, error);
        return checkoutPage(await viewOf(call), { status: 400, says });
      });
    },
  });
  mountPage(router, parts, "/checkout/receipt/:id", {
    get: async (request, id) => receiptPage(await viewOf(await callOf(parts, request, id))),
    post: undefined,
  });
}

/** Paid: back to the merchant. Declined: the payer stays, and may try another card. */
async function paid(parts: AppParts, call: CheckoutCall, card: CheckoutCard): Promise<PageAnswer> {
  const { checkout } = parts.gateway;
  const payment = found(await checkout.pay(call, card));
  if (payment.isPaid) return { status: 303, location: payment.returnUrl };
  const says = `The payment was not made: ${payment.gatewayCode ?? "no answer"}. You can try again.`;
  return checkoutPage(found(await checkout.view(call)), { status: 200, says });
}

/** What the person can mend is shown beside the form; anything else is passed on. */
function refusalShown(request: Request, error: unknown): string {
  if (!(error instanceof Refusal) || !(error.reason === "contract" || error.reason === "rule")) throw error;
  recordingOf(request).fail(error);
  const label = error.fault && `${labelOf(error.fault.field)}: `;
  return `${label ?? ""}${error.explanation}.`;
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
