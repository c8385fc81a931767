import { checkoutOperationIn, CONFIGURE_UNTIL, paymentOf } from "../../domain/request/checkout.ts";
import { combine } from "../../domain/request/combination.ts";
import { isObject, textAt, valueAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { Answer } from "../answers/answer.ts";
import { accept } from "../column/accept.ts";
import { addNotes } from "../column/run-record.ts";
import type { GatewayParts } from "../parts.ts";
import { storedRequest, withoutSteering } from "../secrets/masking.ts";
import { contentOf, readSession, sessionChange, sessionRef } from "../sessions/session-record.ts";
import { checkoutRef } from "./checkout-record.ts";
import type { Showing } from "./checkout-record.ts";
import { viewCheckout } from "./checkout-view.ts";
import type { CheckoutCall, CheckoutView } from "./checkout-view.ts";
import { checkoutPath, enforceRules } from "./initiate.ts";
import { addressIn } from "./destinations.ts";
import { payloadOf } from "./entry.ts";

/** What the script of a merchant's page sends. */
export interface ShowRequest {
  /** Of the script, where its address names one. */
  readonly version: number | undefined;
  /** Undefined: the page has only configured the checkout yet. */
  readonly showing: Showing | undefined;
  /** What the page gave to `Checkout.configure()`. */
  readonly configuration: JsonObject;
}

/**
 * Judges what a page configured and, when it is to show the checkout, remembers how, and tells the page's path, the
 * merchant's name, and where a payer goes who closes the lightbox.
 */
export async function showCheckout(
  parts: GatewayParts,
  call: CheckoutCall,
  { version, showing, configuration }: ShowRequest,
): Promise<Answer> {
  const view = await viewCheckout(parts, call);
  if (view === undefined) throw sessionRefused("The session does not belong to a checkout");
  if (view.state === "expired") throw sessionRefused("The session has expired");
  const configured = configuredMembers(configuration, call, version ?? view.checkout.apiVersion);
  const request = await withConfigured(parts, call, { view, configured, isShown: showing !== undefined });
  const body = payloadOf({
    path: checkoutPath(call.sessionId),
    merchantName: textAt(request, "interaction.merchant.name"),
    cancelUrl: addressIn({ ...view.checkout, request }, "cancelUrl"),
  }).body;
  if (showing === undefined) return { status: 200, body };
  checkAmount([request, view.checkout.request], view.kept.apiVersion);
  addNotes(call.draft, notesOf(view.checkout.request, configured));
  const refs = [checkoutRef(call.sessionId), sessionRef(call.sessionId)];
  await parts.store.transact(
    { merchantId: call.merchant.id, orderId: undefined, records: refs },
    ({ records: [checkout, session] }) => ({
      order: undefined,
      // It may have gone since it was looked at.
      records:
        checkout === undefined
          ? []
          : [
              {
                ...checkoutRef(call.sessionId),
                value: { ...view.kept, showing, request: storedRequest(request) },
              },
              ...sessionChanges(parts, call, session, configured),
            ],
      result: undefined,
    }),
  );
  call.draft.committed = true;
  return { status: 200, body };
}

/** The page of an older version may bring it, so that the checkout may begin without (assumption A509). */
function checkAmount(requests: readonly JsonObject[], version: number): void {
  const members = ["order.amount", "order.netAmount"];
  const isThere = requests.some((request) => members.some((it) => valueAt(request, it) !== undefined));
  if (isThere || version > CONFIGURE_UNTIL || requests.some((it) => paymentOf(it) === undefined)) return;
  const fault = { field: "order.amount", validationType: "MISSING" } as const;
  const explanation = "Missing parameter 'order.amount': neither the session nor the page has one";
  throw new Refusal("contract", explanation, fault);
}

/** What the page says otherwise than the checkout began with has no effect, which nobody would see. */
function notesOf(request: JsonObject, configured: JsonObject): readonly string[] {
  const others = leavesOf(configured).filter((path) => {
    const begun = valueAt(request, path);
    return begun !== undefined && JSON.stringify(begun) !== JSON.stringify(valueAt(configured, path));
  });
  if (others.length === 0) return [];
  return [`The page gives other values for ${others.join(", ")} than the session has: the session's count.`];
}

function sessionRefused(why: string): Refusal {
  return new Refusal("rule", why, { field: "session.id", validationType: "INVALID" });
}

/** All but the session and its merchant; a version that takes nothing else names the first member of it. */
function configuredMembers(configuration: JsonObject, call: CheckoutCall, version: number): JsonObject {
  const { merchant, session, ...members } = configuration;
  checkSession(session);
  const isLate = version > CONFIGURE_UNTIL;
  const [misplaced] = leavesOf(isLate && merchant !== undefined ? { merchant } : isLate ? members : {});
  if (misplaced !== undefined) throw notConfigurable(misplaced);
  if (merchant !== undefined && merchant !== call.merchant.id) {
    const fault = { field: "merchant", validationType: "INVALID" } as const;
    throw new Refusal("rule", "The session belongs to another merchant", fault);
  }
  return members;
}

/** In every version `session` has its id and its version, each as text, and nothing else (assumption A502). */
function checkSession(session: Json | undefined): void {
  for (const [name, value] of Object.entries(isObject(session) ? session : {})) {
    const field = `session.${name}`;
    if (name !== "id" && name !== "version") throw notConfigurable(leavesOf(value, field)[0] ?? field);
    if (typeof value !== "string") {
      throw new Refusal("contract", `${field} has to be text`, { field, validationType: "INVALID" });
    }
  }
}

function notConfigurable(field: string): Refusal {
  const fault = { field, validationType: "UNSUPPORTED" } as const;
  return new Refusal("contract", `${field} is not allowed via configure()`, fault);
}

/** The paths of its values; a group without any counts as one. */
function leavesOf(value: Json | undefined, path = ""): readonly string[] {
  if (value === undefined) return [];
  const members = isObject(value) ? Object.entries(value) : [];
  const leaves = members.flatMap(([name, member]) =>
    leavesOf(member, path === "" ? name : `${path}.${name}`),
  );
  return leaves.length === 0 && path !== "" ? [path] : leaves;
}

/**
 * The checkout's request with what the page adds to it; what the request says already stays. The rules of meaning are
 * asked when it is shown: members that are functions have no value before.
 */
async function withConfigured(
  parts: GatewayParts,
  call: CheckoutCall,
  asked: { readonly view: CheckoutView; readonly configured: JsonObject; readonly isShown: boolean },
): Promise<JsonObject> {
  const { configured, isShown } = asked;
  const { kept, orderId } = asked.view;
  if (Object.keys(configured).length === 0) return kept.request;
  const { apiVersion: version } = kept;
  const operation = checkoutOperationIn(version);
  const whole = combine([kept.request, { apiOperation: operation }, configured]);
  const asCall = { ...call, version: String(version), prefer: undefined };
  const body = accept(parts, asCall, { operation, version, payload: payloadOf(whole) });
  if (isShown) await enforceRules(parts, asCall, { operation, version, orderId, body });
  return body;
}

/** The session brings to the payment what the page configured, and keeps its version: the merchant has not updated it. */
function sessionChanges(
  parts: GatewayParts,
  { merchant, sessionId: id }: CheckoutCall,
  record: JsonObject | undefined,
  configured: JsonObject,
): ReturnType<typeof sessionChange>[] {
  const session = readSession(record);
  if (session === undefined || Object.keys(configured).length === 0) return [];
  const at = { merchantId: merchant.id, id, session };
  return [sessionChange(parts, at, combine([contentOf(parts, at), withoutSteering(configured)]))];
}
