import { textAt } from "../json.ts";
import type { JsonObject } from "../json.ts";

/** The operations that begin a checkout, by version: the older name goes up to 62 (assumption A137). */
export type CheckoutOperation = "INITIATE_CHECKOUT" | "CREATE_CHECKOUT_SESSION";

/** The first version of INITIATE_CHECKOUT. */
export const INITIATE_FROM = 63;

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
