import { addressUseOf, isConfirmedAtMerchant, providerOf } from "../../domain/order/browser-payment.ts";
import type { BrowserTransaction } from "../../domain/order/browser-payment.ts";
import { textAt } from "../../domain/json.ts";
import { formatAmount } from "../../domain/money.ts";
import type { PayerView } from "../../gateway/browser/browser-payments.ts";
import type { PayerAction } from "../../domain/order/browser-payment.ts";
import type { PageTarget } from "../../gateway/pages.ts";
import { addressFields, addressLines, addressTextOf } from "./address-form.ts";
import type { AddressFaults, AddressText } from "./address-form.ts";
import { descriptionList } from "./description-list.ts";
import { html } from "../../report/html/markup.ts";
import type { Markup } from "../../report/html/markup.ts";
import type { PageAnswer } from "./page.ts";

/** What stands in the address fields, when it was sent and was not taken. */
export interface Attempt {
  readonly address: AddressText;
  readonly faults: AddressFaults;
}

/** The page on which a person acts as the payer. */
export function browserPaymentPage(
  { merchantId, orderId }: PageTarget,
  { entry, isOpen }: PayerView,
  attempt: Attempt | undefined,
): PageAnswer {
  const { request } = entry;
  const list = descriptionList([
    ["Merchant", merchantId],
    ["Order", orderId],
    ["Amount", amountOf(entry)],
    ["Description", textAt(request, "order.description")],
    ["Reference", textAt(request, "order.reference")],
    ["Provider", providerOf(request)],
  ]);
  const rest = isOpen ? form(entry, attempt) : finished(entry);
  const status = attempt === undefined ? 200 : 400;
  return {
    status,
    title: `Payment with ${providerOf(request)}`,
    content: html`<div class="sheet">${list}${rest}</div>`,
  };
}

/** Where the payer goes afterwards, when it is somewhere that a browser can go. Nothing is appended (assumption A180). */
export function returnUrlOf({ request }: BrowserTransaction): string | undefined {
  const url = textAt(request, "browserPayment.returnUrl");
  return url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}

function amountOf({ request, amount, currency }: BrowserTransaction): string {
  return `${textAt(request, "order.amount") ?? formatAmount(amount)} ${currency}`;
}

function form(entry: BrowserTransaction, attempt: Attempt | undefined): Markup {
  const { request } = entry;
  const pay = isConfirmedAtMerchant(request)
    ? "Agree, and confirm at the merchant"
    : `Pay ${amountOf(entry)}`;
  const actions: readonly (readonly [PayerAction, string])[] = [
    ["pay", pay],
    ["decline", "Be declined"],
    ["cancel", "Cancel"],
    ["leave-pending", "Leave it pending"],
  ];
  const buttons = actions.map(
    ([action, label]) =>
      html`<button name="action" value="${action}" class="${action === "pay" ? "main" : ""}">
        ${label}
      </button>`,
  );
  return html`<form method="post">
    ${address(entry, attempt)}
    <div class="actions">${buttons}</div>
  </form>`;
}

function address({ request }: BrowserTransaction, attempt: Attempt | undefined): Markup | undefined {
  const use = addressUseOf(request);
  const given = addressTextOf(request);
  if (use === "editable") return addressFields(attempt?.address ?? given, attempt?.faults ?? {});
  const isThere = Object.values(given).some((value) => value !== "");
  return use === "shown" && isThere ? addressLines(given) : undefined;
}

function finished(entry: BrowserTransaction): Markup {
  const url = returnUrlOf(entry);
  const link = url && html`<p><a href="${url}">Return to the merchant</a></p>`;
  return html`<p role="status">There is nothing left to do here: ${entry.outcome.gatewayCode}.</p>
    ${link || undefined}`;
}
