import { paymentOf } from "../../domain/request/checkout.ts";
import { combine } from "../../domain/request/combination.ts";
import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Order } from "../../domain/order/order.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Call } from "../call.ts";
import { answerCall } from "../column/pipeline.ts";
import { TRANSACTIONS } from "../column/transactions.ts";
import type { GatewayParts } from "../parts.ts";
import { createToken } from "../tokens/create-token.ts";
import { deleteToken } from "../tokens/tokens.ts";
import { updateSession } from "../sessions/update-session.ts";
import type { CheckoutRecord } from "./checkout-record.ts";
import { viewCheckout } from "./checkout-view.ts";
import { addressIn, backToPage, withResult } from "./destinations.ts";
import type { CheckoutCall, CheckoutView } from "./checkout-view.ts";

/** What the payer sent. */
export interface CheckoutEntry {
  /** What the form was filled with, as members of the payment. */
  readonly members: JsonObject;
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
  if (before.state === "used-up") throw new Refusal("rule", "The payment link has no attempts left");
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

/** Whether the page asks the payer if the card may be kept. */
export function asksConsent({ request }: CheckoutRecord): boolean {
  return textAt(request, "interaction.saveCardForCredentialOnFile") !== undefined;
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

function resultIndicatorOf(
  { fingerprints }: GatewayParts,
  { merchant, sessionId }: CheckoutCall,
  { checkout, state }: CheckoutView,
): string {
  if (state === "paid") return checkout.successIndicator;
  return fingerprints.page("not-paid", merchant.id, sessionId).slice(0, 16);
}

/** What a merchant's page around a frame is told. */
export interface CheckoutResult {
  readonly resultIndicator: string;
  /** The merchant's own address, with the result in its query. */
  readonly address: string | undefined;
}

export function resultOf(parts: GatewayParts, call: CheckoutCall, view: CheckoutView): CheckoutResult {
  const resultIndicator = resultIndicatorOf(parts, call, view);
  const named = addressIn(view.checkout, "returnUrl");
  return { resultIndicator, address: named && withResult(named, resultQuery(resultIndicator, view)) };
}

function resultQuery(resultIndicator: string, { sessionVersion }: CheckoutView): string {
  return `resultIndicator=${resultIndicator}&sessionVersion=${sessionVersion}`;
}

/** Where the payer goes then: the merchant's address, the page that showed the checkout, or our receipt (assumption A142). */
function returnUrlOf(parts: GatewayParts, call: CheckoutCall, view: CheckoutView): string {
  const { checkout, sessionVersion } = view;
  const { resultIndicator, address } = resultOf(parts, call, view);
  if (address !== undefined) return address;
  const isCalled = checkout.showing?.calls.includes("complete") === true;
  const page = backToPage(checkout, `complete-${resultIndicator}-${sessionVersion}`);
  if (isCalled && page !== undefined) return page;
  const receipt = `${parts.publicUrl()}/checkout/receipt/${call.sessionId}`;
  return withResult(receipt, resultQuery(resultIndicator, view));
}
