import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
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

/** What a payer has entered and is not paid yet: the browser is on its way to the card's issuer and back. */
export interface Attempt {
  readonly entry: CheckoutEntry;
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

/** Keeps what the payer has entered, sealed, until the browser is back. */
export async function keepAttempt(
  { store, vault }: GatewayParts,
  { merchant: { id: merchantId }, sessionId }: CheckoutCall,
  attempt: Attempt | undefined,
): Promise<void> {
  const ref = attemptRef(sessionId);
  const value = attempt && {
    sealed: vault.seal(merchantId, ref, { ...attempt, entry: { ...attempt.entry } }),
  };
  const records = [ref, checkoutRef(sessionId)];
  // The session may have gone since the page was shown.
  await store.transact({ merchantId, orderId: undefined, records }, ({ records: [, checkout] }) => ({
    order: undefined,
    records: checkout === undefined ? [] : [{ ...ref, value }],
    result: undefined,
  }));
}

/** Undefined: nobody is on the way. */
export async function keptAttempt(
  { store, vault }: GatewayParts,
  { merchant: { id: merchantId }, sessionId }: CheckoutCall,
): Promise<Attempt | undefined> {
  const ref = attemptRef(sessionId);
  const sealed = textAt(await store.findRecord(merchantId, ref), "sealed");
  return sealed === undefined ? undefined : attemptIn(vault.open(merchantId, ref, sealed));
}

function attemptIn(opened: JsonObject): Attempt {
  return opened as unknown as Attempt;
}
