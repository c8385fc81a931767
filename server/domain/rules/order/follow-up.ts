import { textAt } from "../../json.ts";
import { add, AMOUNT_MAX, formatAmount, percentOf, subtract, toNumber } from "../../money.ts";
import type { Amount } from "../../money.ts";
import type { Merchant } from "../../merchant.ts";
import type { Transaction, TransactionType } from "../../order/order.ts";
import { openingOf } from "../../order/status.ts";
import { liveTransactions } from "../../order/totals.ts";
import type { Totals } from "../../order/totals.ts";
import type { Refusal } from "../../record/refusal.ts";
import { allows } from "../../order/transitions.ts";
import { demanded, invalid, refuse } from "../../request/rule.ts";
import type { Rule, RuleContext } from "../../request/rule.ts";

/** Only an authorization can be captured; a PAY has captured already. */
export const authorizationToCapture: Rule = {
  id: "authorization-to-capture",
  source: "interface section 1; assumption A63",
  refuses: ({ instruction, order, status, standalone }) => {
    if (standalone || order === undefined) return undefined;
    const hasAuthorization = liveTransactions(order).some((it) => it.type === "AUTHORIZATION");
    if (hasAuthorization && allows(status, "CAPTURE")) return undefined;
    return invalid(
      "apiOperation",
      instruction.operation,
      `The order is ${status} and has no authorization to capture`,
    );
  },
};

/** A refund that needs an approval is only asked for at first (interface section 3, REFUND_REQUESTED). */
export function refundTypeOf({ refundApproval }: Merchant): TransactionType {
  return refundApproval ? "REFUND_REQUEST" : "REFUND";
}

/** Money can go back only after a payment or capture has moved it. */
export const captureToRefund: Rule = {
  id: "capture-to-refund",
  source: "interface section 1; assumption A63",
  refuses: ({ instruction, merchant, status, standalone }) =>
    standalone || allows(status, refundTypeOf(merchant))
      ? undefined
      : invalid(
          "apiOperation",
          instruction.operation,
          `The order is ${status} and has nothing captured to refund`,
        ),
};

export const currencyOfOrder: Rule = {
  id: "currency-of-order",
  source: "assumption A75",
  refuses: ({ instruction: { currency, currencyField }, order, standalone }) => {
    const expected = order && openingOf(order)?.currency;
    return standalone || expected === undefined || currency === undefined || currency === expected
      ? undefined
      : invalid(currencyField, currency, `The currency of the order is ${expected}`);
  },
};

export const captureWithinAuthorization: Rule = {
  id: "capture-within-authorization",
  source: "assumption A76",
  refuses: ({ instruction: { amount }, merchant, totals, standalone }) => {
    if (standalone || amount === undefined) return undefined;
    if (merchant.privileges.includes("EXCESSIVE_CAPTURE")) return totalTooLarge("captured", totals, amount);
    const left = subtract(totals.authorized, totals.captured);
    return amount <= left
      ? undefined
      : invalid(
          "transaction.amount",
          formatAmount(amount),
          `Requested capture amount exceeds outstanding authorized amount, which is ${formatAmount(left)}`,
        );
  },
};

/** Only a privilege lets a total grow beyond the amount that was authorized or captured (interface section 2.1). */
function totalTooLarge(total: "captured" | "refunded", totals: Totals, amount: Amount): Refusal | undefined {
  const sum = add(totals[total], amount);
  if (sum <= AMOUNT_MAX) return undefined;
  const fault = `The ${total} total would be ${formatAmount(sum)}, but the maximum is ${toNumber(AMOUNT_MAX)}`;
  return invalid("transaction.amount", formatAmount(amount), fault);
}

/** Over all captures of the order, also when the refund names one of them (assumption A175). */
export const refundWithinCapture: Rule = {
  id: "refund-within-capture",
  source: "assumption A76",
  refuses: ({ instruction: { amount }, merchant, totals, standalone }) => {
    if (standalone || amount === undefined) return undefined;
    const refunded = add(totals.refunded, amount);
    if (refunded <= totals.captured) return undefined;
    const [asked, captured] = [formatAmount(refunded), formatAmount(totals.captured)];
    if (!merchant.privileges.includes("EXCESSIVE_REFUND")) {
      const why = `the refunded total ${asked} would exceed the captured total ${captured}`;
      return invalid(
        "transaction.amount",
        formatAmount(amount),
        `Missing merchant privilege 'Excessive Refund': ${why}`,
      );
    }
    const excess = subtract(refunded, totals.captured);
    return excess <= percentOf(totals.captured, merchant.excessiveRefundPercent)
      ? totalTooLarge("refunded", totals, amount)
      : invalid(
          "transaction.amount",
          formatAmount(amount),
          `The refunded total ${asked} would exceed the captured total ${captured} ` +
            `by more than the configured maximum of ${merchant.excessiveRefundPercent} percent`,
        );
  },
};

/** From this version on a refund of an order with several captures names the one it means (assumption A77). */
const REFUND_TARGET_FROM_VERSION = 100;

export const refundTarget: Rule = {
  id: "refund-target",
  source: "assumption A77",
  refuses: (context) => {
    if (context.standalone) return undefined;
    const field = "transaction.targetTransactionId";
    const refundable = refundableOf(context);
    const target = textAt(context.instruction.body, field);
    if (target === undefined) {
      return context.instruction.version >= REFUND_TARGET_FROM_VERSION && refundable.length > 1
        ? demanded(
            context.instruction,
            field,
            `The order has ${refundable.length} transactions that can be refunded; specify one`,
          )
        : undefined;
    }
    return refundable.some((it) => it.id === target)
      ? undefined
      : refuse(
          field,
          "INVALID",
          "The target transaction ID does not match a refundable transaction of the order",
        );
  },
};

function refundableOf({ order }: RuleContext): readonly Transaction[] {
  return order ? liveTransactions(order).filter((it) => it.type === "PAYMENT" || it.type === "CAPTURE") : [];
}

/** A capture that stands alone brings the code that the issuer gave elsewhere (interface section 2.13). */
export const authorizationCodeStandsIn: Rule = {
  id: "authorization-code-of-standalone-capture",
  source: "interface section 2.13",
  refuses: ({ instruction, standalone }) =>
    standalone && textAt(instruction.body, "transaction.authorizationCode") === undefined
      ? demanded(
          instruction,
          "transaction.authorizationCode",
          "It is required for a capture without a gateway authorization",
        )
      : undefined,
};
