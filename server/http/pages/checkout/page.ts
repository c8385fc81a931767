import { CARD } from "../../../domain/card/card-details.ts";
import { paymentOf } from "../../../domain/request/checkout.ts";
import { textAt } from "../../../domain/json.ts";
import type { JsonObject } from "../../../domain/json.ts";
import type { AuthenticationTransaction } from "../../../domain/order/order.ts";
import { methodDataOf, methodUrlOf } from "../../../gateway/authentication/addresses.ts";
import { cancelAddress, isFramed } from "../../../gateway/checkout/destinations.ts";
import { asksConsent } from "../../../gateway/checkout/pay.ts";
import type { CheckoutView } from "../../../gateway/checkout/checkout-view.ts";
import type { Scenarios } from "../../../scenario/scenarios.ts";
import { html } from "../../../report/html/markup.ts";
import type { Markup } from "../../../report/html/markup.ts";
import { CONSENT } from "../form.ts";
import { descriptionList } from "../description-list.ts";
import type { PageAnswer } from "../page.ts";
import { displayOf, fieldsOf } from "./fields.ts";
import type { FieldFaults } from "./fields.ts";
import { frameOf } from "./frame.ts";
import type { FrameNews } from "./frame.ts";
import { inputOf, warningsOf } from "./inputs.ts";
import type { Filled, KeptInput } from "./inputs.ts";
import {
  addressLines,
  amountOf,
  logoOf,
  merchantFooter,
  merchantHeader,
  orderSummary,
  readOnlyLines,
} from "./summary.ts";
import { testCards } from "./test-cards.ts";
import { filled, languageOf } from "../words/words.ts";
import type { Language } from "../words/words.ts";

/** What became of what the payer sent. */
export interface Attempted {
  /** 200: it was tried, and declined. */
  readonly status: 200 | 400;
  readonly says: string;
  readonly faults: FieldFaults;
  /** Of a form that was not tried, what of it stands there again. */
  readonly kept?: KeptInput;
}

/** What the page shows beside the checkout itself. */
export interface PageContext {
  readonly sessionId: string;
  readonly cards: Scenarios["magicCards"];
  readonly attempted: Attempted | undefined;
  /** What stands in the form again; undefined: what the request says. */
  readonly kept: KeptInput | undefined;
  /** What the merchant's page around a frame is told; undefined: that it is there. */
  readonly news: FrameNews | undefined;
}

export function languageFor({ checkout: { request } }: CheckoutView): Language {
  return languageOf(textAt(request, "interaction.locale"));
}

/** The page on which a payer enters a card. */
export function checkoutPage(
  view: CheckoutView,
  { sessionId, cards, attempted, kept, news }: PageContext,
): PageAnswer {
  const language = languageFor(view);
  const isOver = view.state === "expired" || view.state === "used-up";
  const alert =
    attempted && (view.state === "open" || (isOver && attempted.status === 200))
      ? html`<p class="notice bad" role="alert">${attempted.says}</p>`
      : undefined;
  const sheet =
    view.state === "open"
      ? html`${countdown(view, language)}${form(view, { sessionId, attempted, kept }, language)}${testCards(cards, language.words)}`
      : stateNotice(view, language);
  return {
    ...shownWith(view, language, html`${alert}${sheet}${frameOf(view, news)}`),
    status: attempted?.status ?? 200,
    title: language.words.title,
    refreshAfter: view.secondsLeft,
  };
}

/** The issuer's hidden page learns about the browser meanwhile; then the page goes on by itself, ten seconds later at most. */
export function methodPage(
  view: CheckoutView,
  { authentication }: AuthenticationTransaction,
  next: string,
): PageAnswer {
  const language = languageFor(view);
  const { words } = language;
  const sheet = html`<p class="notice" role="status">${words.asking}</p>
    <iframe name="method" data-method-frame title="${words.asking}" hidden></iframe>
    <form method="post" action="${methodUrlOf(authentication)}" target="method" data-method>
      <input type="hidden" name="threeDSMethodData" value="${methodDataOf(authentication)}" />
    </form>
    <form method="post" action="${next}" data-method-next>
      <noscript><button class="main">${words.submit}</button></noscript>
    </form>`;
  const shown = shownWith(view, language, html`${sheet}${frameOf(view, { event: "ask" })}`);
  return { ...shown, status: 200, title: words.title, frames: true };
}

/** Where the payer ends when the merchant has no page of its own for it. */
export function receiptPage(view: CheckoutView): PageAnswer {
  const language = languageFor(view);
  const { words } = language;
  const isPaid = view.state === "paid";
  const notice = isPaid
    ? stateNotice(view, language)
    : html`<p class="notice bad" role="status">${words.notPaid}</p>`;
  const paidWith = descriptionList([
    [words.order, view.orderId],
    [words.card, textAt(view.order?.transactions.at(-1)?.request, `${CARD}.number`)],
  ]);
  const sheet = html`<h2>${words.receipt}</h2>
    ${notice}${isPaid ? paidWith : undefined}`;
  return { ...shownWith(view, language, sheet), status: 200, title: words.receipt };
}

