import { paymentOf } from "../checkout.ts";
import type { TransactionType } from "../order.ts";
import type { Rule } from "../rule.ts";
import { agreements } from "../rules/agreement.ts";
import { amountAboveZero, decimalsOfCurrency, sums } from "../rules/amounts.ts";
import { currencyAccepted, operationPermitted } from "../rules/merchant.ts";
import { notificationUrlSecure } from "../rules/notification.ts";
import { customFieldsOfOrder, orderOpenFor } from "../rules/order-state.ts";
import { sensitiveDataRefused } from "../rules/sensitive-data.ts";
import { taxes } from "../rules/tax.ts";

const TYPES = { AUTHORIZE: "AUTHORIZATION", PAY: "PAYMENT", VERIFY: "VERIFICATION" } as const;

/**
 * What a checkout must keep so that the payer can pay it: the rules of its payment, without those of the card. The
 * others are asked again when the payer pays, together with the card's (assumption A139).
 */
export function checkoutRules(request: Parameters<typeof paymentOf>[0]): readonly Rule[] {
  const payment = paymentOf(request);
  const type: TransactionType | undefined = Object.entries(TYPES).find(([name]) => name === payment)?.[1];
  if (type === undefined) return [currencyAccepted, decimalsOfCurrency];
  const amounts = type === "VERIFICATION" ? [decimalsOfCurrency] : [decimalsOfCurrency, amountAboveZero];
  return [
    operationPermitted,
    orderOpenFor(type),
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
