import type { Request, Router } from "express";
import { maskNumber, maskText } from "../../../domain/card/card.ts";
import { Refusal } from "../../../domain/record/refusal.ts";
import type { RefusalReason } from "../../../domain/record/refusal.ts";
import { paymentLinkIn } from "../../../domain/request/checkout.ts";
import { CHECKOUT_RETURN, isFramed, timeoutAddress } from "../../../gateway/checkout/destinations.ts";
import type { CheckoutCall, CheckoutView } from "../../../gateway/checkout/checkout-view.ts";
import { bodyTexts } from "../../card-guard.ts";
import { originOf } from "../../forwarded.ts";
import type { AppParts } from "../../parts.ts";
import { recordingOf } from "../../gateway/exchange-recorder.ts";
import { CONSENT, formOf, SEALED_NUMBER } from "../form.ts";
import type { Form } from "../form.ts";
import { mountPage } from "../mount-page.ts";
import type { PageRoute } from "../mount-page.ts";
import type { PageAnswer } from "../page.ts";
import { fieldFaults, fieldsOf, formFrom, membersOf, sayFaults } from "./fields.ts";
import type { Field, FieldFaults } from "./fields.ts";
import { asSeen } from "./frame.ts";
import type { FrameNews } from "./frame.ts";
import type { KeptInput } from "./inputs.ts";
import { cancelled, doneBefore, timedOut, toIssuer } from "./leaving.ts";
import { checkoutPage, declinedSays, languageFor, receiptPage } from "./page.ts";
import type { Attempted } from "./page.ts";

/** The hosted payment page of a checkout, and the receipt of one that has no page of the merchant to return to. */
export function checkoutRoutes(parts: AppParts, router: Router): void {
  const page = {
    get: async (request, id) => {
      const call = await callOf(parts, request, id);
      const view = await viewOf(parts, request, call);
      checkOpener(call, view);
      return doneBefore(parts, call, view) ?? timedOut(view) ?? opened(parts, call, view);
    },
    post: async (request, id) => {
      const call = await callOf(parts, request, id);
      const form = formOf(request);
      const view = await viewOf(parts, request, call);
      checkOpener(call, view);
      return (
        cancelled(request, view, form) ??
        timedOut(view) ??
        submitted(parts, { request, call, view, form: withNumber(parts, call, form) })
      );
    },
  } satisfies PageRoute;
  for (const path of ["/checkout/pay/:id", "/checkout/entry/:id"]) mountPage(router, parts, path, page);
  mountPage(router, parts, `${CHECKOUT_RETURN}/:id`, {
    // The issuer's pages may be at another name of this host.
    isForeign: true,
    get: page.get,
    post: async (request, id) => {
      const call = await callOf(parts, request, id);
      const view = await viewOf(parts, request, call);
      // Of the issuer's form only the record is to know.
      formOf(request);
      return (
        timedOut(view) ?? ended(parts, { request, call, view }, await parts.gateway.checkout.resume(call))
      );
    },
  });
  mountPage(router, parts, "/checkout/receipt/:id", {
    get: async (request, id) => receiptPage(await viewOf(parts, request, await callOf(parts, request, id))),
  });
}

/** What a payer sent, and the checkout as it was then. */
interface Submission {
  readonly request: Request;
  readonly call: CheckoutCall;
  readonly view: CheckoutView;
  readonly form: Form;
}

async function viewOf(parts: AppParts, request: Request, call: CheckoutCall): Promise<CheckoutView> {
  return asSeen(request, found(await parts.gateway.checkout.view(call)));
}

/** For some merchants the page opens from the script alone, as for one team on the live gateway (assumption A506). */
function checkOpener({ merchant }: CheckoutCall, { checkout: { request, showing } }: CheckoutView): void {
  if (merchant.checkoutWithoutScript === "accept" || showing !== undefined) return;
  if (paymentLinkIn(request) !== undefined) return;
  throw new Refusal(
    "not-permitted",
    "Only checkout.js opens this page: the merchant's checkoutWithoutScript is set to refuse",
  );
}

/** The page as the checkout stands. In a frame the merchant's page is told what became of it. */
async function opened(
  parts: AppParts,
  call: CheckoutCall,
  view: CheckoutView,
  attempted?: Attempted,
): Promise<PageAnswer> {
  const { scenarios } = await parts.scenarios.standing(call.merchant);
  const news = isFramed(view.checkout) ? newsOf(parts, call, view) : undefined;
  const kept = attempted?.kept ?? (await enteredBefore(parts, call, view));
  const { sessionId } = call;
  return checkoutPage(view, { sessionId, cards: scenarios.magicCards, attempted, kept, news });
}

/** What was entered for an attempt before, whatever became of it, stands in the form again (assumption A500). */
async function enteredBefore(
  { gateway }: AppParts,
  call: CheckoutCall,
  { checkout, state }: CheckoutView,
): Promise<KeptInput | undefined> {
  const entered = state === "open" ? await gateway.checkout.entered(call) : undefined;
  if (entered === undefined) return undefined;
  const texts = formFrom(fieldsOf(checkout.request), entered);
  return { shown: shownAgain(texts), number: undefined };
}

function newsOf(parts: AppParts, call: CheckoutCall, view: CheckoutView): FrameNews | undefined {
  const { checkout, sessionVersion, state } = view;
  if (state === "expired") return { event: "timeout", goTo: timeoutAddress(checkout) };
  if (state !== "paid") return undefined;
  const { resultIndicator, address } = parts.gateway.checkout.result(call, view);
  return { event: "complete", goTo: address, resultIndicator, sessionVersion };
}

