import { INITIATE_FROM, paymentOf } from "../request/checkout.ts";
import { VERSION_MAX, VERSION_MIN } from "../request/operation.ts";
import { allows } from "../order/transitions.ts";
import { refuse } from "../request/rule.ts";
import type { Rule, RuleContext } from "../request/rule.ts";
import { agreements } from "../rules/agreement.ts";
import { amountAboveZero, decimalsOfCurrency, sums } from "../rules/money/amounts.ts";
import { currencyAccepted, operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder, orderOpenFor } from "../rules/order/order-state.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { taxes } from "../rules/money/tax.ts";
import { EXAMPLE } from "./operation-definition.ts";
import type { OperationDefinition } from "./operation-definition.ts";
import { PATHS } from "./paths.ts";

const TYPES = { AUTHORIZE: "AUTHORIZATION", PAY: "PAYMENT", VERIFY: "VERIFICATION" } as const;

/**
 * What a checkout must keep so that the payer can pay it: the rules of its payment, without those of the card. The
 * others are asked again when the payer pays, together with the card's (assumption A139).
 */
export function checkoutRules(request: Parameters<typeof paymentOf>[0]): readonly Rule[] {
  const payment = paymentOf(request);
  if (payment === undefined) return [currencyAccepted, decimalsOfCurrency];
  const type = TYPES[payment];
  const amounts = type === "VERIFICATION" ? [decimalsOfCurrency] : [decimalsOfCurrency, amountAboveZero];
  return [
    operationPermitted,
    orderPayable(type),
    currencyAccepted,
    ...amounts,
    ...sums,
    ...taxes,
    ...agreements,
    sensitiveDataRefused,
    notificationUrlSecure,
    customFieldsOfOrder,
  ];
}

/** The caller has named no payment, but the order. */
function orderPayable(type: (typeof TYPES)[keyof typeof TYPES]): Rule {
  return {
    ...orderOpenFor(type),
    refuses: ({ status }) =>
      allows(status, type)
        ? undefined
        : refuse(
            "order.id",
            "INVALID",
            `The order is ${status} and takes no further payment; use a new order id`,
          ),
  };
}

const OF_CHECKOUT = {
  method: "post",
  path: PATHS.sessions,
  takesSources: false,
  // Those of a purchase are all that there are.
  rules: checkoutRules({}),
} as const;

export const initiateCheckout: OperationDefinition<"INITIATE_CHECKOUT", RuleContext> = {
  ...OF_CHECKOUT,
  name: "INITIATE_CHECKOUT",
  does: "Creates a checkout session for an order",
  versions: { first: INITIATE_FROM, last: VERSION_MAX },
  example: () => ({
    apiOperation: "INITIATE_CHECKOUT",
    interaction: { operation: "PURCHASE", returnUrl: "https://shop.example/return" },
    order: { ...EXAMPLE.order, id: "order-1" },
  }),
};

export const createCheckoutSession: OperationDefinition<"CREATE_CHECKOUT_SESSION", RuleContext> = {
  ...OF_CHECKOUT,
  name: "CREATE_CHECKOUT_SESSION",
  does: `INITIATE_CHECKOUT below version ${INITIATE_FROM}`,
  versions: { first: VERSION_MIN, last: INITIATE_FROM - 1 },
  example: () => ({
    apiOperation: "CREATE_CHECKOUT_SESSION",
    order: { ...EXAMPLE.order, id: "order-1" },
  }),
};
