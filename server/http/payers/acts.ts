import type { Json, JsonObject } from "../../domain/json.ts";
import { EXAMPLE } from "../../domain/operations/operation-definition.ts";
import { GATEWAY_CODES } from "../../domain/order/outcome.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { Answer } from "../../gateway/answers/answer.ts";
import type { PayerAction } from "../../domain/order/browser-payment.ts";
import type { CheckoutCall, CheckoutView } from "../../gateway/checkout/checkout-view.ts";
import type { CheckoutPayment } from "../../gateway/checkout/pay.ts";
import { cancelAddress } from "../../gateway/checkout/destinations.ts";
import type { CheckoutAction } from "../../domain/request/checkout.ts";
import type { PageTarget } from "../../gateway/pages.ts";
import { bodyTexts } from "../card-guard.ts";
import type { AppParts } from "../parts.ts";
import { returnUrlOf } from "../pages/browser-payment-page.ts";

/** What the payer does at a checkout, with which card; without one, with a test card of the active scenarios. */
export interface CheckoutAct {
  readonly action: CheckoutAction;
  readonly card?: JsonObject | undefined;
}

/** A call of a payer, whose exchange is being recorded. */
export interface Acting {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
}

/** Does on the page of a checkout what a payer does there, and tells where the payer goes then. */
export async function actAtCheckout(
  parts: AppParts,
  { draft, merchant }: Acting,
  sessionId: string,
  { action, card }: CheckoutAct,
): Promise<Answer> {
  const call: CheckoutCall = { draft, merchant, sessionId };
  const view = await parts.gateway.checkout.view(call);
  if (view === undefined) throw new Refusal("rule", "There is no checkout with this session ID");
  draft.notes = [...draft.notes, `The payer chose ${action}.`];
  if (action === "cancel") return answerOf(view, { goesTo: cancelled(view) });
  const entered = card ?? (await testCard(parts, merchant, action));
  const members = { sourceOfFunds: { type: "CARD", provided: { card: entered } } };
  await parts.guards.cards?.check(merchant, bodyTexts(JSON.stringify(members)));
  const payment = await authenticated(
    parts,
    call,
    await parts.gateway.checkout.pay(call, { members, consents: true }),
  );
  const after = await parts.gateway.checkout.view(call);
  if (payment === undefined || after === undefined) throw new Refusal("rule", "The checkout is gone");
  const { gatewayCode, isPaid, resultIndicator, returnUrl, sessionVersion } = payment;
  const goesTo = isPaid ? returnUrl : parts.gateway.checkout.declinedAddress(after);
  return answerOf(after, { goesTo, gatewayCode, resultIndicator, sessionVersion });
}

/** The payer passes what the issuer asks, unless the merchant's payers are told otherwise. */
async function authenticated(
  parts: AppParts,
  call: CheckoutCall,
  payment: CheckoutPayment | undefined,
): Promise<CheckoutPayment | undefined> {
  const { waitsFor } = payment ?? {};
  if (waitsFor === undefined) return payment;
  const { draft, merchant, sessionId } = call;
  if (waitsFor.authentication.stage === "CHALLENGE") {
    const habits = await parts.payers.of(merchant.id);
    const { orderId = "" } = (await parts.gateway.checkout.find(sessionId)) ?? {};
    const target = { merchantId: merchant.id, orderId, transactionId: waitsFor.id };
    const aside = { ...draft, request: { ...draft.request }, notes: [] };
    await parts.gateway.challenges.settle(
      { draft: aside, merchant, target },
      habits?.challenge ?? "SUCCESSFUL",
    );
  }
  return authenticated(parts, call, await parts.gateway.checkout.resume(call));
}

function cancelled(view: CheckoutView): string | undefined {
  if (view.state !== "open") throw new Refusal("rule", `The checkout is ${view.state}`);
  return cancelAddress(view.checkout);
}

function answerOf(
  { orderId, state }: CheckoutView,
  told: Readonly<Record<string, Json | undefined>>,
): Answer {
  return { status: 200, body: { order: { id: orderId }, state, ...told } };
}

/** The example card, with the expiry date for which the active scenarios approve or decline. */
async function testCard(
  parts: AppParts,
  merchant: Merchant,
  action: Exclude<CheckoutAction, "cancel">,
): Promise<JsonObject> {
  const { scenarios } = await parts.scenarios.standing(merchant);
  const result = action === "pay" ? "SUCCESS" : "FAILURE";
  const magic = scenarios.magicCards.find(
    ({ expiry, gatewayCode }) => expiry !== undefined && GATEWAY_CODES[gatewayCode].result === result,
  );
  const [month, year] = magic?.expiry?.split("/") ?? [];
  if (month !== undefined && year !== undefined) return { ...EXAMPLE.card, expiry: { month, year } };
  if (action === "pay") return EXAMPLE.card;
  throw new Refusal("rule", "No expiry date of the active scenarios declines; send a card that does");
}

/** Does on the page of a browser payment what a payer does there. */
export async function actAtBrowserPayment(
  { gateway }: AppParts,
  { draft, merchant }: Acting,
  target: PageTarget,
  action: PayerAction,
): Promise<Answer> {
  const call = { draft, merchant, target };
  const before = await gateway.browserPayments.view(call);
  if (before?.isOpen !== true)
    throw new Refusal("rule", "No browser payment with this transaction ID waits for its payer");
  draft.notes = [...draft.notes, `The payer chose ${action}.`];
  const entry = (await gateway.browserPayments.act(call, action, undefined))?.entry ?? before.entry;
  const { orderId, transactionId } = target;
  const { gatewayCode } = entry.outcome;
  const goesTo = returnUrlOf(entry);
  return {
    status: 200,
    body: { order: { id: orderId }, transaction: { id: transactionId }, gatewayCode, goesTo },
  };
}
