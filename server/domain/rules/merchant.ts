import { textAt } from "../json.ts";
import { isCurrency } from "../currency.ts";
import type { Instruction } from "../instruction.ts";
import type { Merchant } from "../merchant.ts";
import { Refusal } from "../refusal.ts";
import { invalid, missing } from "../rule.ts";
import type { Rule } from "../rule.ts";
import type { TransactionOperation } from "../operation.ts";

const SPOKEN: Record<TransactionOperation, string> = {
  AUTHORIZE: "Authorization",
  CAPTURE: "Capture",
  CONFIRM_BROWSER_PAYMENT: "Confirm browser payment",
  DISBURSEMENT: "Disbursement",
  INITIATE_BROWSER_PAYMENT: "Initiate browser payment",
  PAY: "Pay",
  REFERRAL: "Referral",
  REFUND: "Refund",
  UPDATE_AUTHORIZATION: "Update authorization",
  VERIFY: "Verify",
  VOID: "Void",
};

/** Each operation is a privilege of the merchant's profile. */
export const operationPermitted: Rule = {
  id: "operation-permitted",
  source: "interface section 5; assumption A6",
  refuses: ({ instruction: { operation }, merchant }) =>
    merchant.operations === undefined || merchant.operations.includes(operation)
      ? undefined
      : new Refusal(
          "not-permitted",
          `Value '${operation}' is invalid. ${SPOKEN[operation]} request not permitted for this merchant.`,
          { field: "apiOperation", validationType: "INVALID" },
        ),
};

/** Asked wherever a currency is named, also where there is no order. */
export const currencyAccepted: Rule<{
  readonly instruction: Pick<Instruction, "currency" | "currencyField">;
  readonly merchant: Pick<Merchant, "currencies">;
}> = {
  id: "currency-accepted",
  source: "interface section 2.1; assumption A66",
  refuses: ({ instruction: { currency, currencyField }, merchant }) => {
    if (currency === undefined) return missing(currencyField, "The operation needs a currency");
    if (!isCurrency(currency)) return invalid(currencyField, currency, "It is no ISO 4217 currency code");
    if (merchant.currencies?.includes(currency) !== false) return undefined;
    const accepted = merchant.currencies.join(", ");
    return invalid(currencyField, currency, `The merchant accepts only ${accepted}`);
  },
};

export const categoryCodeConfigured: Rule = {
  id: "category-code-configured",
  source: "interface section 2.6",
  topic: "categoryCode",
  refuses: ({ instruction: { body }, merchant }) => {
    const code = textAt(body, "order.merchantCategoryCode");
    if (code === undefined || merchant.categoryCodes.includes(code)) return undefined;
    const configured = merchant.categoryCodes.join(", ") || "none";
    return invalid(
      "order.merchantCategoryCode",
      code,
      `The code must match a configured value of the merchant (${configured})`,
    );
  },
};
