import { paymentOf } from "../../domain/request/checkout.ts";
import { combine } from "../../domain/request/combination.ts";
import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { forbidsPayment } from "../../domain/order/authentication.ts";
import type { AuthenticationTransaction, Order } from "../../domain/order/order.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Call } from "../call.ts";
import { answerCall } from "../column/pipeline.ts";
import { TRANSACTIONS } from "../column/transactions.ts";
import type { GatewayParts } from "../parts.ts";
import { createToken } from "../tokens/create-token.ts";
import { deleteToken } from "../tokens/tokens.ts";
import { updateSession } from "../sessions/update-session.ts";
import {
  askIssuer,
  asksAuthentication,
  authenticationOf,
  keepAttempt,
  keepEntered,
  keptAttempt,
  newAttempt,
} from "./authenticate.ts";
import type { Attempt } from "./authenticate.ts";
import { payloadOf } from "./entry.ts";
import type { CheckoutEntry } from "./entry.ts";
import type { CheckoutRecord } from "./checkout-record.ts";
import { viewCheckout } from "./checkout-view.ts";
import { addressIn, backToPage, withResult } from "./destinations.ts";
import type { CheckoutCall, CheckoutView } from "./checkout-view.ts";

/** What an attempt to pay came to. */
export interface CheckoutPayment {
  readonly isPaid: boolean;
  /** response.gatewayCode; undefined when the checkout only collects the card. */
  readonly gatewayCode: string | undefined;
  /** The authentication for which the payer's browser has to go to the issuer; undefined: the attempt is over. */
  readonly waitsFor: AuthenticationTransaction | undefined;
  /** Equals the success indicator only of what was paid (assumption A141). */
  readonly resultIndicator: string;
  readonly sessionVersion: string;
  /** Where the payer goes now: the merchant's address, or the receipt, with what came of it. */
  readonly returnUrl: string;
}

/** Undefined when there is no such checkout. A refusal of the payment's own rules and contract is thrown. */
export async function payCheckout(
  parts: GatewayParts,
  call: CheckoutCall,
  entry: CheckoutEntry,
): Promise<CheckoutPayment | undefined> {
  const before = await viewCheckout(parts, call);
  if (before === undefined) return undefined;
  if (before.state === "expired") throw new Refusal("rule", "The checkout has timed out");
  if (before.state === "used-up") throw new Refusal("rule", "The payment link has no attempts left");
  if (before.state === "paid") return paymentAfter(parts, call, NOTHING_DONE);
  const payment = await paymentAfter(parts, call, await tried(parts, call, before, entry));
  if (payment?.isPaid === false && payment.waitsFor === undefined) await keepEntered(parts, call, entry);
  return payment;
}

async function tried(
  parts: GatewayParts,
  call: CheckoutCall,
  before: CheckoutView,
  entry: CheckoutEntry,
): Promise<Tried> {
  if (!asksAuthentication(call.merchant, before.checkout) || paymentOf(before.checkout.request) === undefined)
    return { gatewayCode: await execute(parts, call, before, entry) };
  const attempt = newAttempt(before.order, entry);
  await askIssuer(parts, call, before, { ...attempt, operation: "INITIATE_AUTHENTICATION" });
  return goneOn(parts, call, attempt, "begun");
}

/**
 * Goes on with what the payer entered, once the browser is back from the issuer. Undefined: there is no such checkout.
 * Nobody was on the way: the checkout as it stands.
 */
export async function resumeCheckout(
  parts: GatewayParts,
  call: CheckoutCall,
): Promise<CheckoutPayment | undefined> {
  const attempt = await keptAttempt(parts, call);
  return paymentAfter(parts, call, attempt ? await goneOn(parts, call, attempt, "back") : NOTHING_DONE);
}

/** What became of an attempt, or for what it waits. */
interface Tried {
  readonly gatewayCode?: string | undefined;
  readonly waitsFor?: AuthenticationTransaction | undefined;
}

const NOTHING_DONE: Tried = {};

/** As far as it goes without the payer: to the issuer's hidden page, to its page for the payer, or to the payment. */
async function goneOn(
  parts: GatewayParts,
  call: CheckoutCall,
  attempt: Attempt,
  at: "asked" | "back" | "begun",
): Promise<Tried> {
  const view = await viewCheckout(parts, call);
  const found = view && authenticationOf(view, attempt);
  // The gateway has failed, as a scenario says.
  if (view === undefined || found === undefined) return NOTHING_DONE;
  const { method, stage } = found.authentication;
  if (stage === "CHALLENGE" || (stage === "AVAILABLE" && at === "begun" && method !== "NOT_SUPPORTED")) {
    await keepAttempt(parts, call, attempt);
    return { waitsFor: found };
  }
  if (stage === "AVAILABLE") {
    if (at === "asked") return NOTHING_DONE;
    await askIssuer(parts, call, view, { ...attempt, operation: "AUTHENTICATE_PAYER" });
    return goneOn(parts, call, attempt, "asked");
  }
  await keepEntered(parts, call, attempt.entry);
  if (forbidsPayment(found.authentication)) return { gatewayCode: "AUTHENTICATION_FAILED" };
  const members = combine([
    { authentication: { transactionId: attempt.transactionId } },
    attempt.entry.members,
  ]);
  return { gatewayCode: await execute(parts, call, view, { ...attempt.entry, members }) };
}

