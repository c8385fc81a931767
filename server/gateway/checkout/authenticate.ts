import { CARD } from "../../domain/card/card-details.ts";
import { textAt } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { without } from "../../domain/request/combination.ts";
import { authenticationIn } from "../../domain/order/order.ts";
import type { AuthenticationTransaction, Order } from "../../domain/order/order.ts";
import { answerCall } from "../column/pipeline.ts";
import { TRANSACTIONS } from "../column/transactions.ts";
import type { GatewayParts } from "../parts.ts";
import { attemptRef, checkoutRef } from "./checkout-record.ts";
import type { CheckoutRecord } from "./checkout-record.ts";
import { AUTHENTICATION_PREFIX } from "./checkout-view.ts";
import type { CheckoutCall, CheckoutView } from "./checkout-view.ts";
import { payloadOf } from "./entry.ts";
import type { CheckoutEntry } from "./entry.ts";

/** The first version that begins a checkout with `interaction.action`. */
const ACTIONS_FROM = 63;

/**
 * Whether the payer of a checkout is to be authenticated: the checkout says so, or the merchant takes no payments
 * without (assumption A304).
 */
export function asksAuthentication(
  { unauthenticatedPayments }: Merchant,
  { apiVersion, request }: CheckoutRecord,
): boolean {
  const action = textAt(request, "interaction.action.3DSecure");
  const isAsked = action === "MANDATORY" || (action !== "BYPASS" && unauthenticatedPayments === "block");
  return isAsked && apiVersion >= ACTIONS_FROM;
}

/** What a payer has entered and is not paid yet. */
interface Entered {
  readonly entry: CheckoutEntry;
}

/** An attempt whose browser is on its way to the card's issuer and back. */
export interface Attempt extends Entered {
  /** Of the authentication. */
  readonly transactionId: string;
}

export function newAttempt(order: Order | undefined, entry: CheckoutEntry): Attempt {
  const count = order?.transactions.filter(({ operation }) => operation === "INITIATE_AUTHENTICATION").length;
  return { entry, transactionId: `${AUTHENTICATION_PREFIX}${String((count ?? 0) + 1)}` };
}

/** The authentication of an attempt as it stands; undefined: the gateway could not begin it. */
export function authenticationOf(
  { order }: CheckoutView,
  { transactionId }: Attempt,
): AuthenticationTransaction | undefined {
  return authenticationIn(order, transactionId);
}

type AuthenticationOperation = "AUTHENTICATE_PAYER" | "INITIATE_AUTHENTICATION";

/** Asks the directory server, or the issuer. The exchange is about the payment alone. */
export async function askIssuer(
  parts: GatewayParts,
  call: CheckoutCall,
  { checkout, orderId }: CheckoutView,
  { entry, transactionId, operation }: Attempt & { readonly operation: AuthenticationOperation },
): Promise<void> {
  const { draft, merchant, origin, sessionId } = call;
  const aside = { ...draft, request: { ...draft.request }, notes: [] };
  const version = String(checkout.apiVersion);
  const { sourceOfFunds } = entry.members;
  const about = { apiOperation: operation, session: { id: sessionId }, sourceOfFunds };
  const isFirst = operation === "INITIATE_AUTHENTICATION";
  const body = isFirst ? { ...about, authentication: { channel: "PAYER_BROWSER" } } : about;
  const asked = {
    draft: aside,
    merchant,
    origin,
    version,
    prefer: undefined,
    entryPoint: "CHECKOUT",
  } as const;
  await answerCall(parts, TRANSACTIONS, { ...asked, orderId, transactionId }, payloadOf(body));
  draft.committed = true;
}

/** Keeps what the payer has entered for the next attempt: all but card number and security code (assumption A500). */
export async function keepEntered(
  parts: GatewayParts,
  call: CheckoutCall,
  { members, consents }: CheckoutEntry,
): Promise<void> {
  const safe = without(without(members, `${CARD}.number`), `${CARD}.securityCode`);
  await keepAttempt(parts, call, { entry: { members: safe, consents } });
}

/** Keeps what the payer has entered, sealed; with the card only until the browser is back. */
export async function keepAttempt(
  { store, vault }: GatewayParts,
  { merchant: { id: merchantId }, sessionId }: CheckoutCall,
  attempt: Attempt | Entered,
): Promise<void> {
  const ref = attemptRef(sessionId);
  const value = { sealed: vault.seal(merchantId, ref, { ...attempt, entry: { ...attempt.entry } }) };
  const records = [ref, checkoutRef(sessionId)];
  // The session may have gone since the page was shown.
  await store.transact({ merchantId, orderId: undefined, records }, ({ records: [, checkout] }) => ({
    order: undefined,
    records: checkout === undefined ? [] : [{ ...ref, value }],
    result: undefined,
  }));
}

/** Undefined: nobody is on the way. */
export async function keptAttempt(parts: GatewayParts, call: CheckoutCall): Promise<Attempt | undefined> {
  const kept = await keptRecord(parts, call);
  return kept !== undefined && "transactionId" in kept ? kept : undefined;
}

/** What the payer entered last and did not pay with; undefined: nothing yet. */
export async function enteredAt(parts: GatewayParts, call: CheckoutCall): Promise<CheckoutEntry | undefined> {
  return (await keptRecord(parts, call))?.entry;
}

/** Records are written by keepAttempt and nothing else, so that they are what it wrote. */
async function keptRecord(
  { store, vault }: GatewayParts,
  { merchant: { id: merchantId }, sessionId }: CheckoutCall,
): Promise<Attempt | Entered | undefined> {
  const ref = attemptRef(sessionId);
  const sealed = textAt(await store.findRecord(merchantId, ref), "sealed");
  return sealed === undefined
    ? undefined
    : (vault.open(merchantId, ref, sealed) as unknown as Attempt | Entered);
}
