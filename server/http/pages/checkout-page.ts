import { CARD } from "../../domain/card/card-details.ts";
import { paymentOf } from "../../domain/request/checkout.ts";
import { textAt } from "../../domain/json.ts";
import type { CardFault } from "../../gateway/checkout/card-faults.ts";
import { addressIn } from "../../gateway/checkout/checkout-view.ts";
import { asksConsent } from "../../gateway/checkout/pay.ts";
import type { CheckoutView } from "../../gateway/checkout/checkout-view.ts";
import { SEALED_NUMBER } from "./form.ts";
import type { Form } from "./form.ts";
import { descriptionList } from "./description-list.ts";
import { html } from "../../report/html/markup.ts";
import type { Markup } from "../../report/html/markup.ts";
import type { PageAnswer } from "./page.ts";

/** What became of what the payer sent, and what of it stands in the form again. */
export interface Attempted {
  readonly status: 200 | 400;
  readonly says: string;
  readonly faults: FieldFaults;
  readonly kept: KeptInput;
}

/** What is wrong, by the names of the fields. */
export type FieldFaults = Readonly<Record<string, string>>;

/** The fields that are shown again, by name, masked. Card number and security code never are. */
export interface KeptInput {
  readonly shown: Readonly<Record<string, string>>;
  /** The card number: as nobody can read it, and as it is shown. */
  readonly number: { readonly sealed: string; readonly masked: string } | undefined;
}

/** The page on which a payer enters a card. */
export function checkoutPage(view: CheckoutView, attempted: Attempted | undefined): PageAnswer {
  const isOpen = view.state === "open";
  const fault = attempted && html`<p class="notice bad" role="alert">${attempted.says}</p>`;
  const rest = isOpen ? form(view, attempted) : html`<p role="status">${STATES[view.state]}</p>`;
  return {
    status: attempted?.status ?? 200,
    title: "Checkout",
    content: html`<div class="sheet">${summary(view)}${fault}${rest}</div>`,
    script: "payment-page",
    refreshAfter: view.secondsLeft,
  };
}

/** Where the payer ends when the merchant has no page of its own for it. */
export function receiptPage(view: CheckoutView): PageAnswer {
  const text = view.state === "paid" ? STATES.paid : "The payment was not made.";
  return {
    status: 200,
    title: "Receipt",
    content: html`<div class="sheet">
      ${summary(view)}
      <p role="status">${text}</p>
    </div>`,
  };
}

const STATES = {
  open: "",
  paid: "The payment was made.",
  expired: "The time for this checkout is over.",
} as const;

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
  /** What the payer is asked for when it is not in the form that it has to have. */
  readonly asks: string;
  readonly isNeeded: boolean;
}

const FIELDS: readonly Field[] = [
  {
    name: "nameOnCard",
    member: "nameOnCard",
    label: "Name on card",
    length: "256",
    autocomplete: "cc-name",
    isNumeric: false,
    asks: "Enter at most 256 characters",
    isNeeded: false,
  },
  {
    name: "number",
    member: "number",
    label: "Card number",
    length: "23",
    autocomplete: "cc-number",
    isNumeric: true,
    asks: "Enter the card number, 9 to 19 digits",
    isNeeded: true,
  },
  {
    name: "expiryMonth",
    member: "expiry.month",
    label: "Expiry month (MM)",
    length: "2",
    autocomplete: "cc-exp-month",
    isNumeric: true,
    asks: "Enter the month as two digits, 01 to 12",
    isNeeded: true,
  },
  {
    name: "expiryYear",
    member: "expiry.year",
    label: "Expiry year (YY)",
    length: "2",
    autocomplete: "cc-exp-year",
    isNumeric: true,
    asks: "Enter the last two digits of the year",
    isNeeded: true,
  },
  {
    name: "securityCode",
    member: "securityCode",
    label: "Security code",
    length: "4",
    autocomplete: "cc-csc",
    isNumeric: true,
    asks: "Enter three digits, or four for American Express",
    isNeeded: false,
  },
];

