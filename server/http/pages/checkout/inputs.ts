import { textAt } from "../../../domain/json.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { CheckoutView } from "../../../gateway/checkout/checkout-view.ts";
import { html } from "../../../report/html/markup.ts";
import type { Markup } from "../../../report/html/markup.ts";
import { SEALED_NUMBER } from "../form.ts";
import { asked, displayOf } from "./fields.ts";
import type { Field, FieldFaults } from "./fields.ts";
import { filled } from "../words/words.ts";
import type { Words } from "../words/en.ts";

/** The fields that are shown again, by name, masked. Card number and security code never are. */
export interface KeptInput {
  readonly shown: Readonly<Record<string, string>>;
  /** The card number: as nobody can read it, and as it is shown. */
  readonly number: { readonly sealed: string; readonly masked: string } | undefined;
}

/** What stands in the form. */
export interface Filled {
  readonly request: JsonObject;
  readonly words: Words;
  readonly faults: FieldFaults;
  /** Undefined: nothing was sent yet, and the form has what the request says. */
  readonly kept: KeptInput | undefined;
}

const PLACEHOLDERS: Readonly<Record<string, keyof Words>> = { expiryMonth: "month", expiryYear: "year" };

/** Those beside fields that have to be filled in. No payment needs a security code (assumption A504). */
const OPTIONAL = new Set(["email", "nameOnCard", "securityCode"]);

/** An address that may be left out says so itself, as a whole. */
function isBesideNeeded({ group }: Field, request: JsonObject): boolean {
  return group === "billing" && displayOf(request, "billingAddress") === "MANDATORY";
}

/** What the page's script says of values that may be sent all the same, as attributes of the form. */
export function warningsOf({ expiredBefore }: Pick<CheckoutView, "expiredBefore">, words: Words): Markup {
  const ofMonths =
    expiredBefore && html`data-expired-before="${expiredBefore}" data-month-ahead="${words.asksMonthAhead}"`;
  return html`data-check-digit="${words.asksCheckDigit}" ${ofMonths}`;
}

/** A field, with what is wrong with it. The first of those has the focus. */
export function inputOf(field: Field, { request, words, faults, kept }: Filled): Markup {
  const { name, label, length, autocomplete, isNumeric = false, isNeeded = false } = field;
  const fault = faults[name];
  const number = name === "number" ? kept?.number : undefined;
  const isOptional = !isNeeded && (OPTIONAL.has(name) || isBesideNeeded(field, request));
  const hint = html` <span class="soft">(${words.optional})</span>`;
  const notes = [`${name}-fault`, ...(number === undefined ? [] : [`${name}-kept`])];
  const given = field.group === "card" ? "" : (textAt(request, field.member) ?? "");
  const brand =
    name === "number" ? html` <span class="brand" data-brand aria-live="polite"></span>` : undefined;
  const sealed =
    number &&
    html`<input type="hidden" name="${SEALED_NUMBER}" value="${number.sealed}" />
      <p class="soft" id="${name}-kept">${filled(words.keepNumber, { number: number.masked })}</p>`;
  return html`<div class="field ${name}">
    <label for="${name}">${words[label]}${isOptional ? hint : undefined}${brand}</label>
    <input
      id="${name}"
      name="${name}"
      value="${kept?.shown[name] ?? given}"
      maxlength="${String(length)}"
      autocomplete="${autocomplete}"
      inputmode="${isNumeric ? "numeric" : name === "email" ? "email" : "text"}"
      aria-describedby="${notes.join(" ")}"
      placeholder="${PLACEHOLDERS[name] === undefined ? "" : words[PLACEHOLDERS[name]]}"
      data-asks="${asked(field, words, isNeeded)}"
      ${isNumeric ? html`dir="ltr"` : undefined}
      ${isNeeded && number === undefined ? html`aria-required="true"` : undefined}
      ${fault === undefined ? undefined : html`aria-invalid="true"`}
      ${name === Object.keys(faults)[0] ? html`autofocus` : undefined}
    />
    ${sealed}
    <p class="fault" id="${name}-fault">${fault === undefined ? "" : `${fault}.`}</p>
  </div>`;
}
