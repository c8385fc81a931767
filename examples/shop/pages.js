import { SHOP, WAYS } from "./payments.js";

/** Markup, apart from text, which is escaped where it is put into markup. */
class Markup {
  constructor(text) {
    this.text = text;
  }
}

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function html(parts, ...values) {
  const texts = values.map((value) =>
    [value].flat().map((it) => (it instanceof Markup ? it.text : escaped(it))),
  );
  return new Markup(String.raw({ raw: parts }, ...texts.map((list) => list.join(""))));
}

const escaped = (value) => String(value ?? "").replace(/[&<>"]/g, (it) => ESCAPES[it]);

const NO_MARKUP = html``;

function page(title, content, scripts = NO_MARKUP) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – ${SHOP}</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/shop.css" />
      </head>
      <body>
        <header><a href="/">${SHOP}</a><span>a demonstration shop</span></header>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
        ${scripts}
      </body>
    </html>`.text;
}

export function homePage() {
  const offers = Object.entries(WAYS).map(
    ([way, { title, words, goods, amount }]) =>
      html`<li>
        <form class="card" method="post" action="/orders">
          <h2>${title}</h2>
          <p>${words}</p>
          <p class="goods"><span>${goods}</span><b>${amount} USD</b></p>
          <button name="way" value="${way}" aria-label="Try it: ${title}">Try it</button>
        </form>
      </li>`,
  );
  return page(
    "Four ways to pay",
    html`<p class="lead">
        Nothing is sold here, and no money moves: the shop takes its payments at a sandbox on this machine.
      </p>
      <ul class="offers">
        ${offers}
      </ul>`,
  );
}

/** The page on which the order is paid. It loads the gateway's scripts and sees no digit of the card. */
export function payPage(order, { gateway, merchant }) {
  const hasCheckout = order.way === "embedded" || order.way === "redirected";
  const scripts = hasCheckout
    ? html`<script
          src="${gateway}/static/checkout/checkout.min.js"
          data-error="onError"
          data-cancel="onCancel"
          data-complete="onComplete"
        ></script>
        <script src="/checkout.js"></script>`
    : html`<script src="${gateway}/form/version/100/merchant/${merchant}/session.js"></script>
        <script src="${gateway}/static/threeDS/1.3.0/three-ds.min.js"></script>
        <script src="/card-fields.js"></script>`;
  const content = hasCheckout ? checkout(order) : cardFields(order, merchant);
  return page(
    WAYS[order.way].title,
    html`<p class="goods"><span>${order.goods}</span><b>${order.amount} ${order.currency}</b></p>
      ${content}`,
    scripts,
  );
}

function checkout({ id, way, session }) {
  const isEmbedded = way === "embedded";
  return html`<div id="checkout" data-order="${id}" data-session="${session}"></div>
    <p id="told" role="alert"></p>
    ${isEmbedded ? NO_MARKUP : html`<button id="pay" type="button" disabled>Go to the payment page</button>`}
    <p class="soft">Cards to try are listed under "Test cards" of the payment form.</p>`;
}

/** Cards to try, with what becomes of them. */
const CARDS = [
  ["5123 4500 0000 0008", "the issuer asks for a password"],
  ["5123 4567 8901 2346", "the issuer knows the payer"],
  ["5506 9001 4010 0503", "the issuer rejects the payer"],
  ["4000 0000 0000 0507", "not in 3-D Secure, and declined"],
];

function cardFields({ id, session }, merchant) {
  const cards = CARDS.map(
    ([number, words]) =>
      html`<tr>
        <td class="digits">${number}</td>
        <td>${words}</td>
      </tr>`,
  );
  return html`<div class="columns">
    <form id="card" class="card" data-order="${id}" data-session="${session}" data-merchant="${merchant}">
      ${field("cardholder-name", "Name on card")} ${field("card-number", "Card number")}
      <div class="row">
        ${field("expiry-month", "Month")} ${field("expiry-year", "Year")}
        ${field("security-code", "Security code")}
      </div>
      <p id="told" role="alert"></p>
      <button id="pay" disabled>Pay</button>
    </form>
    <div id="challenge" hidden></div>
    <div id="device" class="hidden"></div>
    <aside>
      <h2>Cards to try</h2>
      <table>
        ${cards}
      </table>
      <p class="soft">Month 01, year 39, security code 100.</p>
    </aside>
  </div>`;
}

/** The gateway's script puts a frame in the place of it. */
function field(id, label) {
  return html`<p><label for="${id}">${label}</label><input id="${id}" class="field" readonly /></p>`;
}

/** In the issuer's frame as well as in a page of its own: both end at the order. */
export function leavingPage({ id }) {
  return page(
    "One moment",
    html`<p><a id="onward" href="/orders/${id}" target="_top">To your order</a></p>`,
    html`<script src="/leave.js"></script>`,
  );
}

/** What became of the order, as the gateway has it; `known` is undefined where it has none. */
export function orderPage(order, known, { gateway, merchant }) {
  const portal = `${gateway}/_sandbox/#/`;
  const isPaid = known?.status === "CAPTURED";
  const why = known
    ? `${portal}orders/${order.id}?merchant=${merchant}`
    : `${portal}traffic?merchant=${merchant}`;
  return page(
    isPaid ? "Thank you, your order is paid" : "Your order is not paid",
    html`<p class="goods"><span>${order.goods}</span><b>${order.amount} ${order.currency}</b></p>
      <section class="card">
        <h2>The order as the gateway has it</h2>
        ${known ? details(order, known) : html`<p>The gateway has no order ${order.id}: nobody has tried to pay it.</p>`}
      </section>
      <p class="actions">
        <a class="button" href="${why}">See why in the portal</a>
        <a class="button second" href="/">Back to the shop</a>
      </p>
      ${order.token ? nextMonth(order) : NO_MARKUP}`,
  );
}

function details(order, known) {
  const rows = [
    ["Order", known.id],
    ["Status", known.status],
    ["Captured", `${Number(known.totalCapturedAmount).toFixed(2)} ${known.currency}`],
    ["Card", known.sourceOfFunds?.provided?.card?.number],
    ["Result indicator", indicator(order)],
    ["Authentication", known.authenticationStatus],
    ["Token", order.token],
  ].filter(([, value]) => value !== undefined);
  return html`<dl>
      ${rows.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${transactions(known)}`;
}

function transactions({ transaction: list }) {
  return html`<table>
    <thead>
      <tr>
        <th>Transaction</th>
        <th>Type</th>
        <th>Gateway code</th>
      </tr>
    </thead>
    <tbody>
      ${list.map(
        ({ transaction, response }) =>
          html`<tr>
            <td>${transaction.id}</td>
            <td>${transaction.type}</td>
            <td>${response.gatewayCode}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const indicator = ({ isIndicated }) =>
  isIndicated === undefined ? undefined : isIndicated ? "as the gateway told the shop" : "wrong";

function nextMonth({ id }) {
  return html`<form class="card" method="post" action="/orders/${id}/renew">
    <h2>A month later</h2>
    <p>The shop's server pays with the token, without the payer.</p>
    <button>Take the next month's payment</button>
  </form>`;
}

/** `exchange` is undefined where the gateway has nothing to do with it. */
export function troublePage(words, exchange, { gateway }) {
  const why = html`<p>
    <a class="button" href="${gateway}/_sandbox/#/traffic/${exchange}">See why in the portal</a>
  </p>`;
  return page(
    "That did not work",
    html`<p>${words}</p>
      ${exchange ? why : NO_MARKUP}
      <p><a href="/">Back to the shop</a></p>`,
  );
}