/** How a person knows the field of a request: by the label on the page, when it stands there. */
export function labelOf(field: string): string {
  const shown = FIELDS.find(({ member }) => field === `${CARD}.${member}`);
  return shown?.label ?? field;
}

/** The faults of the fields in their order: those that were left empty, and what the payment has against the others. */
export function fieldFaults(values: Form, faults: readonly CardFault[]): FieldFaults {
  const told = FIELDS.flatMap(({ name, member, asks, isNeeded }) => {
    const fault = faults.find((it) => it.member === member);
    const isMissing = isNeeded && (values[name] ?? "") === "";
    if (!isMissing && fault === undefined) return [];
    // Of a number a rule may say more than its form: the merchant takes no such card, or another was verified.
    const why = name === "number" && !isMissing ? fault?.why : undefined;
    return [[name, why ?? asks] as const];
  });
  return Object.fromEntries(told);
}

/** In one sentence, for whoever does not see the fields. */
export function sayFaults(faults: FieldFaults): string {
  const labels = FIELDS.filter(({ name }) => faults[name] !== undefined).map(({ label }) => label);
  return `Nothing was paid. Please look again at: ${labels.join(", ")}.`;
}

/** The member of the request that a field of the form becomes. */
export function memberOf(name: string): string {
  return `${CARD}.${FIELDS.find((field) => field.name === name)?.member ?? name}`;
}

const NOTHING: Pick<Attempted, "faults" | "kept"> = { faults: {}, kept: { shown: {}, number: undefined } };

/** The enter key presses the first button of a form, which therefore has to be the one that pays. */
function form({ checkout }: CheckoutView, attempted: Attempted | undefined): Markup {
  const { request } = checkout;
  const { faults, kept } = attempted ?? NOTHING;
  const verb = paymentOf(request) === "PAY" || paymentOf(request) === "AUTHORIZE" ? "Pay" : "Submit";
  const isChecked = kept.shown["saveCard"] === undefined ? undefined : html`checked`;
  const consent = html`<label class="choice"
    ><input type="checkbox" name="saveCard" value="yes" ${isChecked} /> Save this card for later
    payments</label
  >`;
  const cancel = html`<button name="action" value="cancel" formnovalidate>Cancel</button>`;
  return html`<form method="post">
    <fieldset>
      <legend>Card</legend>
      ${FIELDS.map((field) => input(field, faults, kept))}
    </fieldset>
    ${asksConsent(checkout) ? consent : undefined}
    <div class="actions">
      <button class="main">${verb} ${verb === "Pay" ? amountOf(request) : ""}</button>
      ${addressIn(checkout, "cancelUrl") === undefined ? undefined : cancel}
    </div>
  </form>`;
}

/** A field, with what is wrong with it. The first of those has the focus. */
function input(field: Field, faults: FieldFaults, { shown, number }: KeptInput): Markup {
  const { name, label, length, autocomplete, isNumeric } = field;
  const fault = faults[name];
  const isFirst = name === Object.keys(faults)[0];
  const keeps = name === "number" ? number : undefined;
  const notes = [fault && `${name}-fault`, keeps && `${name}-kept`].filter((id) => id !== undefined);
  const described = notes.length > 0 ? html`aria-describedby="${notes.join(" ")}"` : undefined;
  const invalid = fault === undefined ? undefined : html`aria-invalid="true"`;
  const sealed =
    keeps &&
    html`<input type="hidden" name="${SEALED_NUMBER}" value="${keeps.sealed}" />
      <p class="soft" id="${name}-kept">Leave it empty to keep ${keeps.masked}.</p>`;
  const brand = name === "number" ? html` <span class="brand" data-brand></span>` : undefined;
  return html`<div class="field">
    <label for="${name}">${label}${brand}</label>
    <input
      id="${name}"
      name="${name}"
      value="${shown[name] ?? ""}"
      maxlength="${length}"
      autocomplete="${autocomplete}"
      inputmode="${isNumeric ? "numeric" : "text"}"
      ${invalid}
      ${described}
      ${isFirst ? html`autofocus` : undefined}
    />
    ${sealed} ${fault === undefined ? undefined : html`<p class="fault" id="${name}-fault">${fault}.</p>`}
  </div>`;
}
