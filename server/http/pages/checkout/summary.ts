import { isObject, textAt, valueAt } from "../../../domain/json.ts";
import { decimalsOf } from "../../../domain/money.ts";
import type { Json, JsonObject } from "../../../domain/json.ts";
import { html } from "../../../report/html/markup.ts";
import type { Markup } from "../../../report/html/markup.ts";
import { isFramed } from "../../../gateway/checkout/destinations.ts";
import type { CheckoutView } from "../../../gateway/checkout/checkout-view.ts";
import type { Words } from "../words/en.ts";

/** What is to be paid, with its currency; undefined where the request says no amount, as of a card to be verified. */
export function amountOf(request: JsonObject): string | undefined {
  const amount = textAt(request, "order.amount") ?? textAt(request, "order.netAmount");
  return amount === undefined ? undefined : withCurrency(amount, request);
}

function withCurrency(amount: string, request: JsonObject): string {
  return `${amount} ${textAt(request, "order.currency") ?? ""}`.trim();
}

/** Who is paid: name and logo as the merchant gave them. */
export function merchantHeader(request: JsonObject, title: string): Markup {
  const logo = logoOf(request);
  const image = logo && html`<img src="${logo}" alt="" height="40" referrerpolicy="no-referrer" />`;
  return html`<header class="merchant">
    ${image || undefined}
    <h1 dir="auto">${textAt(request, "interaction.merchant.name") ?? title}</h1>
  </header>`;
}

/** Only over https, so that no shop puts up a page that browsers call insecure (assumption A287). */
export function logoOf(request: JsonObject): string | undefined {
  const logo = textAt(request, "interaction.merchant.logo");
  return logo !== undefined && /^https:\/\//i.test(logo) && URL.canParse(logo)
    ? new URL(logo).href
    : undefined;
}

/** How the payer reaches the merchant. */
export function merchantFooter(request: JsonObject): Markup | undefined {
  const at = (name: string): string | undefined => textAt(request, `interaction.merchant.${name}`);
  const lines = ["address.line1", "address.line2", "address.line3", "address.line4", "phone", "email", "url"]
    .map(at)
    .filter((line) => line !== undefined);
  if (lines.length === 0) return undefined;
  return html`<footer class="soft">${lines.map((line) => html`<span dir="auto">${line}</span> `)}</footer>`;
}

const COSTS = [
  ["subtotal", "itemAmount"],
  ["discount", "discount.amount"],
  ["shippingCost", "shippingAndHandlingAmount"],
  ["tax", "taxAmount"],
  ["surcharge", "merchantCharge.amount"],
] as const;

/**
 * The order as `displayControl.orderSummary` says: all of it, what it comes to, or nothing. In a frame only where it says
 * so: the shop's page around it shows the order itself (assumption A505).
 */
export function orderSummary({ checkout, orderId }: CheckoutView, words: Words): Markup | undefined {
  const { request } = checkout;
  const usual = isFramed(checkout) ? "HIDE" : "SHOW";
  const display = textAt(request, "interaction.displayControl.orderSummary") ?? usual;
  if (display === "HIDE") return undefined;
  const amount = amountOf(request);
  const total =
    amount && html`<p class="total"><span>${words.total}</span> <strong dir="ltr">${amount}</strong></p>`;
  const details = display === "SHOW" ? orderDetails(request, orderId, words) : undefined;
  return html`<section class="summary" aria-labelledby="summary">
    <h2 id="summary">${words.summary}</h2>
    ${details} ${total || undefined}
  </section>`;
}

function orderDetails(request: JsonObject, orderId: string, words: Words): Markup {
  const items = valueAt(request, "order.item");
  const rows = Array.isArray(items) ? (items as readonly Json[]).filter(isObject) : [];
  const description = textAt(request, "order.description");
  const costs = COSTS.flatMap(([word, member]) => {
    const value = textAt(request, `order.${member}`);
    return value === undefined ? [] : [line(words[word], withCurrency(value, request))];
  });
  return html`<p class="soft">${words.order} <bdi>${orderId}</bdi></p>
    ${description === undefined ? undefined : html`<p dir="auto">${description}</p>`}
    ${
      rows.length === 0
        ? undefined
        : html`<ul class="lines">
            ${rows.map((item) => itemLine(item, request))}
          </ul>`
    }
    ${
      costs.length === 0
        ? undefined
        : html`<ul class="lines">
            ${costs}
          </ul>`
    }`;
}

function itemLine(item: JsonObject, request: JsonObject): Markup {
  const text = (name: string): string | undefined => {
    const value = item[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
  };
  const quantity = text("quantity");
  const name = text("name") ?? text("description") ?? text("sku") ?? "";
  const price = text("unitPrice");
  return line(
    quantity === undefined ? name : `${quantity} × ${name}`,
    price === undefined ? "" : withCurrency(times(price, quantity), request),
  );
}

/** What all pieces cost together, with the decimals of the price. */
function times(price: string, quantity = "1"): string {
  const all = Number(price) * Number(quantity);
  return Number.isFinite(all) ? all.toFixed(decimalsOf(price)) : price;
}

function line(what: string, amount: string): Markup {
  return html`<li><span dir="auto">${what}</span> <span dir="ltr">${amount}</span></li>`;
}

const ADDRESS = ["company", "street", "street2", "city", "postcodeZip", "stateProvince", "country"];

/** An address or contact that the payer only reads. */
export function readOnlyLines(title: string, lines: readonly (string | undefined)[]): Markup | undefined {
  const shown = lines.filter((line) => line !== undefined && line !== "");
  if (shown.length === 0) return undefined;
  return html`<section class="read-only">
    <h2>${title}</h2>
    <address dir="auto">${shown.map((line) => html`${line}<br />`)}</address>
  </section>`;
}

export function addressLines(
  request: JsonObject,
  group: "billing" | "shipping",
): readonly (string | undefined)[] {
  return ADDRESS.map((name) => textAt(request, `${group}.address.${name}`));
}