async function paymentAfter(
  parts: GatewayParts,
  call: CheckoutCall,
  { gatewayCode, waitsFor }: Tried,
): Promise<CheckoutPayment | undefined> {
  const after = await viewCheckout(parts, call);
  if (after === undefined) return undefined;
  const { resultIndicator, returnUrl } = resultOf(parts, call, after);
  const { sessionVersion, state } = after;
  return { isPaid: state === "paid", gatewayCode, waitsFor, resultIndicator, sessionVersion, returnUrl };
}

/** The payment runs through the very column that the merchant's own calls do, with the session as one of its sources. */
async function execute(
  parts: GatewayParts,
  { draft, merchant, sessionId }: CheckoutCall,
  { checkout, order, orderId }: CheckoutView,
  { members, consents }: CheckoutEntry,
): Promise<string | undefined> {
  const version = String(checkout.apiVersion);
  const base = { draft, merchant, version, prefer: undefined, entryPoint: "CHECKOUT" } as const;
  const operation = paymentOf(checkout.request);
  if (operation === undefined) {
    await updateSession(parts, { ...base, sessionId }, payloadOf(members));
    return undefined;
  }
  const call = { ...base, orderId, transactionId: nextTransactionId(order) };
  const pay = async (token?: string): Promise<JsonObject> => {
    const body = combine([
      { apiOperation: operation, session: { id: sessionId } },
      token === undefined ? {} : { sourceOfFunds: { token } },
      members,
    ]);
    return (await answerCall(parts, TRANSACTIONS, call, payloadOf(body))).body;
  };
  const isKept = consents && asksConsent(checkout);
  const answer = isKept ? await withToken(parts, base, members, pay) : await pay();
  return textAt(answer, "response.gatewayCode");
}

/**
 * Pays with a token of the card, which is new unless the card has one; a new one goes again when nothing was paid
 * (assumption A259). The exchange is about the payment alone.
 */
async function withToken(
  parts: GatewayParts,
  call: Call,
  { sourceOfFunds }: JsonObject,
  pay: (token: string) => Promise<JsonObject>,
): Promise<JsonObject> {
  const aside = { ...call, draft: { ...call.draft, request: { ...call.draft.request } } };
  const made = await createToken(parts, { ...aside, tokenId: undefined }, payloadOf({ sourceOfFunds }));
  const tokenId = textAt(made.body, "token") ?? "";
  const isNew = made.status === 201;
  let isPaid = false;
  try {
    const answer = await pay(tokenId);
    isPaid = textAt(answer, "result") === "SUCCESS";
    return answer;
  } finally {
    if (isNew && !isPaid) await deleteToken(parts, { ...aside, tokenId });
  }
}

/** Whether the page asks the payer if the card may be kept (assumption A511). */
export function asksConsent({ request }: CheckoutRecord): boolean {
  return (
    paymentOf(request) !== undefined &&
    textAt(request, "interaction.saveCardForCredentialOnFile") !== undefined
  );
}

/** Each attempt needs an id of its own: the first number that is free (assumption A140). */
function nextTransactionId(order: Order | undefined): string {
  const taken = new Set(order?.transactions.map(({ id }) => id));
  let number = 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

function resultIndicatorOf(
  { fingerprints }: GatewayParts,
  { merchant, sessionId }: CheckoutCall,
  { checkout, state }: CheckoutView,
): string {
  if (state === "paid") return checkout.successIndicator;
  return fingerprints.page("not-paid", merchant.id, sessionId).slice(0, 16);
}

/** What a checkout that is over came to. */
export interface CheckoutResult {
  readonly resultIndicator: string;
  /** The merchant's own address, with the result in its query: what a page around a frame is told. */
  readonly address: string | undefined;
  /** Where the payer goes: there, to the page that showed the checkout, or to our receipt (assumption A142). */
  readonly returnUrl: string;
}

export function resultOf(parts: GatewayParts, call: CheckoutCall, view: CheckoutView): CheckoutResult {
  const { checkout, sessionVersion } = view;
  const resultIndicator = resultIndicatorOf(parts, call, view);
  const query = `resultIndicator=${resultIndicator}&sessionVersion=${sessionVersion}`;
  const named = addressIn(checkout, "returnUrl");
  const address = named && withResult(named, query);
  const isCalled = checkout.showing?.calls.includes("complete") === true;
  const page = isCalled ? backToPage(checkout, `complete-${resultIndicator}-${sessionVersion}`) : undefined;
  const receipt = withResult(`${parts.publicUrl()}/checkout/receipt/${call.sessionId}`, query);
  return { resultIndicator, address, returnUrl: address ?? page ?? receipt };
}
