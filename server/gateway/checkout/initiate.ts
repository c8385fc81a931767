import { maskText } from "../../domain/card/card.ts";
import {
  checkoutOperationIn,
  INITIATE_FROM,
  paymentLinkIn,
  paymentOf,
} from "../../domain/request/checkout.ts";
import type { CheckoutOperation } from "../../domain/request/checkout.ts";
import { withDueEntries } from "../../domain/order/due-entries.ts";
import { readInstruction } from "../../domain/request/instruction.ts";
import { textAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import { checkoutRules } from "../../domain/operations/checkout.ts";
import { OPERATION_DEFINITIONS } from "../../domain/operations/index.ts";
import { contextOf, invalid } from "../../domain/request/rule.ts";
import { accept } from "../column/accept.ts";
import { alphabetical } from "../answers/alphabetical.ts";
import type { Answer } from "../answers/answer.ts";
import { enforce } from "../column/enforce.ts";
import type { Call, Payload } from "../call.ts";
import type { GatewayParts } from "../parts.ts";
import { storedRequest, withoutSteering } from "../secrets/masking.ts";
import { listPages } from "../pages.ts";
import { checkId, readVersion } from "../paths.ts";
import { storeNewSession } from "../sessions/new-session.ts";
import { checkoutPage, checkoutRef } from "./checkout-record.ts";
import type { CheckoutRecord } from "./checkout-record.ts";
import { withoutEffect } from "./without-effect.ts";

const INDICATOR_BYTES = 8;

/** `POST …/session` with an apiOperation: a session that holds an order for the payer to pay. */
export async function initiateCheckout(
  parts: GatewayParts,
  call: Call,
  operation: CheckoutOperation,
  payload: Payload,
): Promise<Answer> {
  const { draft, merchant } = call;
  const version = readVersion(call.version, merchant.mode);
  draft.request = { ...draft.request, version, operation };
  checkVersion(operation, version);
  const body = accept(parts, call, { operation, version, payload });
  const orderId = textAt(body, "order.id") ?? "";
  checkId("order.id", orderId, merchant);
  await enforceRules(parts, call, { operation, version, orderId, body });
  draft.notes = [...draft.notes, ...withoutEffect(body)];
  const successIndicator = newIndicator(parts);
  const begunAt = await parts.clocks.now(merchant.id);
  const session = await storeSession(parts, call, {
    apiVersion: version,
    successIndicator,
    begunAt,
    request: body,
  });
  await listPages(parts, [checkoutPage(session.id)], { merchantId: merchant.id, orderId, transactionId: "" });
  draft.committed = true;
  const { id, session: made } = session;
  // In mode observe it may be anything.
  const mode = maskText(textAt(body, "checkoutMode") ?? "WEBSITE");
  const answer: JsonObject = {
    checkoutMode: version < INITIATE_FROM ? undefined : mode,
    correlationId: textAt(body, "correlationId"),
    merchant: merchant.id,
    paymentLink:
      paymentLinkIn(body) === undefined ? undefined : { url: parts.publicUrl() + checkoutPath(session.id) },
    result: "SUCCESS",
    session: { id, updateStatus: made.updateStatus, version: made.version },
    successIndicator,
  };
  return { status: 201, body: alphabetical(answer) };
}

/** Sixteen hexadecimal digits that nobody takes for a card number. */
function newIndicator({ random }: GatewayParts): string {
  let indicator: string;
  do indicator = Buffer.from(random(INDICATOR_BYTES)).toString("hex");
  while (/\d{13}/.test(indicator));
  return indicator;
}

/** Path of the payment page. */
export function checkoutPath(sessionId: string): string {
  return `/checkout/pay/${sessionId}?checkoutVersion=1.0.0`;
}

/** How long a payment link lives that does not say so (assumption A292). */
const LINK_LIFE_MS = 30 * 24 * 60 * 60_000;

/** Undefined: the checkout is no payment link. */
function linkExpiryOf(request: JsonObject, begunAt: number): number | undefined {
  const link = paymentLinkIn(request);
  if (link === undefined) return undefined;
  return link.expiryDateTime === undefined ? begunAt + LINK_LIFE_MS : Date.parse(link.expiryDateTime);
}

/** Each name has its versions, so that a client which mixes them learns it here (assumption A137). */
function checkVersion(operation: CheckoutOperation, version: number): void {
  const expected = checkoutOperationIn(version);
  if (operation === expected) return;
  throw invalid("apiOperation", operation, `Version ${version} starts a checkout with ${expected}`);
}

/** The rules of meaning that a checkout has to keep. */
export async function enforceRules(
  parts: GatewayParts,
  { draft, merchant }: Call,
  asked: {
    readonly operation: CheckoutOperation;
    readonly version: number;
    readonly orderId: string;
    readonly body: JsonObject;
  },
): Promise<void> {
  const { orderId, body } = asked;
  const now = await parts.clocks.now(merchant.id);
  const stored = await parts.store.find({ merchantId: merchant.id, orderId });
  const instruction = readInstruction({
    ...asked,
    traits: OPERATION_DEFINITIONS[paymentOf(body) ?? "VERIFY"],
    transactionId: "",
    fingerprintOf: parts.fingerprints.card,
    merchant,
    carries: parts.contracts.carrier({ operation: asked.operation, version: asked.version }),
  });
  const order = stored && withDueEntries(stored, now);
  enforce(checkoutRules(body), contextOf(instruction, merchant, order, now), draft);
}

/** The order is bound to the session: what the request says of it is what the session brings to the payment. */
function storeSession(
  parts: GatewayParts,
  { merchant }: Call,
  { request, ...given }: CheckoutRecord,
): ReturnType<typeof storeNewSession> {
  return storeNewSession(parts, {
    merchantId: merchant.id,
    now: given.begunAt,
    apiVersion: given.apiVersion,
    updateStatus: "SUCCESS",
    authenticationLimit: 0,
    awaitsPayer: true,
    expiresAt: linkExpiryOf(request, given.begunAt),
    content: withoutSteering(request),
    beside: (id) => [{ ...checkoutRef(id), value: { ...given, request: storedRequest(request) } }],
  });
}