/** A number that was left empty is the one of the attempt before. */
function withNumber({ gateway }: AppParts, call: CheckoutCall, form: Form): Form {
  const sealed = form[SEALED_NUMBER];
  if (form["number"] || sealed === undefined) return form;
  return { ...form, number: gateway.checkout.openNumber(call, sealed) ?? "" };
}

/** Everything that is wrong with the entry is told at once, and then nothing is tried. */
async function submitted(parts: AppParts, submission: Submission): Promise<PageAnswer> {
  const { request, call, view, form } = submission;
  const { words } = languageFor(view);
  const fields = fieldsOf(view.checkout.request);
  const members = membersOf(fields, form);
  const judged = view.state === "open" ? await parts.gateway.checkout.entryFaults(call, view, members) : [];
  const faults = view.state === "open" ? fieldFaults(fields, form, { faults: judged, words }) : {};
  const [first] = Object.entries(faults);
  if (first !== undefined) {
    recordingOf(request).fail(refusalOfField(fields, form, first));
    const says = sayFaults(fields, faults, words);
    return opened(parts, call, view, { status: 400, says, faults, kept: keptOf(parts, submission, faults) });
  }
  const entry = { members, consents: form[CONSENT] !== undefined };
  return paid(parts, submission, entry).catch(async (error: unknown) => {
    const says = refusalShown(submission, fields, error);
    // A card that is refused as such is not kept, not even sealed.
    const isForeign = error instanceof Refusal && error.reason === "not-permitted";
    const kept = keptOf(parts, submission, isForeign ? { number: says } : {});
    return opened(parts, call, await viewOf(parts, submission.request, call), {
      status: 400,
      says,
      faults: {},
      kept,
    });
  });
}

function refusalOfField(
  fields: readonly Field[],
  form: Form,
  [name, why]: readonly [string, string],
): Refusal {
  const field = fields.find((it) => it.name === name)?.member ?? name;
  return new Refusal("contract", why, { field, validationType: form[name] ? "INVALID" : "MISSING" });
}

/** Paid: back to the merchant. Declined: the payer stays, and may try another card as often as the merchant lets him. */
async function paid(
  parts: AppParts,
  submission: Submission,
  entry: Parameters<AppParts["gateway"]["checkout"]["pay"]>[1],
): Promise<PageAnswer> {
  const { call } = submission;
  await parts.guards.cards?.check(call.merchant, bodyTexts(JSON.stringify(entry.members)));
  return ended(parts, submission, await parts.gateway.checkout.pay(call, entry));
}

/** The attempt is over, or the browser goes to the card's issuer first. */
async function ended(
  parts: AppParts,
  { request, call, view: { checkout } }: Pick<Submission, "call" | "request" | "view">,
  made: Awaited<ReturnType<AppParts["gateway"]["checkout"]["pay"]>>,
): Promise<PageAnswer> {
  const payment = found(made);
  const view = await viewOf(parts, request, call);
  if (payment.waitsFor !== undefined) return toIssuer(view, payment.waitsFor, call);
  if (payment.isPaid) {
    return isFramed(checkout) ? opened(parts, call, view) : { status: 303, location: payment.returnUrl };
  }
  const away = parts.gateway.checkout.declinedAddress(view);
  if (away !== undefined && !isFramed(checkout)) return { status: 303, location: away };
  const says = declinedSays(view, payment.gatewayCode);
  const attempted: Attempted = { status: 200, says, faults: {} };
  if (away === undefined) return opened(parts, call, view, attempted);
  return checkoutPage(view, {
    sessionId: call.sessionId,
    cards: [],
    attempted,
    kept: undefined,
    news: { event: "leave", goTo: away },
  });
}

const SHOWN_REASONS: ReadonlySet<RefusalReason> = new Set(["contract", "rule", "not-permitted"]);

/** What the person can mend is shown beside the form; anything else is passed on. */
function refusalShown({ request, view }: Submission, fields: readonly Field[], error: unknown): string {
  if (!(error instanceof Refusal) || !SHOWN_REASONS.has(error.reason)) throw error;
  recordingOf(request).fail(error);
  const { words } = languageFor(view);
  const named = error.fault && fields.find(({ member }) => member === error.fault?.field);
  const label = error.fault && (named === undefined ? error.fault.field : words[named.label]);
  return `${label === undefined ? "" : `${label}: `}${error.explanation}.`;
}

/** Fields of the card that are entered anew; so is a number that was wrong. */
const NOT_SHOWN = new Set(["number", "securityCode", SEALED_NUMBER, "action"]);

function keptOf({ gateway }: AppParts, { call, form }: Submission, faults: FieldFaults): KeptInput {
  const { number = "" } = form;
  const isKept = number !== "" && faults["number"] === undefined;
  const sealed = isKept ? gateway.checkout.sealNumber(call, number) : "";
  return {
    shown: shownAgain(form),
    number: isKept ? { sealed, masked: maskNumber(number) } : undefined,
  };
}

function shownAgain(form: Form): KeptInput["shown"] {
  const shown = Object.entries(form).filter(([name]) => !NOT_SHOWN.has(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, maskText(value)]));
}

export async function callOf(parts: AppParts, request: Request, sessionId: string): Promise<CheckoutCall> {
  const target = await parts.gateway.checkout.find(sessionId);
  const merchant = target && parts.merchants.find(target.merchantId);
  if (merchant === undefined) throw unknownPage();
  return { draft: recordingOf(request).draft, merchant, sessionId, origin: originOf(request) };
}

function found<T>(value: T | undefined): T {
  if (value === undefined) throw unknownPage();
  return value;
}

function unknownPage(): Refusal {
  return new Refusal("unknown-path", "There is no checkout at this address");
}
