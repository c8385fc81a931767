import { paymentOf } from "../../domain/checkout.ts";
import { textAt } from "../../domain/json.ts";
import type { CheckoutView } from "../../gateway/checkout/checkout-view.ts";
import { descriptionList } from "./description-list.ts";
import { html } from "../../report/html/markup.ts";
import type { Markup } from "../../report/html/markup.ts";
import type { PageAnswer } from "./page.ts";

/** What is said beside the form after an attempt that was not taken, and how the page is then answered. */
export interface Attempted {
  readonly status: 200 | 400;
  readonly says: string;
}

/** The page on which a payer enters a card. */
export function checkoutPage(view: CheckoutView, attempted: Attempted | undefined): PageAnswer {
  const fault = attempted && html`<p class="fault" role="alert">${attempted.says}</p>`;
  const rest = view.state === "open" ? form(view) : html`<p role="status">${STATES[view.state]}</p>`;
  return {
    status: attempted?.status ?? 200,
    title: "Checkout",
    content: html`${summary(view)}${fault || undefined}${rest}`,
  };
}

/** Where the payer ends when the merchant has no page of its own for it. */
export function receiptPage(view: CheckoutView): PageAnswer {
  const text = view.state === "paid" ? STATES.paid : "The payment was not made.";
  return {
    status: 200,
    title: "Receipt",
    content: html`${summary(view)}
      <p role="status">${text}</p>`,
  };
}

const STATES = { open: "", paid: "The payment was made.", expired: "The session has expired." } as const;

function summary({ checkout: { request }, orderId }: CheckoutView): Markup {
  return descriptionList([
    ["Merchant", textAt(request, "interaction.merchant.name")],
    ["Order", orderId],
    ["Amount", amountOf(request)],
    ["Description", textAt(request, "order.description")],
  ]);
}

function amountOf(request: CheckoutView["checkout"]["request"]): string {
  const amount = textAt(request, "order.amount") ?? textAt(request, "order.netAmount") ?? "";
  return `${amount} ${textAt(request, "order.currency") ?? ""}`.trim();
}

interface Field {
  readonly name: string;
  /** Of the card, in the request that the form becomes. */
  readonly member: string;
  readonly label: string;
  readonly length: string;
  readonly autocomplete: string;
  readonly isNumeric: boolean;
}

const FIELDS: readonly Field[] = [
  {
    name: "nameOnCard",
    member: "nameOnCard",
    label: "Name on card",
    length: "256",
    autocomplete: "cc-name",
    isNumeric: false,
  },
  {
    name: "number",
    member: "number",
    label: "Card number",
    length: "23",
    autocomplete: "cc-number",
    isNumeric: true,
  },
  {
    name: "expiryMonth",
    member: "expiry.month",
    label: "Expiry month (MM)",
    length: "2",
    autocomplete: "cc-exp-month",
    isNumeric: true,
  },
  {
    name: "expiryYear",
    member: "expiry.year",
    label: "Expiry year (YY)",
    length: "2",
    autocomplete: "cc-exp-year",
    isNumeric: true,
  },
  {
    name: "securityCode",
    member: "securityCode",
    label: "Security code",
    length: "4",
    autocomplete: "cc-csc",
    isNumeric: true,
  },
];

/** How a person knows the field of a request: by the label on the page, when it stands there. */
export function labelOf(field: string): string {
  const shown = FIELDS.find(({ member }) => field === `sourceOfFunds.provided.card.${member}`);
  return shown?.label ?? field;
}

/** What was entered is never sent back, as it is a card. */
function form({ checkout: { request } }: CheckoutView): Markup {
  const verb = paymentOf(request) === "PAY" || paymentOf(request) === "AUTHORIZE" ? "Pay" : "Submit";
  const fields = FIELDS.map(
    ({ name, label, length, autocomplete, isNumeric }) =>
      html`<label for="${name}">${label}</label>
        <input
          id="${name}"
          name="${name}"
          maxlength="${length}"
          autocomplete="${autocomplete}"
          inputmode="${isNumeric ? "numeric" : "text"}"
        />`,
  );
  return html`<form method="post">
    <fieldset>
      <legend>Card</legend>
      ${fields}
    </fieldset>
    <button>${verb} ${verb === "Pay" ? amountOf(request) : ""}</button>
  </form>`;
}
