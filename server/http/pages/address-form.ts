import { maskText } from "../../domain/card/card.ts";
import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Form } from "./form.ts";
import { html } from "../../report/html/markup.ts";
import type { Markup } from "../../report/html/markup.ts";

interface Field {
  readonly name: string;
  readonly label: string;
  readonly length: number;
  readonly pattern: RegExp;
  readonly rule: string;
  readonly autocomplete: string;
}

const text = (name: string, label: string, length: number, autocomplete: string): Field => ({
  name,
  label,
  length,
  autocomplete,
  pattern: /^[^\p{Cc}]*$/u,
  rule: `at most ${length} characters`,
});

/** The members of an address that a person fills in (interface section 2.5). */
const FIELDS: readonly Field[] = [
  text("company", "Company", 100, "organization"),
  text("street", "Street", 100, "address-line1"),
  text("street2", "Street, second line", 100, "address-line2"),
  text("city", "City", 100, "address-level2"),
  {
    ...text("postcodeZip", "Postcode", 10, "postal-code"),
    pattern: /^[0-9A-Za-z -]*$/,
    rule: "at most 10 letters, digits, spaces and hyphens",
  },
  text("stateProvince", "State or province", 20, "address-level1"),
  {
    ...text("country", "Country", 3, "off"),
    pattern: /^([A-Z]{3})?$/,
    rule: "three capital letters, such as AUS",
  },
];

/** What a person wrote, by the names of the members. */
export type AddressText = Readonly<Record<string, string>>;

/** The fields that break their rule, with what the rule is. */
export type AddressFaults = Readonly<Record<string, string>>;

export function addressTextOf(request: JsonObject): AddressText {
  const address = valueAt(request, "shipping.address");
  return Object.fromEntries(FIELDS.map(({ name }) => [name, textAt(address, name) ?? ""]));
}

/** The address in a form that was sent; a field that is not in it is empty. It is stored and shown, hence masked. */
export function readAddress(form: Form): AddressText {
  return Object.fromEntries(FIELDS.map(({ name }) => [name, maskText(form[name] ?? "")]));
}

export function faultsOf(address: AddressText): AddressFaults {
  const broken = FIELDS.filter(({ name, length, pattern }) => {
    const value = address[name] ?? "";
    return Array.from(value).length > length || !pattern.test(value);
  });
  return Object.fromEntries(broken.map(({ name, rule }) => [name, rule]));
}

/** The address as a member of the order; undefined when it is the one that the request has. */
export function changedAddress(request: JsonObject, address: AddressText): JsonObject | undefined {
  const before = addressTextOf(request);
  if (FIELDS.every(({ name }) => before[name] === address[name])) return undefined;
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ""));
}

export function addressFields(address: AddressText, faults: AddressFaults): Markup {
  const first = FIELDS.find(({ name }) => faults[name] !== undefined)?.name;
  const fields = FIELDS.map(({ name, label, length, autocomplete }) => {
    const fault = faults[name];
    const focus = name === first ? html`autofocus` : undefined;
    const hint = fault && html` aria-invalid="true" aria-describedby="${name}-fault" ${focus}`;
    const message = fault && html`<p class="fault" id="${name}-fault">${label}: ${fault}.</p>`;
    return html`<div class="field">
      <label for="${name}">${label}</label>
      <input
        id="${name}"
        name="${name}"
        value="${address[name]}"
        maxlength="${String(length)}"
        autocomplete="${autocomplete}"
        ${hint || undefined}
      />
      ${message || undefined}
    </div>`;
  });
  return html`<fieldset>
    <legend>Shipping address</legend>
    ${fields}
  </fieldset>`;
}

export function addressLines(address: AddressText): Markup {
  const lines = FIELDS.flatMap(({ name }) => (address[name] ? [html`${address[name]}<br />`] : []));
  return html`<section class="read-only" aria-label="Shipping address">
    <h2>Shipping address</h2>
    <address>${lines}</address>
  </section>`;
}
