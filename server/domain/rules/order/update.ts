import { textAt, valueAt } from "../../json.ts";
import { formatAmount, isDecimal } from "../../money.ts";
import { invalid } from "../../request/rule.ts";
import type { Rule } from "../../request/rule.ts";
import { refusedAmount } from "../money/amounts.ts";
import { liveTransactions } from "../../order/totals.ts";
import { allows } from "../../order/transitions.ts";

/** Only money that is authorized and not captured yet can be changed or held longer (interface section 1). */
export const authorizationToUpdate: Rule = {
  id: "authorization-to-update",
  source: "interface section 1; assumption A63",
  refuses: ({ instruction: { operation }, order, status }) => {
    const hasAuthorization =
      order !== undefined && liveTransactions(order).some((it) => it.type === "AUTHORIZATION");
    if (hasAuthorization && allows(status, "AUTHORIZATION_UPDATE")) return undefined;
    const fault = `The order is ${status} and has no authorization to update`;
    return invalid("apiOperation", operation, fault);
  },
};

const AMOUNTS = ["transaction.amount", "order.netAmount"] as const;

/** In mode observe the contract lets everything through, and no amount at all means something else here. */
export const updateAmountReadable: Rule = {
  id: "update-amount-readable",
  source: "interface section 2.13",
  refuses: ({ instruction: { body } }) => {
    const field = AMOUNTS.find(
      (path) => valueAt(body, path) !== undefined && !isDecimal(textAt(body, path) ?? ""),
    );
    return field === undefined
      ? undefined
      : invalid(field, textAt(body, field) ?? "", "It is not a valid decimal number");
  },
};

/** The authorized amount may go up and down, but what is captured is captured (interface section 1). */
export const amountNotBelowCaptured: Rule = {
  id: "amount-not-below-captured",
  source: "interface section 1; assumption A118",
  refuses: ({ instruction, totals }) =>
    instruction.amount === undefined || instruction.amount >= totals.captured
      ? undefined
      : refusedAmount(
          instruction,
          instruction.amount,
          `It must not be less than what is captured, which is ${formatAmount(totals.captured)}`,
        ),
};
