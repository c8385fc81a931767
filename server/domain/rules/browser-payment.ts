import {
  awaitsConfirmation,
  browserOperationOf,
  browserTransactionOf,
  isConfirmedAtMerchant,
  operationFieldOf,
  providerOf,
} from "../order/browser-payment.ts";
import type { BrowserTransaction } from "../order/browser-payment.ts";
import { textAt } from "../json.ts";
import { isAwaited } from "../order/order.ts";
import { demanded, invalid, refuse } from "../request/rule.ts";
import type { Rule, RuleContext } from "../request/rule.ts";
import { allows } from "../order/transitions.ts";

export const orderOpenForBrowserPayment: Rule = {
  id: "order-takes-browser-payment",
  source: "interface section 3; assumption A63",
  // INITIATED goes on to be paid, but with the payment that it has.
  refuses: ({ instruction: { operation }, status }) =>
    allows(status, "BROWSER_PAYMENT") && status !== "INITIATED"
      ? undefined
      : invalid(
          "apiOperation",
          operation,
          `The order is ${status} and cannot take a browser payment; use a new order id`,
        ),
};

/** Version 18 has the operation in the group of provider A, and the other providers have no such group. */
export const operationOfBrowserPayment: Rule = {
  id: "browser-operation-given",
  source: "interface section 2.13; assumption A130",
  refuses: ({ instruction }) => {
    const { body, version } = instruction;
    if (browserOperationOf(body) !== undefined || providerOf(body) !== "PROVIDER_A") return undefined;
    return demanded(instruction, operationFieldOf(version), "It must be AUTHORIZE or PAY");
  },
};

/** Optional in the contract, as provider A does without it (interface section 2.13). */
export const returnUrlGiven: Rule = {
  id: "return-url-given",
  source: "interface section 2.13",
  refuses: ({ instruction }) =>
    providerOf(instruction.body) === "PROVIDER_A" ||
    textAt(instruction.body, "browserPayment.returnUrl") !== undefined
      ? undefined
      : demanded(
          instruction,
          "browserPayment.returnUrl",
          "It is mandatory for all providers except PROVIDER_A",
        ),
};

/** In mode gateway the contract takes http to hosts that only the developer's machines reach. */
export const returnUrlSecure: Rule = urlIsSecure("return-url-is-https", "browserPayment.returnUrl");

/** Of a member by which a payer's browser comes back. */
export function urlIsSecure(id: string, field: string): Rule {
  return {
    id,
    source: "interface section 2.1; assumption A264",
    refuses: ({ instruction: { body }, merchant }) => {
      const url = textAt(body, field);
      if (merchant.httpReturnUrls === "accept" || url === undefined || /^https:/i.test(url)) return undefined;
      return invalid(
        field,
        url,
        "It must begin with https, because the merchant's httpReturnUrls is set to refuse",
      );
    },
  };
}

/** Interface section 4 rule 3: the confirmation has the transaction id of the initiation. */
export const browserPaymentInitiated: Rule = {
  id: "browser-payment-initiated",
  source: "interface section 4 rule 3",
  refuses: (context) =>
    initiatedIn(context)
      ? undefined
      : refuse(
          "transaction.id",
          "INVALID",
          "The order has no browser payment that was initiated with this transaction ID",
        ),
};

export const confirmationAtMerchant: Rule = {
  id: "confirmation-at-merchant",
  source: "interface section 4 rule 3",
  refuses: (context) => {
    const initiated = initiatedIn(context);
    // A confirmation, which took the place of its initiation, was possible at all.
    const wasConfirmed = initiated?.operation === "CONFIRM_BROWSER_PAYMENT";
    return initiated && (wasConfirmed || isConfirmedAtMerchant(initiated.request))
      ? undefined
      : notToConfirm(context, "It was not initiated with CONFIRM_AT_MERCHANT");
  },
};

export const notYetConfirmed: Rule = {
  id: "browser-payment-open",
  source: "interface section 3; assumption A134",
  refuses: (context) => {
    const initiated = initiatedIn(context);
    const isOpen = initiated?.operation === "INITIATE_BROWSER_PAYMENT" && isAwaited(initiated);
    return isOpen ? undefined : notToConfirm(context, "The payment has already been executed or has failed");
  },
};

export const payerAgreed: Rule = {
  id: "payer-agreed",
  source: "assumption A135",
  refuses: (context) => {
    const initiated = initiatedIn(context);
    return initiated && awaitsConfirmation(initiated)
      ? undefined
      : notToConfirm(context, "The payer has not approved the payment yet");
  },
};

/** Interface section 2.13, Confirm browser payment. */
export const currencyAsInitiated: Rule = {
  id: "currency-as-initiated",
  source: "interface section 2.13",
  refuses: (context) => {
    const { currency, currencyField } = context.instruction;
    const initiated = initiatedIn(context)?.currency;
    return currency === undefined || currency === initiated
      ? undefined
      : invalid(currencyField, currency, `It must equal the value at initiation, ${initiated ?? "none"}`);
  },
};

/** The initiation that the request is about; undefined when there is none. */
export function initiatedIn({ order, instruction }: RuleContext): BrowserTransaction | undefined {
  return browserTransactionOf(order, instruction.transactionId);
}

function notToConfirm({ instruction: { operation } }: RuleContext, why: string): ReturnType<typeof invalid> {
  return invalid("apiOperation", operation, why);
}
