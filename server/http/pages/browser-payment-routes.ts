import type { Request, Router } from "express";
import { addressUseOf } from "../../domain/order/browser-payment.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { PayerCall, PayerView } from "../../gateway/browser/browser-payments.ts";
import { PAYER_ACTIONS } from "../../domain/order/browser-payment.ts";
import type { PayerAction } from "../../domain/order/browser-payment.ts";
import type { AppParts } from "../parts.ts";
import { recordingOf } from "../gateway/exchange-recorder.ts";
import { changedAddress, faultsOf, readAddress } from "./address-form.ts";
import { browserPaymentPage, returnUrlOf } from "./browser-payment-page.ts";
import { formOf } from "./form.ts";
import type { Form } from "./form.ts";
import { mountPage } from "./mount-page.ts";
import type { PageAnswer } from "./page.ts";

const PATH = "/browser-payment/:id";

/** The page of a browser payment: GET shows it, POST does what the payer chose. */
export function browserPaymentRoutes(parts: AppParts, router: Router): void {
  mountPage(router, parts, PATH, {
    get: async (request, id) => {
      const call = await callOf(parts, request, id);
      return browserPaymentPage(call.target, found(await payments(parts).view(call)), undefined);
    },
    post: async (request, id) => chosen(parts, await callOf(parts, request, id), formOf(request)),
  });
}

async function chosen(parts: AppParts, call: PayerCall, form: Form): Promise<PageAnswer> {
  const action = PAYER_ACTIONS.find((it) => it === form["action"]);
  if (action === undefined) {
    throw new Refusal("contract", `action is one of ${PAYER_ACTIONS.join(", ")}`);
  }
  const view = found(await payments(parts).view(call));
  const address = readAddress(form);
  const faults = takesAddress(view, action) ? faultsOf(address) : {};
  if (Object.keys(faults).length > 0) return browserPaymentPage(call.target, view, { address, faults });
  call.draft.notes = [...call.draft.notes, `The payer chose ${action}.`];
  const changed = changedAddress(view.entry.request, address);
  const { entry } = found(await payments(parts).act(call, action, changed));
  // Back to the page itself when there is nowhere else to go: it then shows what came of the payment.
  return { status: 303, location: returnUrlOf(entry) ?? entry.browser.redirectUrl };
}

function takesAddress({ entry, isOpen }: PayerView, action: PayerAction): boolean {
  return isOpen && action === "pay" && addressUseOf(entry.request) === "editable";
}

async function callOf(parts: AppParts, request: Request, id: string): Promise<PayerCall> {
  const target = await payments(parts).find(id);
  const merchant = target && parts.merchants.find(target.merchantId);
  if (target === undefined || merchant === undefined) throw unknownPage();
  return { draft: recordingOf(request).draft, merchant, target };
}

/** The order may be gone since, by a reset. */
function found(view: PayerView | undefined): PayerView {
  if (view === undefined) throw unknownPage();
  return view;
}

function unknownPage(): Refusal {
  return new Refusal("unknown-path", "There is no payment at this address");
}

function payments({ gateway }: AppParts): AppParts["gateway"]["browserPayments"] {
  return gateway.browserPayments;
}
