import { paymentOf } from "../../domain/request/checkout.ts";
import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Order } from "../../domain/order/order.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import { noPreference } from "../call.ts";
import type { Call } from "../call.ts";
import { answerCall } from "../column/pipeline.ts";
import { TRANSACTIONS } from "../column/transactions.ts";
import type { GatewayParts } from "../parts.ts";
import { createToken } from "../tokens/create-token.ts";
import { deleteToken } from "../tokens/keep-token.ts";
import { updateSession } from "../sessions/update-session.ts";
import type { CheckoutRecord } from "./checkout-record.ts";
import { addressIn, viewCheckout } from "./checkout-view.ts";
import type { CheckoutCall, CheckoutView } from "./checkout-view.ts";

/** What the payer wrote into the form; undefined is left out. */
export interface CheckoutCard {
  readonly number: string;
  readonly expiryMonth: string;
  readonly expiryYear: string;
  readonly securityCode: string | undefined;
  readonly nameOnCard: string | undefined;
}

/** What the payer sent. */
export interface CheckoutEntry {
  readonly card: CheckoutCard;
  /** Whether the card may be kept for later payments; it counts where the checkout asks for it. */
  readonly consents: boolean;
}

/** What an attempt to pay came to. */
export interface CheckoutPayment {
  readonly isPaid: boolean;
  /** response.gatewayCode; undefined when the checkout only collects the card. */
  readonly gatewayCode: string | undefined;
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
  const gatewayCode = before.state === "paid" ? undefined : await execute(parts, call, before, entry);
  const after = await viewCheckout(parts, call);
  if (after === undefined) return undefined;
  const resultIndicator = resultIndicatorOf(parts, call, after);
  const { sessionVersion, state } = after;
  const returnUrl = returnUrlOf(parts, call, after);
  return { isPaid: state === "paid", gatewayCode, resultIndicator, sessionVersion, returnUrl };
}

/** The payment runs through the very column that the merchant's own calls do, with the session as one of its sources. */
async function execute(
  parts: GatewayParts,
  { draft, merchant, sessionId }: CheckoutCall,
  { checkout, order, orderId }: CheckoutView,
  { card, consents }: CheckoutEntry,
): Promise<string | undefined> {
  const version = String(checkout.apiVersion);
  const base = { draft, merchant, version, preference: noPreference(), entryPoint: "CHECKOUT" } as const;
  const operation = paymentOf(checkout.request);
  const funds = { sourceOfFunds: { type: "CARD", provided: { card: membersOf(card) } } };
  if (operation === undefined) {
    await updateSession(parts, { ...base, sessionId }, payloadOf(funds));
    return undefined;
  }
  const call = { ...base, orderId, transactionId: nextTransactionId(order) };
  const pay = async (token?: string): Promise<JsonObject> => {
    const sourceOfFunds = { ...funds.sourceOfFunds, token };
    const body = { apiOperation: operation, session: { id: sessionId }, sourceOfFunds };
    return (await answerCall(parts, TRANSACTIONS, call, payloadOf(body))).body;
  };
  const isKept = consents && asksConsent(checkout);
  const answer = isKept ? await withToken(parts, base, funds, pay) : await pay();
  return textAt(answer, "response.gatewayCode");
}

/**
 * Pays with a token of the card, which is new unless the card has one; a new one goes again when nothing was paid
 * (assumption A259). The exchange is about the payment alone.
 */
async function withToken(
  parts: GatewayParts,
  call: Call,
  funds: JsonObject,
  pay: (token: string) => Promise<JsonObject>,
): Promise<JsonObject> {
  const aside = { ...call, draft: { ...call.draft, request: { ...call.draft.request } } };
  const made = await createToken(parts, { ...aside, tokenId: undefined }, payloadOf(funds));
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

/** Whether the page asks the payer if the card may be kept. */
export function asksConsent({ request }: CheckoutRecord): boolean {
  return textAt(request, "interaction.saveCardForCredentialOnFile") !== undefined;
}

export function membersOf({ expiryMonth, expiryYear, ...rest }: CheckoutCard): JsonObject {
  return { ...rest, expiry: { month: expiryMonth, year: expiryYear } };
}

/** As JSON has it: members that are undefined are not there. */
export function payloadOf(body: JsonObject): { readonly text: string; readonly body: JsonObject } {
  const text = JSON.stringify(body);
  return { text, body: JSON.parse(text) as JsonObject };
}

/** Each attempt needs an id of its own: the first number that is free (assumption A140). */
function nextTransactionId(order: Order | undefined): string {
  const taken = new Set(order?.transactions.map(({ id }) => id));
  let number = 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
}

export function resultIndicatorOf(
  { fingerprints }: GatewayParts,
  { merchant, sessionId }: CheckoutCall,
  { checkout, state }: CheckoutView,
): string {
  if (state === "paid") return checkout.successIndicator;
  return fingerprints.page("not-paid", merchant.id, sessionId).slice(0, 16);
}

/** The merchant's address with what came of the checkout in its query, or our own receipt (assumption A142). */
export function returnUrlOf(parts: GatewayParts, call: CheckoutCall, view: CheckoutView): string {
  const own = `${parts.publicUrl()}/checkout/receipt/${call.sessionId}`;
  const target = addressIn(view.checkout, "returnUrl") ?? own;
  const [beforeFragment = "", ...fragment] = target.split("#");
  const joint = beforeFragment.includes("?") ? "&" : "?";
  const resultIndicator = resultIndicatorOf(parts, call, view);
  const query = `resultIndicator=${resultIndicator}&sessionVersion=${view.sessionVersion}`;
  return [`${beforeFragment}${joint}${query}`, ...fragment].join("#");
}