function shownWith(
  view: CheckoutView,
  language: Language,
  sheet: Markup,
): Omit<Extract<PageAnswer, { content: Markup }>, "status" | "title"> {
  const { request, showing } = view.checkout;
  const { words } = language;
  const logo = logoOf(request);
  return {
    content: html`${isFramed(view.checkout) ? undefined : merchantHeader(request, words.title)}
      <div class="columns">
        ${orderSummary(view, words)}
        <div class="sheet">${sheet}</div>
      </div>
      ${merchantFooter(request)}`,
    script: "payment-page",
    images: logo === undefined ? [] : [new URL(logo).origin],
    framedBy: isFramed(view.checkout) && showing ? new URL(showing.page).origin : undefined,
    language,
    isWide: true,
  };
}

/** What a payer reads whose attempt was declined. */
export function declinedSays(view: CheckoutView, gatewayCode = "no answer"): string {
  const { words } = languageFor(view);
  const isCheck = paymentOf(view.checkout.request) === "VERIFY";
  const says = filled(isCheck ? words.notVerified : words.declined, { code: gatewayCode });
  return view.state === "open" ? `${says} ${words.tryAgain}` : says;
}

/** What became of it. */
function stateNotice({ state, checkout: { request } }: CheckoutView, { words }: Language): Markup {
  const says = {
    open: "",
    paid: doneSays(request, words),
    expired: words.expired,
    "used-up": words.usedUp,
  }[state];
  return html`<p class="notice ${state === "paid" ? "good" : "bad"}" role="status">${says}</p>`;
}

function doneSays(request: JsonObject, words: Language["words"]): string {
  const payment = paymentOf(request);
  if (payment === undefined) return words.collected;
  return payment === "VERIFY" ? words.verified : words.paid;
}

/** The script counts down; without it the page is looked at anew when the time is over. */
function countdown({ secondsLeft }: CheckoutView, { words }: Language): Markup | undefined {
  if (secondsLeft === undefined) return undefined;
  return html`<p
    class="countdown soft"
    role="timer"
    data-seconds="${String(secondsLeft)}"
    data-text="${words.timeLeft}"
    hidden
  ></p>`;
}

/** The enter key presses the first button of a form, which therefore has to be the one that pays. */
function form(
  view: CheckoutView,
  { sessionId, attempted, kept }: Pick<PageContext, "attempted" | "kept" | "sessionId">,
  { words }: Language,
): Markup {
  const { checkout } = view;
  const { request } = checkout;
  const fields = fieldsOf(request);
  const filling: Filled = { request, words, faults: attempted?.faults ?? {}, kept };
  const inputs = (group: string): readonly Markup[] =>
    fields.filter((field) => field.group === group).map((field) => inputOf(field, filling));
  const isChecked = kept?.shown[CONSENT] === undefined ? undefined : html`checked`;
  const consent = html`<label class="choice"
    ><input type="checkbox" name="${CONSENT}" value="yes" ${isChecked} /> ${words.saveCard}</label
  >`;
  const cancel = html`<button name="action" value="cancel" formnovalidate>${words.cancel}</button>`;
  return html`<form method="post" action="/checkout/pay/${sessionId}" novalidate ${warningsOf(view, words)}>
    <fieldset class="card">
      <legend>${words.card}</legend>
      ${inputs("card")}
    </fieldset>
    ${inputs("contact")} ${billing(inputs("billing"), filling)} ${readOnly(filling)}
    ${asksConsent(checkout) ? consent : undefined}
    <div class="actions">
      <button class="main">${payLabel(request, words)}</button>
      ${cancelAddress(checkout) === undefined ? undefined : cancel}
    </div>
  </form>`;
}

/** The amount is written from left to right in every language. */
function payLabel(request: JsonObject, words: Language["words"]): Markup {
  const payment = paymentOf(request);
  if (payment !== "PAY" && payment !== "AUTHORIZE") return html`${words.submit}`;
  const [before, after] = words.pay.split("{amount}");
  return html`${before}<bdi dir="ltr">${amountOf(request)}</bdi>${after}`;
}

/** An address that may be left out is folded, until something in it is wrong. */
function billing(inputs: readonly Markup[], { request, words, faults }: Filled): Markup | undefined {
  if (inputs.length === 0) return undefined;
  if (displayOf(request, "billingAddress") === "MANDATORY") {
    return html`<fieldset>
      <legend>${words.billing}</legend>
      ${inputs}
    </fieldset>`;
  }
  const isWrong = Object.keys(faults).some((name) => name.startsWith("billing-"));
  return html`<details class="fold" ${isWrong ? html`open` : undefined}>
    <summary>${words.billing} <span class="soft">(${words.optional})</span></summary>
    ${inputs}
  </details>`;
}

/** What the merchant knows of the payer, where the payer is only to read it. */
function readOnly({ request, words }: Filled): readonly Markup[] {
  const isRead = (part: Parameters<typeof displayOf>[1]): boolean => displayOf(request, part) === "READ_ONLY";
  const shows = displayOf(request, "shipping") !== "HIDE";
  return [
    isRead("customerEmail") && readOnlyLines(words.contact, [textAt(request, "customer.email")]),
    isRead("billingAddress") && readOnlyLines(words.billing, addressLines(request, "billing")),
    shows && readOnlyLines(words.shipping, addressLines(request, "shipping")),
  ].flatMap((part) => part || []);
}
