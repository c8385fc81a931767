import { paymentLinkIn } from "../../domain/request/checkout.ts";
import { textAt } from "../../domain/json.ts";
import type { CheckoutRecord } from "./checkout-record.ts";

/** Where the issuer's page sends the payer of a checkout back to, behind it the session's id. */
export const CHECKOUT_RETURN = "/checkout/return";

/** The addresses that a merchant may name for its payers. */
type AddressName = "cancelUrl" | "redirectMerchantUrl" | "returnUrl" | "timeoutUrl";

/** Where the payer goes; undefined when the merchant names nothing that a browser can open. */
export function addressIn({ request }: CheckoutRecord, name: AddressName): string | undefined {
  return openable(textAt(request, `interaction.${name}`));
}

export function openable(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}

/** Whether the payer sees the checkout in a frame of the merchant's page. */
export function isFramed({ showing }: CheckoutRecord): boolean {
  return showing !== undefined && showing.as !== "page";
}

/** Where a payer goes who cancels; undefined: there is nothing to cancel. */
export function cancelAddress(checkout: CheckoutRecord): string | undefined {
  if (isFramed(checkout)) return undefined;
  return addressIn(checkout, "cancelUrl") ?? backToPage(checkout, "cancel");
}

/** Where a payer goes whose time, or whose link, is over; undefined: the page says so. */
export function timeoutAddress(checkout: CheckoutRecord): string | undefined {
  const link = paymentLinkIn(checkout.request);
  if (link !== undefined) return openable(link.errorUrl);
  const isCalled = checkout.showing?.calls.includes("timeout") === true && !isFramed(checkout);
  return addressIn(checkout, "timeoutUrl") ?? (isCalled ? backToPage(checkout, "timeout") : undefined);
}

/** The merchant's page that showed the checkout, with what came of it in the fragment (assumption A288). */
export function backToPage({ showing }: CheckoutRecord, action: string): string | undefined {
  return showing?.as === "page" ? `${showing.page}#__hc-action-${action}` : undefined;
}

/** The merchant's address with what came of the checkout in its query. */
export function withResult(address: string, result: string): string {
  const [beforeFragment = "", ...fragment] = address.split("#");
  const joint = beforeFragment.includes("?") ? "&" : "?";
  return [`${beforeFragment}${joint}${result}`, ...fragment].join("#");
}
