import type { Request } from "express";
import type { AuthenticationTransaction } from "../../../domain/order/order.ts";
import { acsUrlOf, creqOf } from "../../../gateway/authentication/addresses.ts";
import {
  cancelAddress,
  CHECKOUT_RETURN,
  isFramed,
  timeoutAddress,
} from "../../../gateway/checkout/destinations.ts";
import type { CheckoutCall, CheckoutView } from "../../../gateway/checkout/checkout-view.ts";
import { recordingOf } from "../../gateway/exchange-recorder.ts";
import { onwardPage } from "../authentication/onward-page.ts";
import type { AppParts } from "../../parts.ts";
import type { Form } from "../form.ts";
import type { PageAnswer } from "../page.ts";
import { languageFor, methodPage } from "./page.ts";

/** To the merchant, who said where; the checkout stays as it is (assumption A269). */
export function cancelled(request: Request, view: CheckoutView, form: Form): PageAnswer | undefined {
  const location = cancelAddress(view.checkout);
  if (form["action"] !== "cancel" || view.state !== "open" || location === undefined) return undefined;
  const { draft } = recordingOf(request);
  draft.notes = [...draft.notes, "The payer cancelled the checkout."];
  return { status: 303, location };
}

/** Whoever comes once more, as with the browser's button to go back, goes on to the merchant (assumption A511). */
export function doneBefore(parts: AppParts, call: CheckoutCall, view: CheckoutView): PageAnswer | undefined {
  if (view.state !== "paid" || isFramed(view.checkout)) return undefined;
  return { status: 303, location: parts.gateway.checkout.result(call, view).returnUrl };
}

/** A frame stays where it is: the merchant's page around it goes. */
export function timedOut({ checkout, state }: CheckoutView): PageAnswer | undefined {
  const location = isFramed(checkout) ? undefined : timeoutAddress(checkout);
  const isOver = state === "expired" || state === "used-up";
  return isOver && location !== undefined ? { status: 303, location } : undefined;
}

/** To the issuer's hidden page or, when the payer is asked, to its page; both lead back to us. */
export function toIssuer(
  view: CheckoutView,
  waitsFor: AuthenticationTransaction,
  { sessionId }: CheckoutCall,
): PageAnswer {
  const { authentication } = waitsFor;
  if (authentication.stage !== "CHALLENGE")
    return methodPage(view, waitsFor, `${CHECKOUT_RETURN}/${sessionId}`);
  const language = languageFor(view);
  const fields = [["creq", creqOf(authentication)]] as const;
  return onwardPage(language, { address: acsUrlOf(authentication), fields }, language.words.asking);
}
