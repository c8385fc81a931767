import { CARD } from "../card/card-details.ts";
import { textAt } from "../json.ts";
import { isCurrency, isWithoutAmounts } from "../currency.ts";
import type { Instruction } from "../request/instruction.ts";
import type { Merchant } from "../merchant.ts";
import { Refusal } from "../record/refusal.ts";
import { invalid, missing, refuse } from "../request/rule.ts";
import type { Rule } from "../request/rule.ts";

/** Each operation is a privilege of the merchant's profile. */
export const operationPermitted: Rule = {
  id: "operation-permitted",
  source: "interface section 5; assumption A6",
  refuses: ({ instruction: { operation, traits }, merchant }) =>
    merchant.operations === undefined || merchant.operations.includes(operation)
      ? undefined
      : new Refusal(
          "not-permitted",
          `Value '${operation}' is invalid. ${traits.spoken} request not permitted for this merchant.`,
          { field: "apiOperation", validationType: "INVALID" },
        ),
};

/** Asked where a currency may be left out, and it is no mistake to name one that the merchant does not take. */
export const currencyKnown: Rule<{ readonly instruction: Pick<Instruction, "currency" | "currencyField"> }> =
  {
    id: "currency-known",
    source: "interface section 2.1; assumption A66",
    refuses: ({ instruction: { currency, currencyField } }) =>
      currency === undefined || isCurrency(currency) ? undefined : noCurrency(currencyField, currency),
  };

function noCurrency(field: string, code: string): Refusal {
  const reason = isWithoutAmounts(code)
    ? "ISO 4217 gives it no minor unit, so that no amount can be in it"
    : "It is not an ISO 4217 currency code";
  return invalid(field, code, reason);
}

/** Asked wherever a currency is named, also where there is no order. */
export const currencyAccepted: Rule<{
  readonly instruction: Pick<Instruction, "currency" | "currencyField">;
  readonly merchant: Pick<Merchant, "currencies">;
}> = {
  id: "currency-accepted",
  source: "interface section 2.1; assumption A66",
  refuses: ({ instruction: { currency, currencyField }, merchant }) => {
    if (currency === undefined) return missing(currencyField, "The operation requires a currency");
    if (!isCurrency(currency)) return noCurrency(currencyField, currency);
    if (merchant.currencies?.includes(currency) !== false) return undefined;
    const accepted = merchant.currencies.join(", ");
    return invalid(currencyField, currency, `The merchant accepts only ${accepted}`);
  },
};

/** A merchant that lists the schemes it takes refuses every other card. */
export const cardTypeAccepted: Rule = {
  id: "card-type-accepted",
  source: "assumption A247",
  refuses: ({ instruction: { card }, merchant }) => {
    const { cardTypes } = merchant;
    if (cardTypes === undefined || card?.number === undefined || cardTypes.includes(card.scheme))
      return undefined;
    const accepted = `The merchant accepts only cards of ${cardTypes.join(", ")}`;
    return refuse(`${CARD}.number`, "INVALID", accepted);
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
      `The code must match one of the merchant's configured values (${configured})`,
    );
  },
};
