import { textAt, valueAt } from "../json.ts";
import type { JsonObject } from "../json.ts";

/** The operations that begin a checkout, by version: the older name goes up to 62 (assumption A137). */
export type CheckoutOperation = "INITIATE_CHECKOUT" | "CREATE_CHECKOUT_SESSION";

/** The first version of INITIATE_CHECKOUT. */
export const INITIATE_FROM = 63;

/** The last version in which a page may configure more than the session; later ones name it when they begin (assumption A290). */
export const CONFIGURE_UNTIL = 66;

/** Each name has its versions (assumption A137). */
export function checkoutOperationIn(version: number): CheckoutOperation {
  return version < INITIATE_FROM ? "CREATE_CHECKOUT_SESSION" : "INITIATE_CHECKOUT";
}

/** What the checkout does when the payer pays; NONE only collects the card. */
export const INTERACTIONS = {
  AUTHORIZE: "AUTHORIZE",
  NONE: undefined,
  PURCHASE: "PAY",
  VERIFY: "VERIFY",
} as const;

type CheckoutPayment = Exclude<(typeof INTERACTIONS)[keyof typeof INTERACTIONS], undefined>;

/** The operation that the payment of a checkout is; undefined when there is none. */
export function paymentOf(request: JsonObject): CheckoutPayment | undefined {
  // Older requests may leave it out (assumption A138).
  const interaction = textAt(request, "interaction.operation") ?? "PURCHASE";
  return Object.hasOwn(INTERACTIONS, interaction)
    ? INTERACTIONS[interaction as keyof typeof INTERACTIONS]
    : undefined;
}

/** A link that the merchant sends to the payer, in the place of a page of the shop. */
export interface PaymentLink {
  /** As the request has it; undefined: the link lives as long as a link does. */
  readonly expiryDateTime: string | undefined;
  /** How often a payer may try; undefined: without end. */
  readonly attempts: number | undefined;
  readonly errorUrl: string | undefined;
}

/** Undefined: the checkout belongs to a page of the merchant. */
export function paymentLinkIn(request: JsonObject): PaymentLink | undefined {
  if (textAt(request, "checkoutMode") !== "PAYMENT_LINK") return undefined;
  const attempts = Number(valueAt(request, "paymentLink.numberOfAllowedAttempts"));
  return {
    expiryDateTime: textAt(request, "paymentLink.expiryDateTime"),
    attempts: attempts > 0 ? attempts : undefined,
    errorUrl: textAt(request, "paymentLink.errorUrl"),
  };
}

/** What a payer can do on the payment page of a checkout. */
export const CHECKOUT_ACTIONS = ["pay", "decline", "cancel"] as const;
export type CheckoutAction = (typeof CHECKOUT_ACTIONS)[number];
